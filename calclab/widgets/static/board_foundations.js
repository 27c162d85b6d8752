// The foundations: their cards, what they need, and their sequences.

function foundationRegion(board) {
  const cards = board.layout === "phone";
  const region = make("div", { class: `found ${cards ? "as-cards" : "as-rows"}`, role: "group", "aria-label": say(board, "foundations") });
  const count = board.table.foundations.length;
  if (!count) return null;
  const stacked = board.arrangement === "stack" && !cards;
  region.classList.toggle("many", count > 4 || (stacked && board.foundationColumns === 1));
  region.classList.toggle("one-column", stacked && board.foundationColumns === 1);
  region.classList.toggle("no-strips", !board.settings.strips);
  for (const foundation of board.table.foundations) {
    region.append(cards ? foundationCard(board, foundation) : foundationRow(board, foundation));
  }
  if (!cards || !board.settings.strips) return region;
  const strips = make("div", { class: "strips" }, board.table.foundations.map((foundation) => stripList(board, foundation)));
  return make("div", { class: "found-area" }, region, strips);
}

function foundationRow(board, foundation) {
  const row = make("div", { class: `f ${colourClass(foundation)}`, "data-pile": foundation.name });
  const holder = make("div", { class: "holder" });
  const line = make("div", { class: "line" }, chip(foundation), make("span", { class: "said" }), make("span", { class: "count" }));
  const info = make("div", { class: "info" }, line);
  if (board.settings.strips) info.append(stripList(board, foundation));
  row.append(holder, info);
  registerFoundation(board, foundation, row, holder);
  return row;
}

function foundationCard(board, foundation) {
  const cell = make("div", { class: `f ${colourClass(foundation)}`, "data-pile": foundation.name });
  const holder = make("div", { class: "holder" });
  cell.append(make("div", { class: "chiprow" }, chip(foundation)), holder);
  registerFoundation(board, foundation, cell, holder);
  return cell;
}

function registerFoundation(board, foundation, element, holder) {
  const pile = makePileButton(board, foundation.name, "foundation", holder);
  pile.element = element;
  pile.badge = make("span", { class: "badge need", "aria-hidden": "true" });
  pile.foundation = foundation;
  holder.append(pile.badge);
}

function chip(foundation) {
  return make("span", { class: "chip" }, foundation.chip);
}

function colourClass(foundation) {
  return `k${((foundation.colour - 1) % 8) + 1}`;
}

/** The whole sequence of a foundation; `updateStrip` lights what is built and what is next. */
function stripList(board, foundation) {
  const label = say(board, "sequence_of", { name: foundation.name });
  const list = make("ol", { class: `strip ${colourClass(foundation)}`, "aria-label": label, "data-strip": foundation.name });
  list.style.setProperty("--places", stripPlaces(foundation.sequence.length));
  list.classList.toggle("long", foundation.sequence.length > 16);
  list.append(...foundation.sequence.map((rank) => make("li", {}, rankLabel(rank, board.labels))));
  board.strips.set(foundation.name, list);
  return list;
}

function updateStrip(list, laid) {
  list.dataset.laid = laid;
  [...list.children].forEach((item, place) => {
    item.className = place < laid - 1 ? "done" : place === laid - 1 ? "top" : place === laid ? "next" : "";
    if (place === laid) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
}

function updateFoundations(board) {
  for (const foundation of board.table.foundations) {
    const pile = board.piles.get(foundation.name);
    const cards = board.shown[foundation.name] || [];
    const need = (board.shown.needs || {})[foundation.name] || { rank: null, sum: "", count: "" };
    setCards(board, pile, cards.slice(-1), cards.length);
    updateNeed(board, pile, need);
    pile.button.setAttribute("aria-label", foundationLabel(board, foundation, cards, need));
    const strip = board.strips.get(foundation.name);
    if (strip && strip.dataset.laid !== String(cards.length)) updateStrip(strip, cards.length);
  }
}

function updateNeed(board, pile, need) {
  pile.badge.hidden = need.rank === null || need.rank === undefined;
  pile.badge.textContent = pile.badge.hidden ? "" : rankLabel(need.rank, board.labels);
  pile.need = need;
  const count = pile.element.querySelector(".count");
  if (count) count.textContent = need.count || "";
}

function foundationLabel(board, foundation, cards, need) {
  const name = say(board, "foundation", { name: foundation.name, chip: foundation.chip });
  const top = cards.length ? say(board, "top_card", { card: cardLabel(cards[cards.length - 1], board.labels) }) : say(board, "empty");
  const needs = need.rank ? say(board, "needs", { rank: rankLabel(need.rank, board.labels) }) : say(board, "full");
  return [name, top, needs, need.count].filter(Boolean).join(", ");
}

/** The line beside a chip: the sum, or why a card was refused, or that it would be taken. */
function updateFoundationLine(board, pile, picked, legal, refusal) {
  const said = pile.element.querySelector(".said");
  pile.element.classList.toggle("is-target", legal);
  pile.element.classList.toggle("is-refused", Boolean(refusal));
  if (!said) return;
  said.className = refusal ? "said why" : "said sum";
  const count = pile.element.querySelector(".count");
  count.classList.toggle("go", legal);
  count.textContent = legal ? say(board, "takes", { card: picked }) : refusal ? "" : pile.need.count || "";
  if (legal) count.prepend(icon("arrow"));
  if (refusal) said.textContent = refusal;
  else said.replaceChildren(...sumParts(pile.need.sum || ""));
}

/** "Q + 3 = 15 → 2" with its result in bold. */
function sumParts(sum) {
  const found = /^(.*[=→]\s)(\S+)$/.exec(sum);
  return found ? [document.createTextNode(found[1]), make("b", {}, found[2])] : [document.createTextNode(sum)];
}
