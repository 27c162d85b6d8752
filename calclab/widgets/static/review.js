// The review of a game on the board's sheet: the curve, the turning points, and playing on from them.
// Everything that is said was judged in Python; the browser draws it and says which point was chosen.

const CURVE_PX = { desk: 276, phone: 190 };
const PILES_PX = 260; // of the table, so that its stock and the tops of its piles are seen
const TICKS = [0, 0.25, 0.5, 0.75, 1];

Object.assign(SHEETS, { review: reviewSheet, retry: retrySheet });

TOOLS.splice(TOOLS.findIndex((tool) => tool.id === "save"), 0,
  { id: "review", icon: "curve", place: "more", help: true,
    run: (board) => { closePanel(board); askReview(board); }, off: (board) => !canReview(board), why: whyNoCoach });

function canReview(board) {
  return board.table.coached && !board.state.test && !sheetOf(board, "line") && ((board.model.get("_line") || {}).moves || []).length > 0;
}

function askReview(board, level = null) {
  if (board.state.test) return announce(board, say(board, "test_hint"));
  if (!board.table.coached) return showMessage(board, whyNoCoach(board));
  if (canReview(board)) return ask(board, "review", level ? { level } : {});
  if (!sheetOf(board, "line")) showMessage(board, say(board, "nothing_to_review"));
}

function reviewSheet(board, told) {
  const title = say(board, "review");
  if (told.busy) {
    const text = say(board, "reviewing", { done: told.done, total: told.total });
    return [sheetHead(board, { sign: "curve", title }), progressLine(board, text, told.total ? told.done / told.total : 0)];
  }
  const line = told.has_line ? sheetButton(board, "show_line_from", "solid", () => tell(board, "review_line"),
    say(board, "show_line_from", { n: told.last_chance + 1 })) : null;
  line?.prepend(icon("play"));
  const turns = told.turns.map((turn, index) => turnRow(board, turn, index));
  return [sheetHead(board, { sign: "curve", title, note: told.summary, controls: [line, reviewLevels(board, told)] }),
    curveBox(board, told),
    told.last_text || told.luck_text
      ? make("p", { class: "last-text" }, told.last_text, told.luck_text ? make("span", { class: "luck" }, told.luck_text) : null) : null,
    turns.length
      ? make("ol", { class: "turns", "aria-label": say(board, "turning_points") }, turns)
      : make("p", { class: "sheet-line" }, say(board, "no_turning_points"))].filter(Boolean);
}

function reviewLevels(board, told) {
  const choose = (event) => askReview(board, event.target.value);
  return make("select",
    { class: "level", "aria-label": say(board, "review_level"), title: say(board, "review_level"), "data-key": "review level", onchange: choose },
    LEVELS.map((level) => make("option", { value: level, selected: level === told.level }, say(board, `level_${level}`))));
}

function turnRow(board, turn, index) {
  const percent = (value) => Math.round(100 * value);
  const [before, after] = [percent(turn.before), percent(turn.after)];
  const fell = make("span", { class: "fell", role: "img", "aria-label": say(board, "chance_fell", { before, after }) },
    `${say(board, "percent", { n: before })} `, icon("arrow"), " ", make("b", {}, say(board, "percent", { n: after })));
  const why = make("span", { class: "why" }, turn.why,
    turn.led_to ? make("span", { class: "small muted" }, say(board, "led_to", { text: turn.led_to })) : null);
  const on = sheetButton(board, "play_on", "solid", () => { tell(board, "retry", { turn: index }); focusTable(board); });
  on.dataset.key = `sheet turn ${index}`;
  on.setAttribute("aria-label", say(board, "play_on_label", { n: turn.ply + 1 }));
  return make("li", {}, make("span", { class: "diamond", "aria-hidden": "true" }, String(index + 1)),
    moveWords(board, turn.card, turn.text, say(board, "move_number", { n: turn.ply + 1 })), fell, why, on);
}

// ---------- trying a turning point again ----------

function retrySheet(board, told) {
  const review = sheetButton(board, "back_to_review", "solid", () => tell(board, "review", { back: true }));
  const better = told.better ? null : sheetButton(board, "better_show", "solid", () => tell(board, "better"));
  const sign = icon(told.good ? "check" : "warn");
  const result = told.result
    ? make("p", { class: `result ${told.good ? "good" : "bad"}` }, sign, make("span", {}, told.result))
    : told.busy ? make("p", { class: "result" }, say(board, "thinking")) : null;
  const words = make("span", { class: "words" }, told.task, result, told.better ? betterWords(board, told.better) : null);
  return [sheetHead(board, { sign: "curve", title: say(board, "review") }), make("div", { class: "sheet-line" }, words, better, review)];
}

function betterWords(board, one) {
  const move = [one.card ? cardLabel(one.card, board.labels) : "", one.to].filter(Boolean).join(" ");
  return make("p", { class: "better" }, make("b", {}, say(board, "better_is", { move })), " ", one.why);
}

// ---------- the curve ----------

