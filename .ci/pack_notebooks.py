"""Put the lessons into the wheel: `notebooks/` becomes `calclab/notebooks/`, without outputs.

hatchling calls this while it builds a wheel. An editable install keeps using `notebooks/` itself.
Only the standard library is used, since a build knows nothing else.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def stripped(notebook: dict[str, Any]) -> dict[str, Any]:
    """The same notebook without outputs, execution counts and the state of its widgets."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = []
            cell["execution_count"] = None
    notebook["metadata"].pop("widgets", None)
    return notebook


class PackNotebooks(BuildHookInterface[Any]):
    """Adds a stripped copy of each lesson, and each picture that a lesson shows."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.workshop = tempfile.TemporaryDirectory()
        source = Path(self.root) / "notebooks"
        for path in sorted([*source.glob("*.ipynb"), *source.glob("images/*")]):
            place = path.relative_to(source)
            packed = path
            if path.suffix == ".ipynb":
                packed = Path(self.workshop.name) / path.name
                notebook = stripped(json.loads(path.read_text(encoding="utf-8")))
                text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
                packed.write_text(text, encoding="utf-8", newline="\n")
            build_data["force_include"][str(packed)] = f"calclab/notebooks/{place.as_posix()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.workshop.cleanup()
