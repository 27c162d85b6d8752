// The ring of the clock, drawn from plain data. No widget's state; shared by clock and exercises.

const DIAL = { size: 440, centre: 220, ring: 186 };
const DIAL_ICONS = { rewind: "M17 5.5v13L8 12ZM6.5 5.5v13", play: "M8 5.5v13l10-6.5Z", pause: "M8.5 6v12M15.5 6v12",
  back: "M15.5 5.5 8 12l7.5 6.5Z", on: "M8.5 5.5 16 12l-7.5 6.5Z" };

function dialIcon(name) {
  return makeSvg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, makeSvg("path", { d: DIAL_ICONS[name] }));
}

/** The place {x, y} of a rank; rank n lies at the top. */
function dialPoint(rank, n, radius = DIAL.ring) {
  const angle = (2 * Math.PI * rank) / n;
  return { x: DIAL.centre + radius * Math.sin(angle), y: DIAL.centre - radius * Math.cos(angle) };
}

/** The radius of a position: as large as the ring has room for. */
function dialRadius(n) {
  return Math.min(23, DIAL.ring * Math.sin(Math.PI / n) * 0.9);
}

/** A straight line between two ranks that stops short of their circles: {from, to, x, y}. */
function dialChord(start, end, n, shorter = 0) {
  const [a, b] = [dialPoint(start, n), dialPoint(end, n)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [x, y] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const gap = Math.min(dialRadius(n) + 4, length / 2 - 1);
  return {
    from: { x: a.x + x * gap, y: a.y + y * gap },
    to: { x: b.x - x * (gap + shorter), y: b.y - y * (gap + shorter) },
    tip: { x: b.x - x * gap, y: b.y - y * gap }, x, y,
  };
}

const twoPlaces = (number) => number.toFixed(1);
const linePath = ({ from, to }) => `M${twoPlaces(from.x)} ${twoPlaces(from.y)}L${twoPlaces(to.x)} ${twoPlaces(to.y)}`;

function dialArrow(start, end, n, kind) {
  const chord = dialChord(start, end, n, 10);
  const { to, tip, x, y } = chord;
  const wings = [[to.x - x * 5 - y * 9, to.y - y * 5 + x * 9], [to.x - x * 5 + y * 9, to.y - y * 5 - x * 9]];
  const head = [[tip.x, tip.y], ...wings].map((point) => point.map(twoPlaces).join(" ")).join("L");
  return [makeSvg("path", { class: `chord last ${kind}`, d: linePath(chord) }), makeSvg("path", { class: `head ${kind}`, d: `M${head}Z` })];
}

/** The chords of a walk of so many steps; the last one is thick and has a head. */
function dialWalk(sequence, steps, n, kind = "") {
  const parts = [];
  for (let at = 0; at < steps; at += 1) {
    const [start, end] = [sequence[at % sequence.length], sequence[(at + 1) % sequence.length]];
    if (start === end) continue;
    if (at === steps - 1 && kind !== "second") parts.push(...dialArrow(start, end, n, kind));
    else parts.push(makeSvg("path", { class: `chord ${kind}`, d: linePath(dialChord(start, end, n)) }));
  }
  return parts;
}

/** A tick or a cross at the shoulder of a position. */
function dialMark(rank, n, good) {
  const { x, y } = dialPoint(rank, n);
  const off = dialRadius(n) * 0.78;
  return makeSvg("g", { class: good ? "sign ok" : "sign no", transform: `translate(${twoPlaces(x + off)} ${twoPlaces(y - off)})` },
    makeSvg("circle", { r: 10 }), makeSvg("path", { d: good ? "m-4.5.3 3 3.2 5.5-6.4" : "M-3.6-3.6l7.2 7.2M3.6-3.6l-7.2 7.2" }));
}

/**
 * One position. `kind` says how it looks: "", v (visited), cur, un (never touched), hit, miss.
 * With `choose` it is a button that answers to clicks.
 */
function dialNode(rank, n, label, kind, choose, name, tab) {
  const { x, y } = dialPoint(rank, n);
  const radius = dialRadius(n);
  const button = choose ? { role: "button", tabindex: tab ? "0" : "-1", "aria-label": name, "data-rank": rank, onclick: () => choose(rank) } : {};
  const focus = choose ? makeSvg("circle", { class: "ring-focus", cx: twoPlaces(x), cy: twoPlaces(y), r: twoPlaces(radius + 4) }) : null;
  return makeSvg("g", { class: `place ${kind}${choose ? " can" : ""}`, ...button }, focus,
    makeSvg("circle", { class: "node", cx: twoPlaces(x), cy: twoPlaces(y), r: twoPlaces(radius) }),
    makeSvg("text", { x: twoPlaces(x), y: twoPlaces(y), dy: ".36em", "font-size": twoPlaces(radius * 0.9) }, label));
}

/** The hand, turned to `degrees`; it grows from the centre upwards. */
function dialHand(degrees) {
  const top = DIAL.centre - DIAL.ring * 0.64;
  return makeSvg("g", { class: "hand", style: `transform: rotate(${degrees}deg)` },
    makeSvg("path", { d: `M220 220V${twoPlaces(top)}` }), makeSvg("circle", { cx: 220, cy: 220, r: 7 }));
}

/** An empty dial with its ring. */
function dialFace(label, interactive) {
  return makeSvg("svg", { class: "dial", viewBox: "0 0 440 440", role: interactive ? "group" : "img", "aria-label": label },
    makeSvg("circle", { class: "ring", cx: 220, cy: 220, r: DIAL.ring }));
}
