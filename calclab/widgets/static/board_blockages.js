// Blockages: tints by distance, arrows from blocker to blocked, a sentence for the card that is looked
// at, quiet warnings. All of it is told by Python (`_overlay`); what is switched off is not even told.

const SWITCHES = ["tint", "arrows", "warn", "loss"];
const TINTS = ["t1", "t2", "t3", "t4", "is-dead"];
const LEGEND = [["t1", 1, "wanted_now"], ["t2", 2, "wanted_2"], ["t3", 3, "wanted_4"], ["t4", 5, "wanted_more"], ["is-dead", null, "never_leaves"]];

TOOLS.splice(TOOLS.findIndex((tool) => tool.id === "new"), 0, {
  id: "blockages", icon: "layers", place: "left", text: true, help: true, phone: false, hides: true,
  off: (board) => !board.table.overlays, on: (board) => Boolean(board.settings.blockages), run: toggleBlockages,
});

function showsBlockages(board) {
  return Boolean(board.settings.blockages && board.table.overlays && !board.state.test);
}

/** Tinted cards carry a word at their right edge, which a further column must not cover. */
const TINTED_ACROSS = 1;

function showsTints(board) {
  return showsBlockages(board) && board.settings.tint;
}

/** What Python has told, if it belongs to what is shown; null while a move waits for its answer. */
function overlayNow(board) {
  const told = board.model.get("_overlay") || {};
  const { serial, n } = board.shown;
  return showsBlockages(board) && told.serial === serial && told.n === n ? told : null;
}

function toggleBlockages(board) {
  if (!board.table.overlays || board.state.test) return announce(board, say(board, board.state.test ? "test_hint" : "no_blockages_here"));
  const on = !board.settings.blockages;
  board.ui.spot = null;
  board.speaksOverlay = on;
  changeSettings(board, { blockages: on });
  if (!on) announce(board, say(board, "blockages_hidden"));
}

/** New marks have come: they are drawn, and spoken of where they were asked for. */
function onOverlay(board) {
  updateLoss(board);
  decorate(board);
  const told = overlayNow(board);
  if (!told || !board.speaksOverlay) return;
  board.speaksOverlay = false;
  if (!board.loss) announce(board, told.summary.join(" "));
}

// ---------- the region: switches, legend, sentence ----------

function blockagesRegion(board) {
  board.note = null;
  if (!showsBlockages(board)) return null;
  const title = say(board, "blockages");
  const switches = make("span", { class: "seg", role: "group", "aria-label": title, "data-rove": "switches" },
    SWITCHES.map((name) => switchButton(board, name)));
  const words = make("span", { class: "words" });
  board.note = make("div", { class: "block-note" }, icon("arrow"), words);
  return make("div", { class: "blockages", role: "group", "aria-label": title },
    make("div", { class: "top" }, switches, board.settings.tint ? legendList(board) : null), board.note);
}

REGIONS.push(blockagesRegion);

function switchButton(board, name) {
  const on = Boolean(board.settings[name]);
  const run = () => {
    board.speaksOverlay = false;
    changeSettings(board, { [name]: !on });
    announce(board, say(board, on ? "switched_off" : "switched_on", { name: say(board, `switch_${name}`) }));
  };
  return make("button", { type: "button", class: on ? "on" : "", "aria-pressed": String(on), "data-key": `switch ${name}`, tabindex: "-1",
    title: say(board, `switch_${name}_hint`), onclick: run }, say(board, `switch_${name}`));
}

function legendList(board) {
  return make("ul", { class: "legend" }, LEGEND.map(([look, distance, key]) =>
    make("li", {}, make("i", { class: look, "aria-hidden": "true" }, tintTag(board, distance)), say(board, key))));
}

function tintTag(board, distance) {
  if (distance === null) return "✕";
  return distance === 1 ? say(board, "tag_now") : say(board, "tag_in", { n: distance });
}

/** The sentence: a warning, the card that is looked at, or the most urgent blockage. */
function updateNote(board, told) {
  if (!board.note) return;
  const warned = warningFor(board, told, board.ui.under);
  const [lead, text] = warned ? [warned, ""] : noteOf(told, board.ui.spot) || told.summary;
  board.note.classList.toggle("careful", Boolean(warned));
  board.note.firstChild.replaceWith(icon(warned ? "warn" : "arrow"));
  board.note.lastChild.replaceChildren(make("b", {}, lead), " ", text);
}

