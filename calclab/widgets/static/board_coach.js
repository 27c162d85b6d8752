// The sheet above the table: a hint in three steps, the solver's verdict, a line move by move.
// Python says what is on the sheet (`_sheet`), and no more than was asked for; the review has a
// file of its own. A sheet lights cards on the table, so that its words can be looked up there.

const LEVELS = ["instant", "quick", "strong", "deep"];
const SHORT = 2;
const LONGER = [10, 60];
const STEP_MS = 700;
const FIRST_MOVES = 3;

const SHEETS = {
  hint: hintSheet, winnable: winnableSheet, line: lineSheet,
};

TOOLS.splice(TOOLS.findIndex((tool) => tool.id === "finish") + 1, 0,
  { id: "hint", icon: "hint", place: "left", text: true, help: true, phone: true, run: askHint,
    off: (board) => !canThink(board) || !board.table.coached, why: whyNoCoach });
TOOLS.splice(TOOLS.findIndex((tool) => tool.id === "save"), 0,
  { id: "winnable", icon: "won", place: "more", help: true, run: (board) => { closePanel(board); askWinnable(board); }, off: (board) => !canThink(board) });

function canThink(board) {
  return board.shown.outcome === "open" && !sheetOf(board, "line");
}

/** Why the coach's own tools are off here; nothing where the coach plays the game. */
function whyNoCoach(board) {
  return board.table.coached ? "" : say(board, "no_coach_here");
}

/** What is on the sheet; null when there is none, or in a test. */
function sheetNow(board) {
  const told = board.model.get("_sheet") || {};
  return told.kind in SHEETS && !board.state.test ? told : null;
}

function sheetOf(board, kind) {
  return sheetNow(board)?.kind === kind;
}

// ---------- asking ----------

/** The first press asks where to look, each further one for the next step. */
function askHint(board) {
  if (!mayThink(board)) return;
  if (!board.table.coached) return showMessage(board, whyNoCoach(board));
  const told = sheetNow(board);
  if (told?.kind === "hint" && !told.busy) return askStep(board, Math.min(3, told.step + 1));
  if (told?.kind !== "hint") ask(board, "hint");
}

/** A question whose answer opens a sheet; when none comes, the status line says what may be in the way. */
function ask(board, type, content = {}) {
  if (tell(board, type, content)) board.watch.asked();
}

/** Python has answered, whatever it had to say. */
function isAnswered(board) {
  board.watch.heard();
  if (!board.late || board.pending) return;
  board.late = false;
  updateStatus(board);
}

function askStep(board, step, level = null) {
  tell(board, "hint", level ? { step, level } : { step });
}

/** Asked again, the question that was only put is searched, and a line that was found is shown. */
function askWinnable(board, limit = null) {
  if (!mayThink(board)) return;
  const told = sheetNow(board);
  if (told?.kind === "winnable" && told.verdict === "won" && !limit) return tell(board, "line", { action: "show" });
  const wanted = limit || (told?.kind === "winnable" && !told.verdict && !told.busy ? SHORT : null);
  ask(board, "winnable", wanted ? { limit: wanted } : {});
}

function mayThink(board) {
  if (board.state.test) announce(board, say(board, "test_hint"));
  return !board.state.test && !board.pending && canThink(board);
}

function closeSheet(board) {
  board.ui.autoplay = false;
  tell(board, "sheet");
}

// ---------- showing ----------

/** The sheet's place is made when the first one comes, between the banners and the table. */
function sheetRegion(board) {
  if (!board.regions.sheet) {
    board.regions.sheet = make("section", { class: "sheet", hidden: true });
    board.regions.main.before(board.regions.sheet);
  }
  return board.regions.sheet;
}

function onSheet(board) {
  isAnswered(board);
  const told = sheetNow(board);
  const isNew = told && !told.busy && told.id !== board.sheetId;
  board.sheetId = told?.id;
  renderSheet(board);
  decorate(board);
  if (isNew) {
    announce(board, sheetWords(board, told));
    if (told.kind === "retry") lookAtTable(board);
    board.regions.sheet.scrollIntoView({ block: "nearest" });
  }
  if (told?.busy && !board.sheetBusy) announce(board, say(board, "thinking"));
  board.sheetBusy = Boolean(told?.busy);
  goOnPlaying(board, told);
}

/** A sheet may be so high that the piles lie below the window's edge. */
function lookAtTable(board) {
  board.regions.table.scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" });
}