/** The curve in a box that arrow keys walk along; Enter or a click shows that position on the table. */
function curveBox(board, told) {
  const last = told.curve.length - 1;
  const box = make("div",
    { class: "curve", role: "slider", tabindex: "0", "data-key": "curve", "data-first": true, "aria-label": say(board, "curve"),
      "aria-valuemin": "0", "aria-valuemax": last });
  const point = (at) => {
    board.ui.curveAt = Math.min(Math.max(at, 0), last);
    describe();
    drawCurve(board, box, told);
  };
  const describe = () => {
    const at = board.ui.curveAt ?? last;
    const percent = Math.round(100 * told.curve[at]);
    box.setAttribute("aria-valuenow", at);
    box.setAttribute("aria-valuetext", curveWords(board, at, percent));
  };
  const under = (event) => Math.round(curveScale(board, box, told).at(event.clientX - box.getBoundingClientRect().left));
  const keys = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };
  box.addEventListener("pointermove", (event) => point(under(event)));
  box.addEventListener("pointerleave", () => { board.ui.curveAt = null; describe(); drawCurve(board, box, told); });
  box.addEventListener("click", (event) => { point(under(event)); jump(board, board.ui.curveAt); });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey) jump(board, board.ui.curveAt ?? last);
    else if (event.key in keys) point((board.ui.curveAt ?? last) + keys[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.ui.curveAt = null;
  describe();
  const sizes = new ResizeObserver(() => (board.alive && box.isConnected ? drawCurve(board, box, told) : sizes.disconnect()));
  requestAnimationFrame(() => sizes.observe(box));
  return box;
}

/** Goes to a position of the reviewed line, and lets its piles be seen, below the curve if there is room. */
function jump(board, ply) {
  tell(board, "review_go", { ply });
  const [curve, table] = [board.root.querySelector(".curve"), board.regions.table].map((one) => one.getBoundingClientRect());
  if (table.bottom <= heightForBoard()) return;
  const hasRoom = table.top - curve.top + PILES_PX <= heightForBoard();
  if (!hasRoom) return lookAtTable(board);
  board.root.querySelector(".curve").scrollIntoView({ block: "start", behavior: isStill() ? "auto" : "smooth" });
}

function curveScale(board, box, told) {
  const size = parseFloat(getComputedStyle(box).fontSize);
  const frame = { left: 3.4 * size, right: 1.2 * size, top: 2.4 * size, bottom: 3.2 * size };
  const [width, height] = [box.clientWidth, (CURVE_PX[board.layout] || CURVE_PX.desk) * (size / 16)];
  const last = Math.max(1, told.curve.length - 1);
  const inner = width - frame.left - frame.right;
  return {
    size, width, height, frame, last,
    x: (at) => frame.left + (inner * at) / last,
    y: (chance) => height - frame.bottom - (height - frame.top - frame.bottom) * chance,
    at: (px) => ((px - frame.left) / inner) * last,
  };
}

function drawCurve(board, box, told) {
  const scale = curveScale(board, box, told);
  const { width, height, size } = scale;
  if (width <= 0) return;
  const svg = makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", "font-size": 0.75 * size });
  box.replaceChildren(svg); // words can be measured in the page only
  scale.measure = (text, look = "") => measured(svg, text, look);
  scale.isClear = (left, right, top, bottom) => isClear(told, scale, left, right, top, bottom);
  scale.words = []; // the boxes of words among the curve
  svg.append(...curveAxes(board, scale), ...curveEnd(board, told, scale), ...curveLine(told, scale), ...curvePoints(told, scale),
    ...curveCursor(board, told, scale));
}

function measured(svg, text, look) {
  const probe = curveText(0, 0, text, { look });
  svg.append(probe);
  const width = probe.getComputedTextLength();
  probe.remove();
  return width;
}

/** Whether the curve, and the words beside it, pass by a box. */
function isClear({ curve }, { x, y, size, words }, left, right, top, bottom) {
  const air = 0.4 * size;
  const isFree = words.every((one) => one.right < left || one.left > right || one.bottom < top || one.top > bottom);
  return isFree && curve.every((chance, at) => {
    const ends = [chance, curve[at + 1] ?? chance].map(y);
    const beside = x(at + 1) < left || x(at) > right;
    return beside || Math.max(...ends) < top - air || Math.min(...ends) > bottom + air;
  });
}

function curveText(x, y, text, { anchor = "middle", look = "", ...more } = {}) {
  return makeSvg("text", { x, y, "text-anchor": anchor, class: look, ...more }, text);
}

function curveAxes(board, scale) {
  const { x, y, last, frame, width, height, size } = scale;
  const across = TICKS.flatMap((value) => [makeSvg("path", { d: `M${x(0)} ${y(value)}H${x(last)}`, class: "grid" }),
    curveText(frame.left - 0.6 * size, y(value), say(board, "percent", { n: 100 * value }), { anchor: "end", "dominant-baseline": "central" })]);
  const room = Math.max(1, Math.floor((width - frame.left) / (3 * size)));
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => last / one <= room) || 200;
  const marks = [];
  for (let at = 0; at <= last; at += step) marks.push(curveText(x(at), height - frame.bottom + 1.25 * size, String(at)));
  return [...across, ...marks, curveText((x(0) + x(last)) / 2, height - 0.6 * size, say(board, "moves_played"))];
}