function noteOf(told, spot) {
  return (spot && told.piles[spot.pile]?.notes[spot.index]) || null;
}

// ---------- cards ----------

function drawBlockages(board, layer) {
  const told = overlayNow(board);
  if (!told) return;
  for (const [name, marks] of Object.entries(told.piles)) tintPile(board, board.piles.get(name), marks);
  markWarnings(board, told);
  updateNote(board, told);
  if (board.settings.arrows && !board.ui.proof) drawArrows(board, layer, told);
}

OVERLAYS.push(drawBlockages);

function tintPile(board, pile, { when, dead }) {
  if (!pile) return;
  const { spot, proof } = board.ui;
  pile.fan.querySelectorAll(":scope > .card").forEach((card, index) => {
    const gone = index < dead || when[index] === null;
    const shown = board.settings.tint && !proof;
    const look = shown ? (gone ? "is-dead" : tintOf(when[index])) : proof && gone ? "is-dead" : "";
    const tag = shown ? tintTag(board, gone ? null : when[index]) : "";
    card.classList.toggle("is-spot", !proof && spot?.pile === pile.name && spot.index === index);
    if (card.dataset.tint === `${look} ${tag}`) return;
    card.dataset.tint = `${look} ${tag}`;
    card.classList.remove(...TINTS);
    card.querySelector(".in")?.remove();
    if (look) card.classList.add(look);
    if (tag) card.append(make("span", { class: "in", "aria-hidden": "true" }, tag));
  });
}

function tintOf(distance) {
  return distance <= 1 ? "t1" : distance <= 2 ? "t2" : distance <= 4 ? "t3" : "t4";
}

// ---------- arrows ----------

/** Dotted arrows for the main blockages; solid ones for the card that is looked at; none of them above a target. */
function drawArrows(board, layer, told) {
  const { spot, picked } = board.ui;
  const touches = ([pile, over, under]) => spot && pile === spot.pile && (over === spot.index || under === spot.index);
  const aside = picked && picked !== spot?.pile;
  const lit = aside ? [] : spot && noteOf(told, spot) ? told.blocks.filter(touches) : told.arrows.slice(0, 1);
  const isLit = (arrow) => lit.some((other) => other.join() === arrow.join());
  const frame = board.root.querySelector(".table").getBoundingClientRect();
  const rooms = new Map();
  const draw = (arrow, kind) => {
    const pile = board.piles.get(arrow[0]);
    if (!pile) return;
    if (!rooms.has(pile)) rooms.set(pile, pile.fan.getBoundingClientRect());
    layer.append(arrowShape(board, pile, rooms.get(pile), frame, arrow, kind));
  };
  for (const arrow of told.arrows) if (!isLit(arrow)) draw(arrow, "quiet");
  for (const arrow of lit) draw(arrow, "lit");
}

/** One arrow beside a pile. Cards may be gliding, so their places come from the layout, not the screen. */
function arrowShape(board, pile, fan, frame, [, over, under], kind) {
  const cards = pile.fan.querySelectorAll(":scope > .card");
  const [from, to] = [arrowEnd(cards, over), arrowEnd(cards, under)];
  const [left, top] = [fan.left - frame.left, fan.top - frame.top];
  const size = (kind === "lit" ? 9 : 6.5) * (board.layout === "phone" ? 0.75 : 1);
  const bulge = arrowRoom(board, cards[over].offsetWidth);
  const far = left + Math.max(from.x, to.x) + bulge;
  const [x, y, endX, endY] = [left + from.x, top + from.y, left + to.x, top + to.y];
  return makeSvg("g", { class: `block-arrow ${kind}`, "data-block": `${pile.name} ${over} ${under}` },
    makeSvg("path", { class: "shaft", d: `M${x} ${y}C${far} ${y} ${far} ${endY} ${endX + size} ${endY}` }),
    makeSvg("path", { class: "tip", d: `M${endX} ${endY}l${1.5 * size} ${-0.75 * size}v${1.5 * size}Z` }));
}

