"""Find a Chromium that is already on the machine. Nothing here downloads one."""

import os
import shutil
from pathlib import Path

COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
MAC_APPLICATIONS = ("Google Chrome", "Chromium", "Microsoft Edge")
WINDOWS_PROGRAMS = (
    r"Google\Chrome\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
)
WINDOWS_FOLDERS = ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")

HOW_TO_GET_ONE = (
    "no Chromium, Chrome or Edge found: install one (Debian: apt install chromium; "
    "macOS: brew install --cask chromium; Windows: winget install Google.Chrome)"
)

FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_browser() -> str | None:
    """The path of a browser that Playwright can drive, or None."""
    for command in COMMANDS:
        if found := shutil.which(command):
            return found
    places = [
        Path(folder, f"{name}.app", "Contents", "MacOS", name)
        for folder in ("/Applications", str(Path.home() / "Applications"))
        for name in MAC_APPLICATIONS
    ]
    places += [
        Path(os.environ[folder], program)
        for folder in WINDOWS_FOLDERS
        if folder in os.environ
        for program in WINDOWS_PROGRAMS
    ]
    return next((str(place) for place in places if place.is_file()), None)


def flags() -> list[str]:
    """What the browser is started with; root on Linux cannot use its sandbox."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*FLAGS, "--no-sandbox"] if is_root else list(FLAGS)
