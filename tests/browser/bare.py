"""A bare page with the board on it: no Lab and no kernel, and a model that a test answers for.

`BareBoard` puts the board's module and style on an empty page beside a small stand-in for
anywidget's model (`get`, `set`, `save_changes`, `on`, `off`, `send`). What Python would have said
is given by hand, as plain data; what the board sends is kept in `sent`.
"""

import json
from typing import Any

from playwright.sync_api import Locator, Page

from calclab.widgets.assets import css, esm
from calclab.widgets.board_texts import texts

LABELS = ["A", *map(str, range(2, 11)), "J", "Q", "K", *map(str, range(14, 31))]

SETTINGS: dict[str, Any] = {
    "language": "en",
    "letters": "AJQK",
    "theme": "light",
    "size": "auto",
    "strips": True,
    "timer": True,
    "unseen": False,
    "coming": -1,
}

MODEL = """() => {
window.makeModel = (traits) => {
  const handlers = {};
  const model = {
    traits, sent: [], saved: 0, answer: null,
    get: (name) => traits[name],
    set(name, value) { traits[name] = value; this.changed = [...(this.changed || []), name]; },
    save_changes() {
      this.saved += 1;
      const names = this.changed || [];
      this.changed = [];
      names.forEach((name) => this.fire(name));
    },
    on(event, handler) { (handlers[event] ||= []).push(handler); },
    off(event, handler) {
      handlers[event] = (handlers[event] || []).filter((one) => one !== handler);
    },
    send(message) { this.sent.push(message); if (this.answer) this.answer(message); },
    fire(name) { (handlers['change:' + name] || []).slice().forEach((handler) => handler()); },
    listening: () => Object.values(handlers).reduce((sum, list) => sum + list.length, 0),
    take(changes) {
      Object.assign(traits, changes);
      Object.keys(changes).forEach((name) => this.fire(name));
    },
  };
  return model;
};
window.addBoard = async (key, width) => {
  const host = document.createElement('div');
  host.className = 'host';
  if (width) host.style.width = width + 'px';
  document.body.append(host);
  const widget = (await import(window.moduleUrl)).default;
  const stop = await widget.render({model: window.models[key], el: host});
  (window.views ||= []).push({host, stop: () => { stop(); host.remove(); }});
};
}"""

START = """([source, style, traits, width, key]) => {
  if (!window.moduleUrl) {
    window.moduleUrl = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
    const sheet = document.createElement('style');
    sheet.textContent = style;
    document.head.append(sheet);
  }
  (window.models ||= {})[key] = window.makeModel(traits);
  return window.addBoard(key, width);
}"""


def traits(table: dict[str, Any], state: dict[str, Any], moves: dict[str, Any]) -> dict[str, Any]:
    """What a model holds, with the settings and texts that every test needs."""
    return {
        "_table": table,
        "_state": state,
        "_moves": moves,
        "_refusal": {},
        "_line": {"at": state["n"], "moves": [], "branches": []},
        "_settings": dict(SETTINGS),
        "_texts": {**texts(), "labels": LABELS},
        "_clock": {"seconds": 252, "running": False},
        "_panel": {},
        "_download": {},
        "_message": {},
        "_sheet": {},
    }


class BareBoard:
    """One model on a bare page, and its first view."""

    def __init__(
        self, page: Page, data: dict[str, Any], width: int | None = None, key: str = "one"
    ) -> None:
        self.page, self.key = page, key
        self.data = json.loads(json.dumps(data))
        page.evaluate(MODEL)
        page.evaluate(START, [esm("cards", "board"), css("theme", "board"), self.data, width, key])

    @property
    def root(self) -> Locator:
        """The first view on the page."""
        return self.page.locator(".calclab").first

    @property
    def sent(self) -> list[dict[str, Any]]:
        """What this model's views have sent, without the timer's seconds."""
        sent: list[dict[str, Any]] = self.page.evaluate("key => window.models[key].sent", self.key)
        return [{name: message[name] for name in message if name != "seconds"} for message in sent]

    @property
    def settings(self) -> dict[str, Any]:
        """The settings as the board has last set them."""
        settings: dict[str, Any] = self.page.evaluate(
            "key => window.models[key].traits._settings", self.key
        )
        return settings

    def take(self, **changes: Any) -> None:
        """Let new traits arrive from Python, all at once."""
        self.page.evaluate(
            "([key, changes]) => window.models[key].take(changes)", [self.key, changes]
        )

    def add_view(self, width: int | None = None) -> None:
        """Show the same model a second time."""
        self.page.evaluate("([key, width]) => window.addBoard(key, width)", [self.key, width])

    def pile(self, name: str) -> Locator:
        """The button of a pile in the first view."""
        return self.root.locator(f'[data-name="{name}"]')

    def top(self, name: str) -> Locator:
        """The top card of a pile in the first view."""
        return self.pile(name).locator(".card.is-top")

    def tops(self, name: str) -> str | None:
        """The canonical name of a pile's top card, as it is drawn."""
        return self.top(name).get_attribute("data-card")

    @property
    def spoken(self) -> str:
        """What the live region says now."""
        return (self.root.locator("[aria-live]").text_content() or "").strip()
