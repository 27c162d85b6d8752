// The board: what Python has sent, what is shown of it, and what happens in between.
// Python decides; the browser looks a move up, shows it at once, and lets Python's state correct it.

const LATE_MS = 700;
const PATIENCE_MS = 20000;
const LAB_BARS_PX = 205;
const PANEL_EM = 21.5;

function createBoard(model, host) {
  const root = make("div", { class: "calclab board", tabindex: "-1" });
  return {
    model, host, root, cleanups: [], piles: new Map(), strips: new Map(), rove: {}, regions: {},
    shown: {}, pending: null, held: null, late: false, layout: "desk", arrangement: "side",
    clock: { seconds: 0, running: false, since: null },
    ui: { picked: null, pickedAt: 0, refusal: null, found: null, finding: "", panel: null, opener: null, chooser: null, drag: null,
      dragged: false, finderOpen: false, finishing: false, wantsDownload: false, wantsPanel: false },
    get table() { return model.get("_table") || {}; },
    get state() { return model.get("_state") || {}; },
    get moves() { return model.get("_moves") || {}; },
    get settings() { return model.get("_settings") || {}; },
    get texts() { return model.get("_texts") || {}; },
    get labels() { return (model.get("_texts") || {}).labels || []; },
  };
}

// ---------- words and messages ----------

