// The table: piles, their cards, and the marks that lie on them.

// Regions that a later feature adds below the stock: functions of the board, null for none.
const REGIONS = [];

/** Builds the regions anew; `updateTable` fills them. DOM order is the order of reading. */
function buildTable(board) {
  board.piles = new Map();
  board.strips = new Map();
  const table = make("div", { class: "table", "data-rove": "table" });
  const stock = stockRegion(board);
  const piles = pilesRegion(board);
  const foundations = foundationRegion(board);
  const regions = board.layout === "phone" ? [foundations, stock, piles] : [stock, piles, foundations];
  if (board.layout !== "phone" && board.arrangement === "stack") regions.splice(1, 2, foundations, piles);
  const after = Math.max(regions.indexOf(stock), 0) + (stock ? 1 : 0);
  regions.splice(after, 0, ...REGIONS.map((region) => region(board)));
  table.append(...regions.filter(Boolean));
  table.classList.toggle("with-blocks", showsBlockages(board));
  table.classList.toggle("with-tints", showsTints(board));
  table.classList.toggle("no-stock", !stock);
  table.append(makeSvg("svg", { class: "overlay", "aria-hidden": "true" }));
  return table;
}

function pilesRegion(board) {
  const piles = board.table.piles.filter((pile) => pile.kind !== "hold");
  if (!piles.length) return null;
  const grid = piles.filter((pile) => pile.kind === "grid");
  const rows = piles.filter((pile) => pile.kind !== "grid");
  const region = make("div", { class: "piles", role: "group", "aria-label": say(board, "piles") });
  if (grid.length) region.append(gridRegion(board, grid));
  if (rows.length) region.append(rowRegion(board, rows));
  return region;
}

function rowRegion(board, piles) {
  const row = make("div", { class: "row" }, piles.map((pile) => pileColumn(board, pile)));
  row.style.setProperty("--gap-piles", pileGap(piles.length));
  row.style.setProperty("--columns", piles.length);
  row.classList.toggle("crowded", piles.length === 5);
  row.classList.toggle("single", piles.length === 1);
  return row;
}

function gridRegion(board, piles) {
  const region = make("div", { class: "rows-of-grid" });
  for (const pile of piles) {
    const column = pileColumn(board, pile);
    column.style.gridRow = pile.row;
    column.style.gridColumn = pile.column;
    region.append(column);
  }
  return region;
}

function pileColumn(board, { name, kind, label, note }) {
  const column = make("div", { class: `pile ${kind}`, "data-pile": name });
  const head = make("div", { class: "head", "aria-hidden": "true" }, make("b", {}, name), make("span", { class: "height" }));
  column.append(head);
  if (note) column.append(make("div", { class: "note-line", "aria-hidden": "true", title: note }, note));
  const pile = makePileButton(board, name, kind, column);
  Object.assign(pile, { element: column, label: label || name, note: note || "", height: head.querySelector(".height") });
  return column;
}

/** The button of a pile, with the fan of its cards in it; kept in `board.piles`. */
function makePileButton(board, name, kind, parent) {
  const fan = make("span", { class: "fan" });
  const button = make("button", { type: "button", class: "hit", "data-key": `pile ${name}`, "data-name": name, tabindex: "-1" }, fan);
  parent.append(button);
  const pile = { name, kind, button, fan, cards: [], element: parent };
  board.piles.set(name, pile);
  return pile;
}

// ---------- cards of a pile ----------

function updateTable(board) {
  updateStock(board);
  for (const pile of board.piles.values()) {
    if (pile.kind === "foundation") continue;
    const cards = board.shown[pile.name] || [];
    setCards(board, pile, cards, cards.length);
    if (pile.height) pile.height.textContent = cards.length;
    pile.button.setAttribute("aria-label", pileLabel(board, pile, cards));
  }
  updateFoundations(board);
  decorate(board);
}

