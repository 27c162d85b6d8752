// The table of an exercise: the turned card, the piles, and the foundations that are not full.
// Cards and colours are those of the board, so they follow theme, size and width as it does.

/** A picture for those who see it; the question says the same in words. */
function askTable(ask) {
  const { table, labels } = ask.item;
  if (!table) return [];
  const turned = table.turned ? [{ name: "S", cards: [table.turned] }] : [];
  return [make("div", { class: "table", role: "img", "aria-label": askSay(ask, "table") },
    make("div", { class: "heaps" }, [...turned, ...table.piles].map((pile) => askPile(pile, labels))),
    make("div", { class: "rows" }, table.foundations.map((foundation) => askFoundation(foundation, labels))))];
}

function askPile({ name, cards }, labels) {
  return make("div", { class: "heap fan-look" },
    make("div", { class: "name small" }, make("b", {}, name), make("span", { class: "muted" }, cards.length || "")),
    cards.length ? cards.map((card) => askCard(card, labels)) : make("span", { class: "slot" }));
}

function askCard(card, labels) {
  return make("span", { class: "card" }, cardFace(card, labels));
}

function askFoundation({ name, chip, colour, sequence, cards, rank, sum, count }, labels) {
  const kind = (place) => place < cards.length - 1 ? "done" : place === cards.length - 1 ? "top" : place === cards.length ? "next" : "";
  const strip = make("ol", { class: "strip" }, sequence.map((one, place) => make("li", { class: kind(place) }, rankLabel(one, labels))));
  strip.style.setProperty("--places", sequence.length > 16 ? Math.ceil(sequence.length / 2) : sequence.length);
  const row = make("div", { class: "row" },
    make("div", { class: "holder fan-look" }, cards.length ? askCard(cards[cards.length - 1], labels) : make("span", { class: "slot" }),
      make("span", { class: "badge" }, rankLabel(rank, labels))),
    make("div", { class: "said" }, make("b", {}, name), make("span", { class: "chip" }, chip), make("span", { class: "small muted" }, sum),
      make("span", { class: "count small muted" }, count)),
    strip);
  row.style.setProperty("--k", `var(--k${colour})`);
  return row;
}
