// Cards as pictures, and small helpers for making elements. Pure functions; no widget's state.
// GLYPHS is put before this file by calclab/widgets/assets.py.

const SVG = "http://www.w3.org/2000/svg";
const SUIT_SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const RANK_LETTERS = { A: 1, J: 11, Q: 12, K: 13 };

// ---------- elements ----------

/** An HTML element. Text children become text nodes, never markup. */
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// ---------- names ----------

/** {rank, suit} of a card's canonical name, such as "10H", "QS" or "14C". */
function parseCard(name) {
  const letters = name.slice(0, -1);
  return { rank: RANK_LETTERS[letters] || Number(letters), suit: name.slice(-1) };
}

function rankLabel(rank, labels) {
  return (labels && labels[rank - 1]) || String(rank);
}

/** The card in the reader's letters, such as "D♠" for the queen in German. */
function cardLabel(name, labels) {
  const { rank, suit } = parseCard(name);
  return rankLabel(rank, labels) + SUIT_SIGNS[suit];
}

// ---------- strokes ----------

/** {half, strokes: [[shift, path]]} of a rank's label: half its width, and where each stroke lies. */
function rankStrokes(label) {
  const single = GLYPHS.ranks[label];
  if (single) return { half: single[0], strokes: [[0, single[1]]] };
  const letters = [...label].map((letter) => GLYPHS.ranks[letter] || GLYPHS.ranks[0]);
  const gap = 24;
  const whole = letters.reduce((sum, [half]) => sum + 2 * half, gap * (letters.length - 1));
  let left = -whole / 2;
  const strokes = letters.map(([half, path]) => {
    const placed = [left + half, path];
    left += 2 * half + gap;
    return placed;
  });
  return { half: whole / 2, strokes };
}

function drawRank(label, kind, x, y, scale) {
  const { half, strokes } = rankStrokes(label);
  const narrow = Math.min(1, 54 / half);
  return makeSvg(
    "g",
    { class: `glyph ${kind}`, transform: `translate(${x} ${y}) scale(${scale * narrow} ${scale})` },
    strokes.map(([shift, path]) => makeSvg("path", { d: path, transform: shift ? `translate(${shift} 0)` : null })),
  );
}

function drawSuit(suit, x, y, scale) {
  const red = suit === "D" || suit === "H" ? " r" : "";
  return makeSvg("path", { class: `suit${red}`, d: GLYPHS.suits[suit], transform: `translate(${x} ${y}) scale(${scale})` });
}

// ---------- faces ----------

const faces = new Map();

/** A face is drawn once and copied afterwards. */
function copyOf(key, draw) {
  if (!faces.has(key)) faces.set(key, draw());
  return faces.get(key).cloneNode(true);
}

/** The face of a card: a small index in the corner, the loud rank in the middle. */
function cardFace(name, labels) {
  const { rank, suit } = parseCard(name);
  const label = rankLabel(rank, labels);
  return copyOf(`card ${label} ${suit}`, () => {
    const half = Math.min(54, rankStrokes(label).half);
    const x = 7.45 + 0.125 * half;
    return makeSvg(
      "svg",
      { viewBox: "0 0 80 112", "aria-hidden": "true" },
      makeSvg("g", { class: "corner" }, drawRank(label, "idx", x, 3.6, 0.125), drawSuit(suit, 2 * x + 2.1, 10, 0.46)),
      makeSvg("g", { class: "centre" }, drawRank(label, "big", 40, 42, 0.52)),
    );
  });
}

/** A small tile for the ribbon: the rank above its suit. */
function tileFace(name, labels) {
  const { rank, suit } = parseCard(name);
  const label = rankLabel(rank, labels);
  return copyOf(`tile ${label} ${suit}`, () =>
    makeSvg(
      "svg",
      { viewBox: "0 0 30 37", "aria-hidden": "true" },
      drawRank(label, "idx", 15, 5.5, 0.155),
      drawSuit(suit, 15, 30, 0.36),
    ),
  );
}

/** A tile that lies on its side: the rank beside its suit. */
function flatTileFace(name, labels) {
  const { rank, suit } = parseCard(name);
  const label = rankLabel(rank, labels);
  return copyOf(`flat ${label} ${suit}`, () =>
    makeSvg(
      "svg",
      { viewBox: "0 0 50 28", "aria-hidden": "true" },
      drawRank(label, "idx", 19, 6.2, 0.155),
      drawSuit(suit, 38, 14, 0.36),
    ),
  );
}