/** The chance at a moment, in words. */
function curveWords(board, at, percent) {
  return say(board, at === 0 ? "curve_start" : "curve_at", { n: at, percent });
}

/** The last moment when the game could be won, the part that is proved lost, and what lies between. */
function curveEnd(board, told, scale) {
  const { x, y, last, size } = scale;
  const shapes = [];
  if (told.lost_from !== null) {
    const from = x(told.lost_from);
    shapes.push(makeSvg("rect", { x: from, y: 0.75 * size, width: Math.max(0, x(last) - from), height: y(0) - 0.75 * size, class: "lost" }));
    shapes.push(...stretchWord(scale, told.lost_from, last, say(board, "curve_lost")));
  }
  if (told.unknown) shapes.push(...stretchWord(scale, ...told.unknown, say(board, "curve_unknown")));
  if (told.last_chance !== null && told.last_chance < last) {
    const at = x(told.last_chance);
    shapes.push(makeSvg("path", { d: `M${at} ${0.75 * size}V${y(0)}`, class: "moment" }));
    shapes.push(...momentWords(scale, at, say(board, "curve_last")));
  }
  return shapes;
}

/** A word in the middle of a stretch, where the curve leaves room for it; none where it does not. */
function stretchWord({ x, y, size, measure, isClear: clear, words }, from, to, text) {
  const middle = (x(from) + x(to)) / 2;
  const half = measure(text) / 2;
  if (x(to) - x(from) < 2 * half + 0.6 * size) return [];
  const height = [0.625, 0.875, 0.375].map(y).find((one) => clear(middle - half, middle + half, one - 0.5 * size, one + 0.5 * size));
  if (height === undefined) return [];
  words.push({ left: middle - half, right: middle + half, top: height - 0.5 * size, bottom: height + 0.5 * size });
  return [curveText(middle, height, text, { "dominant-baseline": "central" })];
}

/** The words beside the line of the last moment: left of it, else right, else in two lines. */
function momentWords({ width, size, frame, measure }, at, text) {
  const [toLeft, toRight] = [at - 0.5 * size - frame.left, width - at - 0.75 * size];
  const long = measure(text, "strong");
  const lines = long <= Math.max(toLeft, toRight) ? [text] : inTwo(text);
  const left = lines.length === 1 ? long <= toLeft : toLeft > toRight;
  const [anchor, start] = left ? ["end", at - 0.5 * size] : ["start", at + 0.5 * size];
  const first = lines.length === 1 ? 1.45 : 1.05;
  return lines.map((line, index) => curveText(start, (first + 0.95 * index) * size, line, { anchor, look: "strong" }));
}

function inTwo(text) {
  const middle = text.length / 2;
  const spaces = [...text].flatMap((letter, at) => (letter === " " ? [at] : []));
  const at = spaces.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function curveLine(told, { x, y, last }) {
  const path = told.curve.map((chance, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(chance).toFixed(1)}`).join("");
  return [makeSvg("path", { d: `${path}V${y(0)}H${x(0)}Z`, class: "area" }),
    makeSvg("path", { d: path, class: "stroke" })].slice(told.curve.length > 1 ? 0 : 2);
}

function curvePoints(told, { x, y, size }) {
  return told.turns.flatMap(({ ply }, index) => {
    const [left, top, half] = [x(ply), y(told.curve[ply]), 0.7 * size];
    return [makeSvg("path", { d: `M${left} ${top - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}Z`, class: "turn" }),
      curveText(left, top, String(index + 1), { look: "turn-number", "dominant-baseline": "central" })];
  });
}

/** Where the pointer is on the curve, with its words inside the frame and off the curve. */
function curveCursor(board, told, { x, y, last, size, measure, isClear: clear }) {
  const at = board.ui.curveAt;
  if (at === null || at === undefined) return [];
  const text = curveWords(board, at, Math.round(100 * told.curve[at]));
  const half = measure(text, "strong") / 2 + 0.5 * size;
  const middle = Math.max(Math.min(x(at), x(last) - half), x(0) + half);
  const tops = [y(1) + 0.3 * size, y(0) - 2 * size, y(0.75), y(0.5), y(0.25)];
  const top = tops.find((one) => clear(middle - half, middle + half, one, one + 1.4 * size)) ?? tops[told.curve[at] > 0.5 ? 1 : 0];
  return [makeSvg("path", { d: `M${x(at)} ${y(1)}V${y(0)}`, class: "cursor" }),
    makeSvg("circle", { cx: x(at), cy: y(told.curve[at]), r: 0.28 * size, class: "here" }),
    makeSvg("rect", { x: middle - half, y: top, width: 2 * half, height: 1.4 * size, rx: 4, class: "plate" }),
    curveText(middle, top + 0.7 * size, text, { look: "strong", "dominant-baseline": "central" })];
}