function pileLabel(board, pile, cards) {
  if (pile.kind === "turned") {
    return cards.length ? say(board, "turned_card", { card: cardLabel(cards[0], board.labels) }) : say(board, "no_turned_card");
  }
  const parts = [pile.label];
  if (pile.note) parts.push(pile.note);
  if (!cards.length) return [...parts, say(board, "empty")].join(", ");
  const names = cards.map((card) => cardLabel(card, board.labels)).reverse();
  parts.push(say(board, cards.length === 1 ? "one_card" : "many_cards", { n: cards.length }));
  parts.push(say(board, "top_card", { card: names[0] }));
  if (names.length > 1) parts.push(say(board, "below", { cards: names.slice(1).join(" ") }));
  return parts.join(", ");
}

/** Lays a pile's cards: equal cards stay as elements, so that focus and animations live on. */
function setCards(board, pile, cards, total) {
  const fan = pile.fan;
  const kept = commonStart(pile.cards, cards);
  const elements = [...fan.querySelectorAll(":scope > .card")];
  elements.slice(kept).forEach((element) => element.remove());
  fan.querySelector(":scope > .slot")?.remove();
  for (const name of cards.slice(kept)) fan.append(make("span", { class: "card", "data-card": name }, cardFace(name, board.labels)));
  if (!cards.length) fan.append(make("span", { class: "slot" }));
  pile.cards = cards;
  pile.total = total;
  layFan(board, pile);
}

function commonStart(old, cards) {
  let kept = 0;
  while (kept < old.length && kept < cards.length && old[kept] === cards[kept]) kept += 1;
  return kept;
}

// Piles of which one card is seen: a small index is enough beside its loud rank.
const ALONE = new Set(["foundation", "turned", "hold"]);

function layFan(board, pile) {
  const wraps = pile.kind === "waste" && board.wraps;
  const longest = !wraps ? Infinity : board.layout === "phone" ? 10 : 16;
  const fan = fanLayout(pile.cards.length, roomFor(board, pile), longest);
  if (showsTints(board)) fan.across = TINTED_ACROSS;
  pile.fan.classList.toggle("roomy", fan.roomy && !ALONE.has(pile.kind));
  pile.fan.style.setProperty("--step", fan.step);
  pile.fan.style.setProperty("--rows", Math.min(pile.cards.length, fan.rows) || 1);
  pile.fan.style.setProperty("--across", (fan.columns - 1) * fan.across);
  const elements = [...pile.fan.querySelectorAll(":scope > .card")];
  elements.forEach((element, index) => {
    const { x, y } = fanPlace(index, fan);
    element.style.setProperty("--x", x);
    element.style.setProperty("--y", y);
    element.classList.toggle("is-top", index === elements.length - 1);
  });
}

/** Height for a pile as a share of the card's width. */
function roomFor(board, pile) {
  if (pile.kind === "grid") return 1.4 + 3 * (board.layout === "phone" ? 0.37 : 0.3);
  const width = board.layout === "phone" ? 4.5 : 5;
  return FAN_ROOM_EM / width;
}

// ---------- marks ----------

const CARD_MARKS = ["is-picked", "is-illegal", "is-legal", "is-found", "is-last"];

/** Puts picked, refused, legal, found and last marks on the cards; the first that applies wins. */
function decorate(board) {
  const { ui } = board;
  const legal = ui.picked ? targetsOf(currentMoves(board), ui.picked) : new Set();
  const picked = ui.picked ? pickedLabel(board) : "";
  const last = !ui.picked && !ui.refusal && board.shown.last ? board.shown.last.to : null;
  for (const pile of board.piles.values()) {
    const refusal = ui.refusal && ui.refusal.target === pile.name ? ui.refusal.text : null;
    markPile(board, pile, { legal: legal.has(pile.name), refusal, last: last === pile.name });
    if (pile.kind === "foundation") updateFoundationLine(board, pile, picked, legal.has(pile.name), refusal);
  }
  decorateRibbon(board);
  drawOverlays(board);
  board.root.classList.toggle("is-holding", Boolean(ui.picked));
}

