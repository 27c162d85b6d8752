// Around the table: the tool bar, the banner at the end of a game, messages, the status line.

// Each tool: where it stands ("bar" or the "more" panel, by layout), its icon, text key and action.
// A later feature adds itself by pushing to this list; one that helps (`help: true`) is not there in a test.
// `why` gives the reason for which a tool is off in this game; it is shown, and told to who presses it.
const TOOLS = [
  { id: "undo", icon: "undo", run: (board) => act(board, "undo"), off: (board) => !board.shown.can_undo, place: "left" },
  { id: "redo", icon: "redo", run: (board) => act(board, "redo"), off: (board) => !board.shown.can_redo, place: "left" },
  { id: "finish", icon: "finish", run: (board) => startFinish(board), off: (board) => !board.shown.finish, place: "left", hides: true, text: true },
  { id: "new", icon: "plus", run: (board) => togglePanel(board, "new"), place: "right", text: true, panel: "new" },
  { id: "restart", icon: "restart", run: (board) => act(board, "restart"), place: "right" },
  { id: "moves", icon: "moves", run: (board) => togglePanel(board, "moves"), place: "right", panel: "moves" },
  { id: "rules", icon: "rules", run: (board) => togglePanel(board, "rules"), place: "right", panel: "rules" },
  { id: "settings", icon: "settings", run: (board) => togglePanel(board, "settings"), place: "right", panel: "settings" },
  { id: "more", icon: "more", run: (board) => togglePanel(board, "more"), place: "right", panel: "more", phone: true },
  { id: "find", icon: "find", run: (board) => toggleFinder(board), place: "more", phoneOnly: true },
  { id: "strips", icon: "strips", run: (board) => changeSettings(board, { strips: !board.settings.strips }), place: "more",
    on: (board) => board.settings.strips },
  { id: "unseen", icon: "unseen", run: (board) => changeSettings(board, { unseen: !board.settings.unseen }), place: "more",
    on: (board) => board.settings.unseen },
  { id: "save", icon: "save", run: (board) => askToSave(board), place: "more" },
  { id: "load", icon: "load", run: (board) => chooseFile(board), place: "more" },
  { id: "statistics", icon: "statistics", run: (board) => askStatistics(board), place: "more" },
  { id: "shortcuts", icon: "keyboard", run: (board) => togglePanel(board, "shortcuts"), place: "more" },
  { id: "give_up", icon: "flag", run: (board) => togglePanel(board, "give_up"), place: "more", off: (board) => board.shown.outcome !== "open" },
];

function toolsOf(board) {
  return TOOLS.filter((tool) => !(tool.help && board.state.test));
}

/** On a phone the left ones stand in the bar, and those that say so; `phone: false` says no. */
function inBar(board, tool) {
  if (tool.place === "more") return false;
  return board.layout !== "phone" || (tool.phone ?? tool.place === "left");
}

function buildBar(board) {
  const bar = make("div", { class: "bar", role: "toolbar", "aria-label": say(board, "toolbar"), "data-rove": "toolbar" });
  const tools = toolsOf(board).filter((tool) => inBar(board, tool));
  const left = tools.filter((tool) => tool.place === "left");
  const right = tools.filter((tool) => tool.place === "right");
  bar.append(gameButton(board));
  if (board.layout !== "phone") bar.append(make("span", { class: "sep" }));
  bar.append(...left.map((tool) => toolButton(board, tool)), make("span", { class: "grow" }));
  if (board.state.test) bar.append(make("span", { class: "test-badge", title: say(board, "test_hint") }, say(board, "test")));
  board.timer = null;
  if (board.settings.timer) bar.append(timerField(board));
  bar.append(...right.map((tool) => toolButton(board, tool)));
  if (board.layout === "phone") return bar;
  return make("div", { class: "head-line" }, bar, seedField(board));
}

function gameButton(board) {
  const title = make("b", {}, board.table.rules?.title || board.table.title || "");
  return make("button", { type: "button", class: "field game", "data-key": "game", "aria-expanded": "false", "data-panel": "new",
    "aria-label": say(board, "game_menu", { game: board.table.title }), onclick: () => togglePanel(board, "new") }, title, icon("down"));
}

/** The seed of this deal; another one typed here deals that one. */
function seedField(board) {
  const input = make("input", { type: "text", value: board.table.seed ?? "", maxlength: "200", spellcheck: "false", autocomplete: "off", "data-key": "seed",
    placeholder: say(board, "seed_none"), "aria-label": say(board, "seed_label"), title: say(board, "seed_label") });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.ctrlKey) return;
    dealAgain(board, input.value);
  });
  return make("label", { class: "field seed" }, make("span", { "aria-hidden": "true" }, say(board, "seed")), input);
}

function timerField(board) {
  board.timer = make("span", { class: "time", role: "timer", "aria-label": say(board, "timer") });
  return make("span", { class: "timer", title: say(board, "timer") }, icon("clock"), board.timer);
}

function toolButton(board, tool) {
  const label = say(board, tool.id);
  const withText = tool.text && board.layout !== "phone";
  const button = make("button", { type: "button", class: "btn", "data-key": `tool ${tool.id}`, "data-tool": tool.id, "data-panel": tool.panel,
    "aria-label": label, title: label, tabindex: "-1",
    onclick: () => press(board, tool) }, icon(tool.icon), withText ? make("span", {}, label) : null);
  if (tool.panel) button.setAttribute("aria-expanded", "false");
  return button;
}

/** Runs a tool; one that is off says why, if there is a reason in this game. */
function press(board, tool) {
  const reason = tool.why?.(board);
  if (reason) showMessage(board, reason);
  else if (!tool.off?.(board)) tool.run(board);
}

