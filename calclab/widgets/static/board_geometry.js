// Where things go: pure functions of numbers and names, without a document.

const FAN_MIN = 0.225;
const FAN_MAX = 0.46;
const FAN_ROOMY = 0.36;
const FAN_ROOM_EM = 27.9;

/**
 * How a pile of cards lies: {step, roomy, rows, columns, across}, lengths as shares of the card's width.
 * `room` is the height for the pile; after `longest` cards a further column begins.
 */
function fanLayout(count, room, longest = Infinity) {
  const rows = Math.min(Math.max(count, 1), longest);
  const columns = Math.max(1, Math.ceil(count / rows));
  const free = rows > 1 ? (room - 1.4) / (rows - 1) : FAN_MAX;
  const step = Math.min(FAN_MAX, Math.max(FAN_MIN, free));
  const roomy = step >= FAN_ROOMY;
  // A further column leaves the whole index of the one before it in sight.
  return { step, roomy, rows, columns, across: roomy ? 0.66 : 0.47 };
}

/** The place {x, y} of card `index` of a fan, as shares of the card's width. */
function fanPlace(index, fan) {
  return { x: Math.floor(index / fan.rows) * fan.across, y: (index % fan.rows) * fan.step };
}

/** "phone", "desk" or "wide" for a widget of so many pixels. */
function chooseLayout(width, size) {
  if (width < 620) return "phone";
  if (width >= 1400 || (size === "projector" && width >= 1150)) return "wide";
  return "desk";
}

const SIZES = { small: 13.5, medium: 16, large: 19, projector: 22.4 };

/** The base font size in pixels, which scales the whole table. */
function chooseBase(width, height, size, layout) {
  if (layout === "phone") {
    const fits = width / 22.5;
    return Math.max(10, Math.min(fits, SIZES[size] || 20));
  }
  if (SIZES[size]) return Math.min(SIZES[size], width / 40);
  if (layout === "wide") return Math.max(16, Math.min(width / 71.4, height / 39.5, 30));
  return Math.max(14, Math.min(16, width / 44, height / 47)); // a low window, with all four foundations
}

/** Space between two piles, as a share of the card's width. */
function pileGap(count) {
  if (count <= 4) return 0.38;
  if (count === 5) return 0.3;
  return count === 6 ? 0.22 : 0.16;
}

/** Cells of a sequence in one line; a long sequence takes two lines. */
function stripPlaces(length) {
  return length > 16 ? Math.ceil(length / 2) : length;
}

/**
 * Whether foundations stand beside the piles ("side") or above them ("stack"). Widths in em;
 * `places` is the longest line of a sequence that is shown, 0 where none is.
 */
function chooseArrangement(widthEm, columns, places, layout) {
  if (layout === "phone") return "stack";
  const piles = 5 * (columns + (columns - 1) * pileGap(columns));
  const stock = layout === "wide" ? 13.4 : 0;
  return widthEm - piles - stock - 4.6 >= Math.max(16, 7.5 + 1.45 * places) ? "side" : "stack";
}

/** How many foundations with their sequences stand side by side above the piles. */
function foundationColumns(widthEm, places) {
  if (!places) return 4;
  return (widthEm - 3.3) / 2 >= 7.5 + 1.3 * places ? 2 : 1;
}

/** Index of the rectangle that an arrow key leads to, or -1. Rectangles are {x, y}: centres. */
function nearestIn(direction, from, others) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[direction];
  let best = -1;
  let least = Infinity;
  others.forEach((other, index) => {
    const along = (other.x - from.x) * dx + (other.y - from.y) * dy;
    const across = Math.abs((other.x - from.x) * dy) + Math.abs((other.y - from.y) * dx);
    if (along < 8) return;
    const cost = along + 2.2 * across;
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}

/** Names of the piles in a state; every list of cards is a pile, but for what is still to come. */
function pileNames(state) {
  return Object.keys(state).filter((key) => /^(S|H|[WFT]\d+|G\d\d)$/.test(key) && Array.isArray(state[key]));
}

/** What glides where between two states: [{from, to}], `from` being null for the stock. */
function glidesBetween(before, after) {
  const names = pileNames(after);
  const top = (cards) => cards[cards.length - 1];
  const gained = names.filter((name) => {
    const old = before[name] || [];
    return after[name].length > old.length || (after[name].length > 0 && after[name].length === old.length && top(after[name]) !== top(old));
  });
  const lost = names.filter((name) => (before[name] || []).length > 0 && top(before[name]) !== top(after[name]));
  if (gained.length > 3) return [];
  return gained.map((to) => {
    const card = top(after[to]);
    const from = lost.find((name) => name !== to && top(before[name]) === card);
    return { from: from || null, to };
  }).filter(({ from, to }) => from || to === "S" || (before.stock || 0) !== (after.stock || 0));
}

/** All moves that lead from one pile to another: [[name, move]]. A swap goes both ways. */
function movesBetween(moves, from, to) {
  return Object.entries(moves).filter(([, move]) =>
    (move.from === from && move.to === to) || (move.kind === "swap" && move.from === to && move.to === from));
}

/** Names of all piles that a pile's card may go to. */
function targetsOf(moves, from) {
  const targets = new Set();
  for (const move of Object.values(moves)) {
    if (move.from === from && move.to) targets.add(move.to);
    if (move.kind === "swap" && move.to === from) targets.add(move.from);
  }
  return targets;
}