function renderSheet(board) {
  const box = sheetRegion(board);
  const told = sheetNow(board);
  const focused = box.contains(activeElement(board)) ? activeElement(board).dataset.key : null;
  box.hidden = !told;
  box.className = `sheet${told ? ` s-${told.kind}` : ""}`;
  box.toggleAttribute("aria-busy", Boolean(told?.busy));
  box.replaceChildren(...(told ? SHEETS[told.kind](board, told) : []));
  if (told) box.setAttribute("aria-label", box.querySelector(".title").textContent);
  updateBar(board);
  setTabStops(board);
  if (focused) (box.querySelector(`[data-key="${CSS.escape(focused)}"]`) || box.querySelector("[data-first]"))?.focus({ preventScroll: true });
  if (focused !== null && !activeElement(board)) focusTable(board);
}

function sheetWords(board, told) {
  if (told.kind === "hint") return sentences(say(board, `step_${told.step}`), hintText(board, told));
  if (told.kind === "winnable") return sentences(told.title, told.text || told.note);
  if (told.kind === "retry") return told.result || told.task;
  return sentences(told.summary, told.spoken, told.last_text);
}

/** Texts one after another, each ended by one full stop. */
function sentences(...texts) {
  return texts.filter(Boolean).map((text) => (/[.?!]$/.test(text) ? text : `${text}.`)).join(" ");
}

function hintText(board, told) {
  if (told.step === 1) return told.look;
  if (told.step === 2) return told.compare;
  const [best] = told.moves;
  return [best.card ? cardLabel(best.card, board.labels) : "", best.to, told.why, ...told.equal].filter(Boolean).join(" ");
}

/** The head of a sheet: what it is, a note, its controls, and the way out. */
function sheetHead(board, { sign, title, note = "", controls = [], level = 3 }) {
  return make("div", { class: "sheet-head" }, icon(sign), make(`h${level}`, { class: "title" }, title), make("span", { class: "muted small note" }, note),
    controls.length ? make("span", { class: "controls" }, controls) : null,
    make("button",
      { type: "button", class: "btn close", "data-key": "sheet close", "aria-label": say(board, "close"), title: say(board, "close"),
        onclick: () => closeSheet(board) },
      icon("close")));
}

function sheetButton(board, key, look, run, label = say(board, key)) {
  return make("button", { type: "button", class: `btn ${look}`, "data-key": `sheet ${key}`, onclick: run }, label);
}

/** A bar that fills while something is thought about, and the button that ends it. */
function progressLine(board, text, part) {
  const fill = make("i");
  fill.style.width = `${Math.round(100 * Math.min(1, part))}%`;
  const meter = make("span",
    { class: "meter progress", role: "progressbar", "aria-label": text, "aria-valuemin": "0", "aria-valuemax": "100",
      "aria-valuenow": Math.round(100 * Math.min(1, part)) },
    fill);
  return make("div", { class: "sheet-line" }, make("span", { class: "words" }, text), meter, sheetButton(board, "cancel", "solid", () => closeSheet(board)));
}

// ---------- hints ----------

function hintSheet(board, told) {
  const head = sheetHead(board, { sign: "hint", title: say(board, "coach"), note: coachNote(board), controls: [levelChooser(board, told)] });
  if (told.busy) {
    const wait = make("div", { class: "sheet-line" }, make("span", { class: "words" }, say(board, "thinking")),
      sheetButton(board, "cancel", "solid", () => closeSheet(board)));
    return [head, told.step ? hintSteps(board, told) : null, wait].filter(Boolean);
  }
  if (told.step < 3) return [head, hintSteps(board, told)];
  return [head, hintSteps(board, told), moveList(board, told), hintFoot(board, told)];
}

/** The coach does not look at the ribbon either, where one is shown. */
function coachNote(board) {
  const isShown = board.settings.coming !== 0 && board.state.stock > 0;
  return say(board, isShown ? "coach_note_ribbon" : "coach_note");
}

function levelChooser(board, told) {
  const choose = (level) => { if (level !== told.level && !board.pending) askStep(board, told.step || 1, level); };
  return make("span", { class: "seg", role: "group", "aria-label": say(board, "coach_level"), "data-rove": "levels" }, LEVELS.map((level) => make("button", {
    type: "button", class: level === told.level ? "on" : "", "aria-pressed": level === told.level, tabindex: "-1",
    "data-key": `level ${level}`, onclick: () => choose(level),
  }, say(board, `level_${level}`))));
}