/** The back: thirteen points joined by fives. */
function cardBack() {
  return copyOf("back", () => {
    const points = GLYPHS.back.points.map(([x, y]) => makeSvg("circle", { cx: x, cy: y, r: 1.7, fill: "currentColor" }));
    const corners = [["S", 13, 14], ["H", 67, 14], ["D", 13, 98], ["C", 67, 98]].map(([suit, x, y]) =>
      makeSvg("path", { d: GLYPHS.suits[suit], fill: "currentColor", opacity: 0.8, transform: `translate(${x} ${y}) scale(.26)` }),
    );
    return makeSvg(
      "svg",
      { viewBox: "0 0 80 112", "aria-hidden": "true" },
      makeSvg("rect", { x: 5, y: 5, width: 70, height: 102, rx: 4.5, fill: "none", stroke: "currentColor", "stroke-width": 1.1, opacity: 0.75 }),
      makeSvg(
        "g",
        { fill: "none", stroke: "currentColor", "stroke-width": 0.8, opacity: 0.85 },
        makeSvg("path", { d: GLYPHS.back.star }),
        makeSvg("circle", { cx: 40, cy: 56, r: 32.5 }),
      ),
      points,
      corners,
    );
  });
}

// ---------- icons ----------

const ICONS = {
  down: "m7 10 5 5 5-5",
  undo: "M8.5 4.5 4 9l4.5 4.5M4 9h10.5a5.5 5.5 0 0 1 0 11H9",
  redo: "M15.5 4.5 20 9l-4.5 4.5M20 9H9.5a5.5 5.5 0 0 0 0 11H15",
  play: "M8 5.5v13l10-6.5Z",
  curve: "M4 20h16M4 15.5l5-6 4 3.5 7-8.5",
  hint: "M9 18h6M10 21h4M8.2 14.5a6 6 0 1 1 7.6 0c-.6.6-.9 1.2-.9 2H9.1c0-.8-.3-1.4-.9-2Z",
  layers: "m4 9 8-4.5L20 9l-8 4.5ZM4 13.5l8 4.5 8-4.5",
  clock: "M12 7.5V12l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z",
  plus: "M12 5v14M5 12h14",
  restart: "M19.5 12.5a7.5 7.5 0 1 1-2.2-5.8L20 9.4M20 4.5v4.9h-4.9",
  rules: "M5 4.5h9.5A2.5 2.5 0 0 1 17 7v12.5H7.5A2.5 2.5 0 0 1 5 17ZM8.5 9h5M8.5 12.5h5",
  settings: "M4 7h9M18 7h2M4 17h2M11 17h9M15.5 4.7v4.6M8.5 14.7v4.6",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  moves: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  save: "M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19.5h14",
  load: "M12 15V4M7.5 8.5 12 4l4.5 4.5M5 19.5h14",
  statistics: "M5 20V11M12 20V4M19 20v-6",
  keyboard: "M3.5 7h17v10.5h-17ZM7 10.5h.01M10.5 10.5h.01M14 10.5h.01M17.5 10.5h.01M8 14h8",
  flag: "M6 21V4h11.5l-2.5 4 2.5 4H6",
  finish: "m5 5 6 7-6 7M13 5l6 7-6 7",
  unseen: "M3 12s3.2-6 9-6 9 6 9 6-3.2 6-9 6-9-6-9-6ZM12 9.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8ZM4.5 20 19.5 4",
  find: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15 15l5 5",
  strips: "M4 8h16v8H4ZM9.3 8v8M14.7 8v8",
  close: "m6 6 12 12M18 6 6 18",
  check: "m5 12.5 4.5 4.5L19 7.5",
  cross: "m7 7 10 10M17 7 7 17",
  arrow: "M5 12h14M13.5 6.5 19 12l-5.5 5.5",
  won: "M7.5 4h9v6a4.5 4.5 0 0 1-9 0ZM7.5 6H4.5c0 3 1 4.5 3.3 4.8M16.5 6h3c0 3-1 4.500-3.3 4.8M12 14.500V19M8.500 20h7",
  lost: "M12 8v5M12 16.5v.2M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2Z",
  warn: "M12 4 3 19.500h18ZM12 10v4.500M12 17h.01",
};

function icon(name) {
  return makeSvg("svg", { class: `icon i-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, makeSvg("path", { d: ICONS[name] }));
}
