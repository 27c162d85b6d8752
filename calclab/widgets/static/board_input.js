// What a click or a key means: picking up, dropping, asking where two places fit, and shortcuts.
// No rule is decided here; moves are looked up in what Python has sent.

const SOURCES = /^(S|H|[WT]\d+|G\d\d)$/;
const DOUBLE_CLICK_MS = 400;

// ---------- picking and dropping ----------

function canPick(board, name) {
  return SOURCES.test(name) && (board.shown[name] || []).length > 0;
}

function pick(board, name, aloud = true) {
  board.ui.picked = name;
  board.ui.pickedAt = performance.now();
  clearRefusal(board);
  remark(board);
  if (aloud) announce(board, pickedSentence(board));
}

function putBack(board) {
  board.ui.picked = null;
  closeChooser(board);
  remark(board);
}

function pickedSentence(board) {
  const names = [...targetsOf(currentMoves(board), board.ui.picked)];
  const lead = say(board, "picked_up", { card: pickedLabel(board) });
  const rest = board.pending ? "" : names.length ? say(board, "goes_to", { places: placesInWords(board, names) }) : say(board, "goes_nowhere");
  return [lead, rest, warningWords(board), say(board, "esc_puts_back")].filter(Boolean).join(" ");
}

/** "F3, F4, any waste pile": all waste piles together are said in one word. */
function placesInWords(board, names) {
  const waste = board.table.piles.filter((pile) => pile.kind === "waste").map((pile) => pile.name);
  const all = waste.length > 1 && waste.every((name) => names.includes(name));
  const rest = all ? names.filter((name) => !waste.includes(name)) : names;
  return [...rest, ...(all ? [say(board, "any_waste_pile")] : [])].join(", ");
}

/** A click on a pile: picks up, drops, puts back, or sends to a foundation when it came twice. */
function clickPile(board, name, byKey) {
  const { ui } = board;
  closeChooser(board);
  if (!ui.picked) return canPick(board, name) ? pick(board, name) : sayPile(board, name);
  if (ui.picked !== name) return drop(board, ui.picked, name);
  const twice = !byKey && performance.now() - ui.pickedAt < DOUBLE_CLICK_MS;
  if (twice) return sendToFoundation(board, name);
  putBack(board);
  announce(board, say(board, "put_back"));
}

function sayPile(board, name) {
  clearRefusal(board);
  decorate(board);
  const pile = board.piles.get(name);
  if (pile) announce(board, pile.button.getAttribute("aria-label"));
}

/** Moves a card if exactly one move fits; asks if two fit; lets Python say why if none does. */
function drop(board, from, to) {
  if (from === to) return putBack(board);
  if (board.pending) return hold(board, () => drop(board, from, to));
  const found = movesBetween(board.moves, from, to);
  if (found.length === 1) return playMove(board, found[0][0]);
  if (found.length > 1) return openChooser(board, from, found);
  board.ui.picked = null;
  refresh(board);
  tell(board, "play", { move: `${from}-${to}` });
}

function clickStock(board) {
  if (board.pending) return hold(board, () => clickStock(board));
  board.ui.picked = null;
  const name = ["deal", "redeal"].find((move) => move in board.moves);
  if (name) return playMove(board, name);
  refresh(board);
  if (board.table.stock_move) return tell(board, "play", { move: board.table.stock_move });
  announce(board, board.stockButton.getAttribute("aria-label"));
}

/** Sends a pile's card to a foundation; asks where two foundations take it. */
function sendToFoundation(board, name) {
  if (board.pending) return hold(board, () => sendToFoundation(board, name));
  const found = Object.entries(board.moves).filter(([, move]) => move.from === name && /^F\d/.test(move.to || ""));
  if (found.length === 1) return playMove(board, found[0][0]);
  if (found.length > 1) return openChooser(board, name, found);
  putBack(board);
  const card = (board.shown[name] || []).slice(-1)[0];
  const words = card ? say(board, "fits_no_foundation", { card: cardLabel(card, board.labels) }) : say(board, "empty");
  refuseHere(board, name, words);
}

/** A refusal that needs no rule: nothing is listed that would fit. */
function refuseHere(board, target, text) {
  board.ui.refusal = { target, text };
  refresh(board);
  shake(board, target);
  announce(board, text);
}

function clearRefusal(board) {
  board.ui.refusal = null;
}

// ---------- two places fit ----------

function openChooser(board, from, found) {
  board.ui.picked = from;
  const box = make("div", { class: "chooser", role: "dialog", "aria-label": say(board, "choose") });
  box.append(make("p", {}, say(board, "choose")));
  const buttons = make("div", { class: "choices" });
  for (const [name, move] of found) {
    buttons.append(make("button", { type: "button", class: "btn solid", onclick: () => { closeChooser(board); playMove(board, name); } }, move.label || name));
  }
  buttons.append(make("button", { type: "button", class: "btn", onclick: () => { putBack(board); focusPile(board, from); } }, say(board, "cancel")));
  box.append(buttons);
  board.ui.chooser = box;
  board.ui.chooserFrom = from;
  board.ui.choices = found;
  board.root.append(box);
  placeChooser(board, box, from);
  refresh(board);
  box.querySelector("button").focus({ preventScroll: true });
}