// Drawings above the table, such as arrows: functions (board, layer) that add to an SVG layer whose
// unit is one pixel of the table. A later feature pushes to this list; each is drawn anew after
// every change. `pileBox` tells where a pile's top card lies.
const OVERLAYS = [];

function drawOverlays(board) {
  const layer = board.root.querySelector(".overlay");
  if (!layer || !OVERLAYS.length) return;
  layer.replaceChildren();
  for (const draw of OVERLAYS) draw(board, layer);
}

/** Where a pile's top card lies on the table: {x, y, width, height} in pixels. */
function pileBox(board, name) {
  const pile = board.piles.get(name);
  const element = pile && topElement(pile);
  if (!element) return null;
  const frame = board.root.querySelector(".table").getBoundingClientRect();
  const box = element.getBoundingClientRect();
  return { x: box.left - frame.left, y: box.top - frame.top, width: box.width, height: box.height };
}

function markPile(board, pile, { legal, refusal, last }) {
  const { ui } = board;
  pile.fan.querySelectorAll(".mark").forEach((mark) => mark.remove());
  pile.button.removeAttribute("aria-pressed");
  const spots = [...pile.fan.querySelectorAll(":scope > .card, :scope > .slot")];
  spots.forEach((spot, index) => {
    spot.classList.remove(...CARD_MARKS);
    const onTop = index === spots.length - 1;
    const found = ui.found !== null && spot.dataset.card && parseCard(spot.dataset.card).rank === ui.found;
    const mark = onTop && ui.picked === pile.name ? "is-picked"
      : onTop && refusal ? "is-illegal"
      : onTop && legal ? "is-legal"
      : found ? "is-found"
      : onTop && last ? "is-last" : "";
    if (mark) spot.classList.add(mark);
    if (mark === "is-illegal") spot.append(make("span", { class: "mark no" }, icon("cross")));
    if (mark === "is-legal") spot.append(make("span", { class: "mark ok" }, icon("check")));
  });
  if (ui.picked === pile.name) pile.button.setAttribute("aria-pressed", "true");
}

function pickedLabel(board) {
  const cards = board.shown[board.ui.picked] || [];
  return cards.length ? cardLabel(cards[cards.length - 1], board.labels) : "";
}

// ---------- motion ----------

function topElement(pile) {
  return pile.fan.querySelector(":scope > .card.is-top, :scope > .slot");
}

/** Where the top card of every pile lies now; taken before a change, used after it. */
function topPlaces(board) {
  const places = new Map();
  for (const pile of board.piles.values()) {
    const element = topElement(pile);
    if (element) places.set(pile.name, element.getBoundingClientRect());
  }
  if (board.stockButton) places.set(null, board.stockButton.getBoundingClientRect());
  return places;
}

function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Lets cards glide from where they were; nothing waits for it. */
function glide(board, places, glides) {
  if (isStill()) return;
  for (const { from, to } of glides) {
    const pile = board.piles.get(to);
    const start = places.get(from);
    const element = pile && topElement(pile);
    if (!element || !start) continue;
    const end = element.getBoundingClientRect();
    const shift = `translate(${start.left - end.left}px, ${start.top - end.top}px)`;
    pile.element.classList.add("is-moving");
    const animation = element.animate([{ transform: shift }, { transform: "none" }], { duration: 180, easing: "cubic-bezier(.2,.8,.2,1)" });
    animation.onfinish = animation.oncancel = () => pile.element.classList.remove("is-moving");
  }
}

function shake(board, name) {
  const pile = board.piles.get(name);
  const element = pile && topElement(pile);
  if (!element || isStill()) return;
  const frames = [0, -3, 3, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(frames, { duration: 240 });
}