function hintSteps(board, told) {
  const texts = [told.look, told.compare].slice(0, Math.min(told.step, 2));
  const steps = texts.map((text, index) => make("li", {}, make("b", {}, say(board, `step_${index + 1}`)), make("span", {}, text)));
  const more = told.step < 3 && !told.busy ? sheetButton(board, `next_${told.step + 1}`, "primary", () => askHint(board), nextWords(board, told)) : null;
  more?.setAttribute("data-first", "");
  return make("div", { class: "steps" }, make("ol", {}, steps), more);
}

function nextWords(board, told) {
  if (told.step === 2) return say(board, "next_3");
  return say(board, told.is_pair ? "next_2" : "next_2_other");
}

function moveList(board, told) {
  const head = make("div", { class: "moves-head" }, make("b", {}, say(board, "step_3")),
    told.chances ? make("span", { class: "cap" }, say(board, "chance_head")) : null);
  const shown = told.chances || isOpened(board, told) ? told.moves.length : FIRST_MOVES;
  const rows = told.moves.slice(0, shown).map((one, index) => moveRow(board, told, one, index));
  const rest = told.moves.length - rows.length;
  return make("div", { class: "ranked" }, head,
    make("ol", { class: `moves${told.chances ? " with-chances" : ""}`, "aria-label": say(board, "moves_ranked") }, rows),
    rest ? restButton(board, rest) : null);
}

/** So that the piles stay in sight, the last moves wait behind a button; one alone takes no more room. */
function isOpened(board, told) {
  return told.moves.length <= FIRST_MOVES + 1 || board.ui.movesOpened === momentOf(board);
}

function momentOf(board) {
  return `${board.state.serial} ${board.state.n}`;
}

function restButton(board, rest) {
  const open = () => { board.ui.movesOpened = momentOf(board); renderSheet(board); };
  const button = sheetButton(board, "more_moves", "rest", open, say(board, "more_moves", { n: rest }));
  button.setAttribute("aria-expanded", "false");
  return button;
}

function moveRow(board, told, one, index) {
  return make("li", { class: index === 0 ? "best" : "" }, make("b", { class: "muted rank" }, String(index + 1)), moveWords(board, one.card, one.to, one.on),
    make("span", { class: "why" }, one.why), told.chances ? chanceBar(board, one, told.axis) : null);
}

function moveWords(board, card, text, note) {
  const tile = card ? make("span", { class: "mini", role: "img", "aria-label": cardLabel(card, board.labels) }, tileFace(card, board.labels)) : null;
  return make("span", { class: "mv" }, tile, make("span", { class: "to" }, make("b", {}, text), note ? make("span", { class: "small muted" }, note) : null));
}

/** The bar with its interval; a proved move says so in place of an interval. */
function chanceBar(board, one, axis) {
  if (!one.tried) return make("span", { class: "chance muted" }, say(board, "tried_little"));
  const share = (value) => `${(100 * Math.min(value, axis)) / axis}%`;
  const percent = (value) => Math.round(100 * value);
  const fill = make("span", { class: "fill" });
  fill.style.width = share(one.win);
  const between = make("span", { class: "ci" });
  between.style.left = share(one.low);
  between.style.width = `calc(${share(one.high)} - ${share(one.low)})`;
  const proved = one.low === one.high;
  const words = proved ? one.known : say(board, "chance_of", { win: percent(one.win), low: percent(one.low), high: percent(one.high) });
  return make("span", { class: "chance" }, make("span", { class: "track", role: "img", "aria-label": words, title: words }, fill, proved ? null : between),
    make("b", { class: proved ? "proved" : "" }, proved ? one.known : say(board, "percent", { n: percent(one.win) })));
}

function hintFoot(board, told) {
  const [lead, rest] = told.equal.length ? told.equal : ["", ""];
  const chances = sheetButton(board, "chances", "solid", () => tell(board, "chances"), say(board, told.chances ? "chances_hide" : "chances_show"));
  chances.setAttribute("aria-pressed", Boolean(told.chances));
  const play = sheetButton(board, "play_first", "primary", () => { if (!board.pending) { playMove(board, told.move); focusTable(board); } });
  play.setAttribute("data-first", "");
  return make("div", { class: "sheet-line foot" }, make("span", { class: "words" }, make("b", {}, lead), " ", rest),
    told.chances ? make("span", { class: "muted small" }, told.axis_text) : null, chances, play);
}