function placeChooser(board, box, from) {
  const frame = board.root.getBoundingClientRect();
  const pile = board.piles.get(from);
  const spot = (topElement(pile) || pile.button).getBoundingClientRect();
  const left = Math.min(spot.left - frame.left, frame.width - box.offsetWidth - 12);
  const below = spot.bottom - frame.top + 10;
  const top = below + box.offsetHeight < frame.height ? below : spot.top - frame.top - box.offsetHeight - 10;
  box.style.left = `${Math.max(12, left)}px`;
  box.style.top = `${Math.max(12, top)}px`;
}

function closeChooser(board) {
  if (!board.ui.chooser) return;
  const { chooser, chooserFrom } = board.ui;
  const held = chooser.contains(activeElement(board));
  board.ui.chooser = null;
  chooser.remove();
  if (held) focusPile(board, chooserFrom);
}

/** While two places are offered, a digit means one of them by its number: 3 is F3. */
function chooseByDigit(board, digit) {
  const [name] = board.ui.choices.find(([, move]) => move.to.endsWith(String(digit))) || [];
  if (!name) return;
  closeChooser(board);
  playMove(board, name);
}

// ---------- playing ----------

/** Shows a listed move in the next frame, and asks Python to play it. */
function playMove(board, name) {
  if (board.pending) return hold(board, () => playMove(board, name));
  const move = board.moves[name];
  if (!move) return;
  if (!tell(board, "play", { move: name })) return;
  board.ui.picked = null;
  clearRefusal(board);
  waitForAnswer(board);
  show(board, { ...board.state, ...move.patch });
  if (move.patch && "n" in move.patch) announceMove(board);
}

/** Keeps one action until Python has confirmed; it is judged against the moves of then. */
function hold(board, action) {
  if (!board.held) board.held = action;
}

function act(board, name) {
  if (board.ui.autoplay && name !== "redo") togglePlaying(board); // a line that plays by itself stops for the player
  if (board.pending) return hold(board, () => act(board, name));
  board.ui.picked = null;
  closeChooser(board);
  clearRefusal(board);
  if (!tell(board, name)) return;
  const changes = (name === "undo" && board.state.can_undo) || (name === "redo" && board.state.can_redo);
  if (changes) waitForAnswer(board);
  refresh(board);
}

// ---------- keys ----------

const SHORTCUTS = [
  ["← → ↑ ↓", "key_arrows"], ["Enter", "key_enter"], ["1 … 8", "key_digits"], ["⇧ 1 … 8", "key_shift_digits"],
  ["f", "key_f"], ["d", "key_d"], ["u", "key_u"], ["r", "key_r"], ["/  g", "key_find"], ["s", "key_s"], ["b", "key_b"],
  ["h", "key_h"], ["w", "key_w"], ["v", "key_v"],
  ["q", "key_q"], ["?", "key_help"], ["Esc", "key_esc"],
];

/** Keys that belong to the page or the notebook, never to the board. */
function isForeign(event) {
  return event.key === "Tab" || (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) ||
    (event.altKey && event.key !== "Alt") || ((event.ctrlKey || event.metaKey) && !/^[zy]$/i.test(event.key));
}

function onKey(board, event) {
  if (isForeign(event)) return;
  if (event.key === "Escape") return escapeKey(board, event);
  event.stopPropagation();
  if (event.target.matches("input:not([type=checkbox]), select, textarea")) return;
  if (event.ctrlKey || event.metaKey) return undoKeys(board, event);
  if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") return roveKey(board, event);
  if (board.ui.finding && findKey(board, event)) return event.preventDefault();
  if (shortcut(board, event)) event.preventDefault();
}

/** Escape closes the nearest thing; with nothing open it belongs to the notebook. */
function escapeKey(board, event) {
  const { ui } = board;
  const open = ui.chooser || ui.drag || ui.picked || ui.finding || ui.panel || ui.proof || sheetNow(board) || ui.found !== null || ui.refusal;
  if (!open) return;
  event.stopPropagation();
  event.preventDefault();
  if (ui.drag) return cancelDrag(board);
  if (ui.chooser || ui.picked) return leavePick(board);
  if (ui.panel) return closePanel(board);
  if (ui.proof) return closeProof(board);
  if (sheetNow(board)) return closeSheet(board);
  ui.finding = "";
  if (ui.found !== null) return findRank(board, null);
  clearRefusal(board);
  refresh(board);
}

function leavePick(board) {
  const name = board.ui.picked;
  putBack(board);
  focusPile(board, name);
  announce(board, say(board, "put_back"));
}

function undoKeys(board, event) {
  event.preventDefault();
  const redo = /y/i.test(event.key) || event.shiftKey;
  act(board, redo ? "redo" : "undo");
}