/** The right edge of what is seen of a card, in the fan's pixels. */
function arrowEnd(cards, index) {
  const card = cards[index];
  const next = cards[index + 1];
  const beside = [...cards].map((other) => other.offsetLeft).filter((x) => x > card.offsetLeft);
  const right = Math.min(card.offsetLeft + card.offsetWidth, ...beside);
  const seen = next && next.offsetLeft === card.offsetLeft ? next.offsetTop - card.offsetTop : card.offsetHeight * 0.24;
  return { x: right + 1, y: card.offsetTop + seen / 2 };
}

function arrowRoom(board, width) {
  const count = board.table.piles.filter((pile) => pile.kind === "waste" || pile.kind === "column").length;
  const gap = board.layout === "phone" ? 0.13 : Math.min(0.3, pileGap(count));
  return width * gap * 1.25;
}

// ---------- looking at a card ----------

/** The card under the pointer, or the top card of the pile in focus. */
function look(board, spot) {
  const old = board.ui.spot;
  const under = spot?.pile || null;
  if (old?.pile === spot?.pile && old?.index === spot?.index && board.ui.under === under) return;
  board.ui.spot = spot;
  board.ui.under = under;
  if (overlayNow(board)) drawOverlays(board);
}

function lookUnder(board, event) {
  if (!showsBlockages(board) || board.ui.drag?.ghost) return;
  const card = event.target.closest?.(".fan > .card, .fan > .slot");
  const pile = board.piles.get(card?.closest("[data-pile]")?.dataset.pile);
  if (pile && pile.kind !== "foundation") look(board, { pile: pile.name, index: [...pile.fan.children].indexOf(card) });
}

function lookAway(board, event) {
  if (event.pointerType === "mouse") look(board, null);
}

/** Whoever walks the table by keys hears what the top card blocks, or the warning for it. */
function lookAtFocus(board, event) {
  if (!showsBlockages(board) || !event.target.matches?.(".hit:focus-visible")) return;
  const pile = board.piles.get(event.target.dataset.name);
  if (!pile || pile.kind === "foundation") return look(board, null);
  look(board, { pile: pile.name, index: pile.cards.length - 1 });
  const told = overlayNow(board);
  const warned = told && warningFor(board, told, pile.name);
  if (warned) announce(board, warned);
  else if (told && !board.ui.picked && isInvolved(told, board.ui.spot)) announce(board, (noteOf(told, board.ui.spot) || []).join(" "));
}

function isInvolved(told, { pile, index }) {
  return told.blocks.some(([name, over, under]) => name === pile && (over === index || under === index)) || index < (told.piles[pile]?.dead || 0);
}

/** The key: shows the blockages, then goes down the focused pile card by card. */
function lookDeeper(board) {
  if (!showsBlockages(board)) return toggleBlockages(board);
  const told = overlayNow(board);
  const pile = board.piles.get(focusedPile(board));
  if (!told) return;
  if (!pile?.cards.length || !told.piles[pile.name]) return announce(board, told.summary.join(" "));
  const { spot } = board.ui;
  const here = spot?.pile === pile.name && board.speltPile === pile.name;
  const last = pile.cards.length - 1;
  board.speltPile = pile.name;
  look(board, { pile: pile.name, index: here && spot.index > 0 ? spot.index - 1 : last });
  announce(board, (noteOf(told, board.ui.spot) || told.summary).join(" "));
}

function listenToLooks(board) {
  listen(board, board.root, "pointerover", (event) => lookUnder(board, event));
  listen(board, board.root, "pointerleave", (event) => lookAway(board, event));
  listen(board, board.root, "focusin", (event) => lookAtFocus(board, event));
  listen(board, board.root, "focusout", () => { board.speltPile = null; });
}

// ---------- warnings ----------

function warningFor(board, told, target) {
  const { picked } = board.ui;
  return (picked && target && told.warnings[`${picked}-${target}`]) || null;
}

/** Piles where the picked card would do harm; they stay legal, and only carry another mark. */
function warnedPiles(board) {
  const told = overlayNow(board);
  return told && board.ui.picked ? [...board.piles.keys()].filter((name) => warningFor(board, told, name)) : [];
}

function markWarnings(board) {
  for (const name of warnedPiles(board)) {
    const mark = topElement(board.piles.get(name))?.querySelector(".mark.ok");
    mark?.replaceWith(make("span", { class: "mark careful" }, "!"));
  }
}

/** What is added to the sentence about a picked card. */
function warningWords(board) {
  const names = warnedPiles(board);
  return names.length ? say(board, "harm_on", { places: names.join(", ") }) : "";
}