// ---------- can it still be won? ----------

function winnableSheet(board, told) {
  const head = sheetHead(board, { sign: "won", title: say(board, "winnable"), note: told.note });
  if (told.busy) {
    const text = say(board, "searching", { spent: Math.round(told.spent), seconds: told.seconds });
    return [head, progressLine(board, text, told.spent / told.seconds)];
  }
  const buttons = verdictButtons(board, told);
  buttons[0]?.setAttribute("data-first", "");
  const words = make("span", { class: `words verdict ${told.verdict}` }, told.verdict ? icon(VERDICT_SIGNS[told.verdict]) : null,
    make("b", {}, told.title || ""), " ", make("span", {}, told.text || ""));
  return [head, make("div", { class: "sheet-line" }, words, buttons)];
}

const VERDICT_SIGNS = { won: "check", lost: "lost", unknown: "unseen" };

function verdictButtons(board, told) {
  if (!told.verdict) return [sheetButton(board, "ask_solver", "primary", () => askWinnable(board, SHORT))];
  if (told.verdict === "won") return [sheetButton(board, "show_me", "primary", () => tell(board, "line", { action: "show" }))];
  if (!told.longer) return [];
  return LONGER.map((seconds) => {
    const button = sheetButton(board, "search_longer", "solid", () => askWinnable(board, seconds), say(board, "search_longer", { seconds }));
    button.dataset.key = `sheet longer ${seconds}`;
    return button;
  });
}

// ---------- a line, move by move ----------

function lineSheet(board, told) {
  const at = make("span", { class: "words" }, make("b", {}, say(board, "line_at", { at: told.at, total: told.total })), " ", told.text);
  const step = (key, look, off, run) => {
    const button = sheetButton(board, key, look, () => { if (!off) run(); });
    button.setAttribute("aria-disabled", off);
    return button;
  };
  const playing = Boolean(board.ui.autoplay);
  const ended = told.at >= told.total;
  const all = step(playing ? "line_pause" : "line_all", "solid", ended, () => togglePlaying(board));
  all.dataset.key = "sheet line_all";
  const next = step("line_next", "primary", ended, () => act(board, "redo"));
  next.setAttribute("data-first", "");
  return [sheetHead(board, { sign: "play", title: say(board, "line_title"), note: say(board, "line_keys") }),
    make("div", { class: "sheet-line" }, at,
      step("line_back", "solid", told.at === 0, () => act(board, "undo")), next, all,
      step("line_here", "solid", ended, () => { board.ui.autoplay = false; tell(board, "line", { action: "here" }); focusTable(board); }),
      step("line_stop", "solid", false, () => closeSheet(board)))];
}

function togglePlaying(board) {
  board.ui.autoplay = !board.ui.autoplay;
  renderSheet(board);
  goOnPlaying(board, sheetNow(board), 0);
}

/** While a line is played, its next move follows after a while in which the last can be seen. */
function goOnPlaying(board, told, wait = STEP_MS) {
  clearTimeout(board.playTimer);
  if (told?.kind !== "line" || told.at >= told.total) board.ui.autoplay = false;
  if (!board.ui.autoplay) return;
  board.playTimer = setTimeout(() => board.alive && board.ui.autoplay && act(board, "redo"), wait);
}

// ---------- lights on the table ----------

function drawHint(board) {
  board.root.querySelectorAll(".is-hinted").forEach((card) => card.classList.remove("is-hinted"));
  const told = sheetNow(board);
  const here = told?.kind === "hint" && !told.busy && !board.pending && !board.ui.picked;
  if (!here) return;
  for (const card of hintedCards(board, told)) {
    card.classList.add("is-hinted");
    if (!card.querySelector(".mark")) card.append(make("span", { class: "mark lit" }, icon("hint")));
  }
}

OVERLAYS.push(drawHint);

/** Step 1 lights the cards at risk, step 2 the two piles, step 3 where the move goes. */
function hintedCards(board, told) {
  const top = (name) => { const pile = board.piles.get(name); return pile && topElement(pile); };
  if (told.step === 3) return [top(told.move.split(/[-x]/)[1])].filter(Boolean);
  if (told.step === 2) return told.piles.map(top).filter(Boolean);
  return told.spots.map(([name, index]) => board.piles.get(name)?.fan.querySelectorAll(":scope > .card")[index]).filter(Boolean);
}