function shortcut(board, event) {
  const digit = /^Digit([1-8])$/.exec(event.code) || /^Numpad([1-8])$/.exec(event.code);
  if (digit) return digitKey(board, Number(digit[1]), event.shiftKey), true;
  const keys = {
    f: () => foundationKey(board),
    d: () => board.stockButton && clickStock(board),
    u: () => act(board, "undo"),
    r: () => act(board, "redo"),
    "/": () => startFinding(board),
    g: () => startFinding(board),
    s: () => announce(board, board.shown.spoken || ""),
    b: () => lookDeeper(board),
    h: () => askHint(board),
    w: () => askWinnable(board),
    v: () => askReview(board),
    q: () => changeSettings(board, { strips: !board.settings.strips }),
    "?": () => togglePanel(board, "shortcuts"),
  };
  const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (run) run();
  return Boolean(run);
}

/** A digit drops on that pile: what is picked, or else the turned card. With shift it picks up. */
function digitKey(board, digit, withShift) {
  if (board.ui.chooser) return chooseByDigit(board, digit);
  const piles = board.table.piles.filter((pile) => pile.kind === "waste" || pile.kind === "column");
  const pile = piles[digit - 1];
  if (!pile) return announce(board, say(board, "no_such_pile", { n: digit }));
  const source = board.ui.picked || (board.table.has_turned && canPick(board, "S") ? "S" : null);
  if (withShift || !source) return canPick(board, pile.name) ? (focusPile(board, pile.name), pick(board, pile.name)) : sayPile(board, pile.name);
  drop(board, source, pile.name);
}

function foundationKey(board) {
  if (board.pending) return hold(board, () => foundationKey(board));
  const focused = focusedPile(board);
  const goesUp = (name) => Object.values(board.moves).some((move) => move.from === name && /^F\d/.test(move.to || ""));
  const name = board.ui.picked || (focused && (goesUp(focused) || !canPick(board, "S")) ? focused : "S");
  if (canPick(board, name)) sendToFoundation(board, name);
  else announce(board, say(board, "nothing_to_send"));
}

function focusedPile(board) {
  return activeElement(board)?.closest?.("[data-pile]")?.dataset.pile || null;
}

// ---------- finding by keys ----------

function startFinding(board) {
  board.ui.finding = "?";
  announce(board, say(board, "type_a_rank"));
}

/** After the find key a rank is typed: a digit, two digits, or a letter. True if it was taken. */
function findKey(board, event) {
  if (event.key.length !== 1) return false;
  const typed = (board.ui.finding.replace("?", "") + event.key).toUpperCase();
  const labels = Array.from({ length: board.table.modulus }, (_, index) => rankLabel(index + 1, board.labels).toUpperCase());
  const exact = labels.indexOf(typed);
  const more = labels.some((label) => label !== typed && label.startsWith(typed));
  board.ui.finding = more ? typed : "";
  if (typed === "1" && exact < 0) return findRank(board, 1), true;
  if (exact >= 0) findRank(board, exact + 1);
  else if (!more) announce(board, say(board, "no_such_rank", { rank: typed }));
  return true;
}

// ---------- roving focus: one tab stop for each group ----------

function roveKey(board, event) {
  const group = event.target.closest("[data-rove]");
  if (!group || event.target.matches("input, select")) return;
  const items = roveItems(group);
  const at = items.indexOf(event.target.closest("button"));
  if (at < 0) return;
  event.preventDefault();
  const next = group.dataset.rove === "table" ? tableStep(items, at, event.key) : lineStep(items.length, at, event.key);
  if (next >= 0) moveFocus(board, group, items[next]);
}

function roveItems(group) {
  const nested = [...group.querySelectorAll("[data-rove]")];
  return [...group.querySelectorAll("button:not([disabled]), input")].filter((item) =>
    item.offsetParent !== null && !nested.some((inner) => inner.contains(item)));
}

function lineStep(count, at, key) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  return (at + step + count) % count;
}

function tableStep(items, at, key) {
  if (key === "Home") return 0;
  if (key === "End") return items.length - 1;
  const centre = (item) => {
    const target = item.querySelector(".is-top, .slot, .card") || item;
    const box = item.getBoundingClientRect();
    const top = target.getBoundingClientRect();
    return { x: (top.left + top.right) / 2, y: box.top + Math.min(30, box.height / 2) };
  };
  return nearestIn(key, centre(items[at]), items.map(centre));
}

function moveFocus(board, group, item) {
  roveItems(group).forEach((other) => other.setAttribute("tabindex", other === item ? "0" : "-1"));
  board.rove[group.dataset.rove] = item.dataset.key;
  item.focus();
}

/** Gives each group exactly one tab stop: the one used last, or the first. */
function setTabStops(board) {
  for (const group of board.root.querySelectorAll("[data-rove]")) {
    const items = roveItems(group);
    const kept = items.find((item) => item.dataset.key && item.dataset.key === board.rove[group.dataset.rove]);
    const chosen = kept || items.find((item) => item.dataset.key === "pile S") || items[0];
    items.forEach((item) => item.setAttribute("tabindex", item === chosen ? "0" : "-1"));
  }
}

function focusPile(board, name) {
  const pile = board.piles.get(name);
  if (pile) moveFocus(board, board.root.querySelector(".table"), pile.button);
}