/** A text of Python's catalogue, with {name} filled in. A missing one shows its key. */
function say(board, key, values = {}) {
  const text = board.texts[key];
  if (typeof text !== "string") return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Sends an event to Python, with the move number it was made at; whether it could be sent. */
function tell(board, type, content = {}) {
  const { serial, n } = board.state;
  try {
    board.model.send({ type, serial, n, seconds: secondsNow(board), ...content });
  } catch { // the kernel was restarted or is gone
    loseTouch(board);
    return false;
  }
  return true;
}

/** Python hears this board no more: what it said last is shown, and what can be done about it. */
function loseTouch(board) {
  board.ui.picked = null;
  board.ui.finishing = false;
  giveUpWaiting(board);
  showMessage(board, say(board, "gone"), "error");
}

/** Speaks through the one live region. The same words twice are spoken twice. */
function announce(board, text) {
  const words = text || "";
  board.live.textContent = board.live.textContent === words ? `${words}\u00a0` : words;
}

function changeSettings(board, changes) {
  board.model.set("_settings", { ...board.settings, ...changes });
  board.model.save_changes();
  rebuild(board);
}

/** Moves that are known to belong to what is shown; none while Python has not answered. */
function currentMoves(board) {
  return board.pending ? {} : board.moves;
}

// ---------- showing ----------

/** Shows a state, letting the cards that changed place glide there. */
function show(board, next) {
  const before = board.shown;
  const places = topPlaces(board);
  const sameDeal = before.serial === next.serial;
  board.shown = next;
  if (board.dropPlace && board.ui.drag === null) placeDropped(board, places, before, next);
  refresh(board);
  if (sameDeal && before.n !== next.n) glide(board, places, glidesBetween(before, next));
}

/** A dragged card glides from where it was let go, not from its pile. */
function placeDropped(board, places, before, next) {
  for (const { from } of glidesBetween(before, next)) if (from) places.set(from, board.dropPlace);
}

function refresh(board) {
  updateLoss(board);
  updateTable(board);
  updateBar(board);
  updateBanner(board);
  updateStatus(board);
}

/** After picking up or putting back: no card has moved, only marks and words have changed. */
function remark(board) {
  decorate(board);
  updateStatus(board);
}

/** Builds everything anew (a new deal, language, layout) and gives the focus back. */
function rebuild(board) {
  const focused = activeElement(board)?.dataset?.key;
  board.stockButton = board.tiles = board.finder = null;
  closeChooser(board);
  clearDrag(board);
  chooseLook(board);
  board.regions.bar.replaceChildren(buildBar(board));
  board.regions.table.replaceChildren(buildTable(board));
  board.regions.status.replaceChildren(buildStatus(board));
  board.root.setAttribute("lang", board.settings.language || "en");
  board.root.setAttribute("aria-label", say(board, "board", { game: board.table.title }));
  renderPanel(board);
  renderSheet(board);
  showTime(board);
  refresh(board);
  setTabStops(board);
  if (focused) board.root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function buildSkeleton(board) {
  const parts = ["bar", "message", "banner", "loss", "main", "table", "panel", "status"];
  for (const name of parts) board.regions[name] = make(name === "panel" ? "aside" : "div", { class: name === "table" ? "table-area" : `${name}-area` });
  const { bar, message, banner, loss, main, table, panel, status } = board.regions;
  panel.className = "panel";
  loss.className = "loss-banner";
  message.hidden = banner.hidden = loss.hidden = panel.hidden = true;
  main.append(table, panel);
  board.live = make("div", { class: "sr", "aria-live": "polite" });
  board.root.setAttribute("role", "group");
  board.root.append(bar, message, banner, loss, main, status, board.live);
}

// ---------- the look: theme, size, layout ----------

function chooseLook(board) {
  const { root, settings, table } = board;
  const width = root.clientWidth || board.host.clientWidth || 1000;
  board.layout = chooseLayout(width, settings.size);
  const base = chooseBase(width, heightForBoard(), settings.size, board.layout);
  const lengths = (table.foundations || []).map((foundation) => stripPlaces(foundation.sequence.length));
  const places = settings.strips ? Math.max(0, ...lengths) : 0;
  const arrange = (free) => (lengths.length ? chooseArrangement(free, columnsOfPiles(board), places, board.layout) : "stack");
  board.arrangement = arrange(width / base);
  board.foundationColumns = lengths.length ? foundationColumns(width / base, places) : 1;
  board.wraps = (table.piles || []).filter((pile) => pile.kind !== "hold" && pile.kind !== "grid").length === 1;
  root.style.setProperty("--base", `${base}px`);
  root.dataset.layout = board.layout;
  root.dataset.arrange = board.arrangement;
  root.dataset.theme = chooseTheme(settings.theme);
  root.toggleAttribute("data-narrow", width / base < 52);
  root.toggleAttribute("data-tight", width / base < 62);
  root.toggleAttribute("data-slim", width < 300);
  root.dataset.panel = board.arrangement === "side" && arrange(width / base - PANEL_EM) === "side" ? "beside" : "over";
  board.lookKey = `${board.layout} ${board.arrangement} ${board.foundationColumns}`;
}

/** What a window leaves for a board; JupyterLab's own bars and the cell above need some of it. */
function heightForBoard() {
  const lab = document.body.dataset.jpThemeLight !== undefined;
  return (window.innerHeight || 900) - (lab ? LAB_BARS_PX : 0);
}

function columnsOfPiles(board) {
  const piles = (board.table.piles || []).filter((pile) => pile.kind !== "hold");
  const grid = Math.max(0, ...piles.filter((pile) => pile.kind === "grid").map((pile) => pile.column));
  const row = piles.filter((pile) => pile.kind !== "grid").length;
  return grid ? grid + row : row === 1 ? 3 : row;
}

/** "auto" follows JupyterLab, or what the reader's system prefers. */
function chooseTheme(wanted) {
  if (wanted && wanted !== "auto") return wanted;
  if (window.matchMedia("(prefers-contrast: more)").matches) return "contrast";
  const lab = document.body.dataset.jpThemeLight;
  if (lab) return lab === "false" ? "dark" : "light";
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** After a change of width: builds anew only if the layout has changed. */
function relayout(board) {
  const before = board.lookKey;
  chooseLook(board);
  if (board.lookKey !== before) return rebuild(board);
  setTabStops(board);
  drawOverlays(board);
}

// ---------- what Python says ----------

function onState(board) {
  const { state, pending } = board;
  const sameMove = pending && state.serial === pending.serial && state.n === pending.n;
  if (sameMove) return;
  settle(board);
  if (board.shown.serial !== state.serial) forgetDeal(board);
  else if (state.n !== board.shown.n) board.ui.refusal = null;
  if (board.ui.picked && !(state[board.ui.picked] || []).length) board.ui.picked = null;
  const sameDeal = board.shown.serial === state.serial;
  const [known, isBack] = [sameDeal && board.shown.n === state.n, sameDeal && board.shown.n > state.n];
  show(board, state);
  if (!known) announceMove(board, isBack);
  goOn(board);
}

function settle(board) {
  board.pending = null;
  board.late = false;
  clearTimeout(board.lateTimer);
  board.watch.heard();
}

/** What was held back is judged now, against the moves that belong to the new state. */
function goOn(board) {
  const { held } = board;
  board.held = null;
  if (held) held();
  else if (board.ui.finishing) continueFinish(board);
}

function forgetDeal(board) {
  Object.assign(board.ui, { picked: null, refusal: null, found: null, finding: "", finishing: false });
  board.held = null;
}

function onRefusal(board) {
  const { text, target } = board.model.get("_refusal") || {};
  if (!text) return;
  settle(board);
  board.held = null;
  board.ui.picked = null;
  board.ui.finishing = false;
  board.ui.refusal = { target, text };
  show(board, board.state);
  shake(board, target);
  announce(board, text);
}

/** The last move and what stands now; after going back no move was made. */
function announceMove(board, isBack = false) {
  const { last, status, over } = board.shown;
  const move = last ? `${last.n}. ${last.text}.` : "";
  const parts = [isBack ? say(board, "back_at", { n: board.shown.n }) : move, status?.lead, status?.text, over?.title, over?.text];
  announce(board, parts.filter(Boolean).join(" "));
}

/** From now on Python's answer to this move number is awaited; a slow one is spoken of. */
function waitForAnswer(board) {
  board.pending = { serial: board.state.serial, n: board.state.n };
  clearTimeout(board.lateTimer);
  board.lateTimer = setTimeout(() => {
    beLate(board);
    board.lateTimer = setTimeout(() => giveUpWaiting(board), PATIENCE_MS);
  }, LATE_MS);
}

/** The status line says that Python is waited for. */
function beLate(board) {
  board.late = true;
  updateStatus(board);
  announce(board, say(board, "waiting"));
}

/** An answer that never came must not block the board: what Python said last is true. */
function giveUpWaiting(board) {
  settle(board);
  board.held = null;
  show(board, board.state);
}

function startFinish(board) {
  board.ui.finishing = true;
  act(board, "finish");
}

/** Harmless cards go up one at a time, so that each can be seen. */
function continueFinish(board) {
  if (!board.state.finish) {
    board.ui.finishing = false;
    return;
  }
  clearTimeout(board.finishTimer);
  board.finishTimer = setTimeout(() => board.ui.finishing && act(board, "finish"), isStill() ? 0 : 200);
}

// ---------- listening ----------

function listen(board, target, type, handler, options) {
  target.addEventListener(type, handler, options);
  board.cleanups.push(() => target.removeEventListener(type, handler, options));
}

/** Follows a trait. Several that arrive together are handled once, after all of them are there. */
function follow(board, names, handler) {
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      if (board.alive) handler(board);
    });
  };
  for (const name of names) {
    board.model.on(`change:${name}`, later);
    board.cleanups.push(() => board.model.off(`change:${name}`, later));
  }
}