function updateBar(board) {
  for (const tool of TOOLS) {
    for (const button of board.root.querySelectorAll(`[data-tool="${tool.id}"]`)) {
      const off = Boolean(tool.off && tool.off(board));
      // A disabled button would lose the focus of whoever has just pressed it.
      button.setAttribute("aria-disabled", off);
      if (tool.why) button.title = tool.why(board) || say(board, tool.id);
      const hidden = Boolean(tool.hides && off);
      if (button.hidden !== hidden) {
        button.hidden = hidden;
        setTabStops(board);
      }
      if (tool.on) button.setAttribute("aria-pressed", Boolean(tool.on(board)));
    }
  }
  for (const button of board.root.querySelectorAll("[data-panel]")) {
    const open = button.dataset.panel === board.ui.panel;
    button.setAttribute("aria-expanded", open);
    button.classList.toggle("on", open && button.classList.contains("btn"));
  }
}

// ---------- timer ----------

function secondsNow(board) {
  const { clock } = board;
  return clock.seconds + (clock.since === null ? 0 : (performance.now() - clock.since) / 1000);
}

/** Takes Python's clock, and runs from it while the page is seen. */
function takeClock(board) {
  const { seconds = 0, running = false } = board.model.get("_clock") || {};
  board.clock = { seconds, running, since: running && !document.hidden ? performance.now() : null };
  showTime(board);
}

function pauseClock(board) {
  const { clock } = board;
  if (document.hidden && clock.since !== null) {
    clock.seconds += (performance.now() - clock.since) / 1000;
    clock.since = null;
    tell(board, "time");
  } else if (!document.hidden && clock.running && clock.since === null) {
    clock.since = performance.now();
  }
}

function showTime(board) {
  if (!board.timer) return;
  const seconds = Math.floor(secondsNow(board));
  const two = (value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  board.timer.textContent = minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

// ---------- banner and messages ----------

/** The end of a game: what happened, and what can be done next. */
function updateBanner(board) {
  const { over, outcome } = board.shown;
  const box = board.regions.banner;
  box.hidden = !over;
  box.className = `banner ${outcome}`;
  const look = JSON.stringify([over, outcome, board.settings.language, canReview(board)]);
  if (box.dataset.look === look) return;
  box.dataset.look = look;
  if (!over) return box.replaceChildren();
  box.replaceChildren(icon(outcome === "won" ? "won" : "warn"),
    make("div", { class: "words" }, make("h3", {}, over.title || ""), make("p", {}, over.text || "")),
    make("span", { class: "choices" },
      make("button", { type: "button", class: "btn primary", "data-key": "over new", onclick: () => dealAgain(board, "") }, say(board, "deal_new")),
      make("button", { type: "button", class: "btn solid", "data-key": "over restart", onclick: () => act(board, "restart") }, say(board, "deal_same")),
      canReview(board)
        ? make("button", { type: "button", class: "btn solid", "data-key": "over review", onclick: () => askReview(board) },
          icon("curve"), say(board, "review"))
        : null));
}

/** The widget's own place for messages: nothing that goes wrong is lost in a log. */
function showMessage(board, text, tone = "info") {
  const box = board.regions.message;
  box.hidden = !text;
  box.className = `message ${tone}`;
  if (!text) return box.replaceChildren();
  const close = make("button",
    { type: "button", class: "btn", "aria-label": say(board, "close"), onclick: () => { showMessage(board, ""); focusTable(board); } },
    icon("close"));
  box.replaceChildren(icon(tone === "error" ? "warn" : "check"), make("span", { class: "words" }, text), close);
  announce(board, text);
}

// ---------- status line ----------

function buildStatus(board) {
  const status = make("div", { class: "status" });
  board.statusParts = {
    words: make("span", { class: "words" }), last: make("span", { class: "last" }), redeals: make("span", { class: "muted" }),
    placed: make("span", { class: "muted" }), bar: make("i"),
  };
  const { words, last, redeals, placed, bar } = board.statusParts;
  const numbers = make("span", { class: "numbers" }, last, redeals, placed, make("span", { class: "meter", "aria-hidden": "true" }, bar));
  status.append(words, numbers);
  return status;
}

function updateStatus(board) {
  const { shown, ui, statusParts } = board;
  const [lead, text] = statusWords(board);
  statusParts.words.classList.toggle("refused", Boolean(ui.refusal));
  statusParts.words.replaceChildren(make("b", {}, lead), " ", text);
  statusParts.last.replaceChildren();
  if (shown.last) statusParts.last.append(make("i", { class: "dia" }), `${shown.last.n}. ${shown.last.text}`);
  const redeals = typeof shown.redeals === "number";
  statusParts.redeals.textContent = redeals ? say(board, "redeals_left", { n: shown.redeals }) : "";
  statusParts.redeals.hidden = !redeals;
  statusParts.placed.textContent = shown.total ? say(board, "placed", { n: shown.placed, total: shown.total }) : "";
  statusParts.bar.parentElement.hidden = !shown.total;
  statusParts.bar.style.width = shown.total ? `${(100 * shown.placed) / shown.total}%` : "0";
}

function statusWords(board) {
  const { ui, shown } = board;
  if (ui.refusal) return [ui.refusal.text, ""];
  if (ui.picked) {
    const sentence = pickedSentence(board);
    const lead = say(board, "picked_up", { card: pickedLabel(board) });
    return [lead, sentence.slice(lead.length).trim()];
  }
  if (board.late) return [say(board, "waiting"), ""];
  if (ui.finding) return [say(board, "type_a_rank"), ui.finding.replace("?", "")];
  if (ui.found !== null) return ["", foundSentence(board)];
  return [shown.status?.lead || "", shown.status?.text || ""];
}