function listenToModel(board) {
  follow(board, ["_table", "_texts", "_settings"], onTable);
  follow(board, ["_state", "_moves"], onState);
  follow(board, ["_refusal"], onRefusal);
  follow(board, ["_line"], () => board.ui.panel === "moves" && renderKeepingFocus(board));
  follow(board, ["_clock"], takeClock);
  follow(board, ["_panel"], takePanel);
  follow(board, ["_download"], takeDownload);
  follow(board, ["_message"], onMessage);
  follow(board, ["_sheet"], onSheet);
  follow(board, ["_overlay"], onOverlay);
}

/** What Python has to say beside the game. After an error nothing is waited for. */
function onMessage(board) {
  const { text, tone } = board.model.get("_message") || {};
  if (tone === "error" && board.pending) {
    settle(board);
    show(board, board.state);
  }
  isAnswered(board);
  showMessage(board, text, tone);
}

function onTable(board) {
  if (board.pending && board.table.serial !== board.pending.serial) settle(board);
  if (board.shown.serial !== board.state.serial) forgetDeal(board);
  if (!board.pending) board.shown = board.state;
  rebuild(board);
}

function renderKeepingFocus(board) {
  const focused = activeElement(board)?.dataset?.key;
  renderPanel(board);
  setTabStops(board);
  if (focused) board.root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function listenToPerson(board) {
  const { root } = board;
  listen(board, root, "click", (event) => onClick(board, event));
  listen(board, root, "keydown", (event) => onKey(board, event));
  listen(board, root, "pointerdown", (event) => startDrag(board, event));
  listen(board, root, "pointermove", (event) => moveDrag(board, event));
  listen(board, root, "pointerup", (event) => endDrag(board, event));
  listen(board, root, "pointercancel", () => cancelDrag(board));
  listen(board, document, "visibilitychange", () => pauseClock(board));
  listenToLooks(board);
}

function onClick(board, event) {
  if (board.ui.dragged) {
    board.ui.dragged = false;
    return;
  }
  const inTable = event.target.closest(".table");
  if (!inTable) return;
  const byKey = event.detail === 0;
  if (event.target.closest("[data-stock]")) return clickStock(board);
  const name = event.target.closest("[data-pile]")?.dataset.pile;
  if (name) return clickPile(board, name, byKey);
  if (event.target.closest("button") || !board.ui.picked) return;
  putBack(board);
}

function listenToSurroundings(board) {
  const resize = new ResizeObserver(() => relayout(board));
  resize.observe(board.root);
  const theme = () => { board.root.dataset.theme = chooseTheme(board.settings.theme); };
  const body = new MutationObserver(theme);
  body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) listen(board, window.matchMedia(query), "change", theme);
  const tick = setInterval(() => showTime(board), 1000);
  board.cleanups.push(() => resize.disconnect(), () => body.disconnect(), () => clearInterval(tick));
}

function activeElement(board) {
  const active = board.root.getRootNode().activeElement;
  return active && board.root.contains(active) ? active : null;
}

function focusTable(board) {
  board.root.querySelector('.table [tabindex="0"]')?.focus({ preventScroll: true });
}

function stop(board) {
  board.alive = false;
  clearTimeout(board.lateTimer);
  board.watch.heard();
  clearTimeout(board.finishTimer);
  clearTimeout(board.playTimer);
  board.cleanups.forEach((cleanup) => cleanup());
  board.root.remove();
}

function render({ model, el }) {
  const board = createBoard(model, el);
  board.alive = true;
  board.watch = watchForAnswer(() => beLate(board), LATE_MS);
  board.shown = board.state;
  el.append(board.root);
  buildSkeleton(board);
  takeClock(board);
  rebuild(board);
  onMessage(board);
  listenToModel(board);
  listenToPerson(board);
  listenToSurroundings(board);
  return () => stop(board);
}

export default { render };
