// The stock: its pile, the turned card, the hold cell, the ribbon of what is coming, and the finder.

function stockRegion(board) {
  const { table } = board;
  const hold = table.piles.filter((pile) => pile.kind === "hold");
  if (!table.has_stock && !hold.length && !(table.indicators || []).length) return showsFinder(board) ? finderRegion(board) : null;
  const region = make("div", { class: "stock", role: "group", "aria-label": say(board, "stock") });
  const cards = make("div", { class: "stock-cards" });
  if (table.has_stock) cards.append(stockPile(board));
  if (table.has_turned) cards.append(turnedPile(board));
  for (const pile of hold) cards.append(holdPile(board, pile));
  region.append(cards);
  if ((table.indicators || []).length) region.append(indicatorRow(board));
  region.append(ribbonRegion(board));
  return region;
}

function stockPile(board) {
  const button = make("button", { type: "button", class: "hit", "data-key": "stock", "data-stock": true, tabindex: "-1" });
  board.stockButton = button;
  board.stockBadge = make("span", { class: "badge", "aria-hidden": "true" });
  return make("div", { class: "stockpile" }, button, board.stockBadge);
}

function turnedPile(board) {
  const holder = make("div", { class: "turned", "data-pile": "S" });
  makePileButton(board, "S", "turned", holder);
  return holder;
}

function holdPile(board, { name, label }) {
  const holder = make("div", { class: "holdcell", "data-pile": name });
  const pile = makePileButton(board, name, "hold", holder);
  Object.assign(pile, { label, note: "" });
  holder.append(make("span", { class: "cell-name", "aria-hidden": "true" }, label || name));
  return holder;
}

function indicatorRow(board) {
  const cards = board.table.indicators;
  const names = cards.map((card) => cardLabel(card, board.labels)).join(" ");
  return make("div", { class: "indicators", role: "img", "aria-label": say(board, "indicators", { cards: names }) },
    make("span", { class: "cap" }, say(board, "indicator_row")),
    make("span", { class: "tiles" }, cards.map((card) => make("span", { class: "tile" }, tileFace(card, board.labels)))));
}

/** A phone has no room for the ranks to find until they are asked for. */
function showsFinder(board) {
  return board.layout !== "phone" || board.ui.finderOpen || board.settings.unseen;
}

// ---------- ribbon ----------

const COMING = [[0, "coming_hidden"], [1, "coming_1"], [5, "coming_5"], [-1, "coming_all"]];

function ribbonRegion(board) {
  const ribbon = make("div", { class: `ribbon${showsFinder(board) ? " with-finder" : ""}` });
  if (board.table.has_stock) {
    board.tiles = make("ol", { class: "tiles", "aria-label": say(board, "coming") });
    ribbon.append(ribbonTop(board), board.tiles);
  }
  if (showsFinder(board)) ribbon.append(finderRegion(board));
  return ribbon;
}

function ribbonTop(board) {
  board.legend = make("span", { class: "cap legend-ready" }, make("i", { class: "bar-ready" }), say(board, "fits_now"));
  const group = make("span", { class: "seg", role: "group", "aria-label": say(board, "visible_stock"), "data-rove": "coming" });
  for (const [value, key] of COMING) {
    const on = board.settings.coming === value;
    group.append(make("button", {
      type: "button", class: on ? "on" : "", "aria-pressed": on, "data-key": `coming ${value}`, tabindex: "-1",
      onclick: () => changeSettings(board, { coming: value }),
    }, say(board, key)));
  }
  return make("div", { class: "top" }, make("b", { class: "cap" }, say(board, "coming")), group, board.legend);
}

/** Tiles of the coming cards; a bar marks those whose rank a foundation needs now. */
function updateRibbon(board) {
  if (!board.tiles) return;
  const coming = board.shown.coming || [];
  const needed = new Set(Object.values(board.shown.needs || {}).map((need) => need.rank));
  const flat = liesFlat(board);
  const look = JSON.stringify([coming, [...needed], flat, board.labels.slice(0, 13)]);
  if (board.tiles.dataset.look === look) return;
  board.tiles.dataset.look = look;
  const items = coming.map((card, index) => {
    const ready = needed.has(parseCard(card).rank);
    return comingTile(board, card, index + 1, ready, flat);
  });
  board.tiles.replaceChildren(...items);
  board.tiles.hidden = items.length === 0;
  board.tiles.classList.toggle("flat", flat);
  board.tiles.closest(".ribbon").classList.toggle("long", coming.length > 15);
  board.tiles.closest(".ribbon").classList.toggle("none", coming.length === 0);
  board.legend.hidden = !items.some((item) => item.classList.contains("ready") || item.querySelector(".ready"));
}

/** On a projector a few coming cards stand one under the other, each with its distance. */
function liesFlat(board) {
  return board.layout === "wide" && board.arrangement === "side" && (board.shown.coming || []).length <= 5;
}

/** The small number under a tile: of the first, of every fifth, and of what was found. */
function placeText(board, place, found) {
  if (liesFlat(board)) return inCards(board, place);
  const few = (board.shown.coming || []).length <= 5;
  return few || found || place === 1 || place % 5 === 0 ? String(place) : "";
}

function comingTile(board, card, place, ready, flat) {
  const words = [cardLabel(card, board.labels), inCards(board, place), ready ? say(board, "fits_now") : null].filter(Boolean).join(", ");
  const tile = make("span", { class: `tile${ready ? " ready" : ""}`, role: "img", "aria-label": words, title: words, "data-card": card },
    flat ? flatTileFace(card, board.labels) : tileFace(card, board.labels));
  const nth = make("span", { class: "nth", "aria-hidden": "true", "data-place": place });
  return make("li", { class: "coming-card" }, tile, nth);
}

function inCards(board, place) {
  return place === 1 ? say(board, "in_one_card") : say(board, "in_n_cards", { n: place });
}

/** Lights the found rank in the ribbon, and says how far away it is. */
function decorateRibbon(board) {
  if (board.tiles) {
    board.tiles.querySelectorAll(".coming-card").forEach((item) => {
      const tile = item.querySelector(".tile");
      const nth = item.querySelector(".nth");
      const place = Number(nth.dataset.place);
      const found = parseCard(tile.dataset.card).rank === board.ui.found;
      tile.classList.toggle("is-found", found);
      nth.classList.toggle("is-found", found);
      nth.textContent = placeText(board, place, found);
    });
  }
  board.finder?.querySelectorAll("button").forEach((button) => {
    const on = Number(button.dataset.rank) === board.ui.found;
    button.classList.toggle("on", on);
    button.setAttribute("aria-pressed", on);
  });
}

// ---------- finder ----------

function finderRegion(board) {
  const row = make("div", { class: "finder", role: "group", "aria-label": say(board, "find_rank"), "data-rove": "finder" });
  row.append(make("span", { class: "cap" }, say(board, "find_rank")));
  const buttons = make("span", { class: "ranks" });
  for (let rank = 1; rank <= board.table.modulus; rank += 1) {
    buttons.append(make("button", {
      type: "button", "data-rank": rank, "data-key": `find ${rank}`, tabindex: "-1",
      onclick: () => findRank(board, board.ui.found === rank ? null : rank),
    }, make("span", {}, rankLabel(rank, board.labels)), board.settings.unseen ? make("small", { class: "left" }) : null));
  }
  row.append(buttons);
  row.classList.toggle("with-unseen", board.settings.unseen);
  board.finder = row;
  return row;
}

function updateFinder(board) {
  board.finder?.querySelectorAll("button").forEach((button) => {
    const rank = button.dataset.rank;
    const label = rankLabel(Number(rank), board.labels);
    const left = (board.shown.unseen || {})[rank] || 0;
    const small = button.querySelector(".left");
    if (small) small.textContent = left;
    button.setAttribute("aria-label", board.settings.unseen
      ? say(board, "find_with_unseen", { rank: label, n: left }) : say(board, "find_one", { rank: label }));
  });
}

/** Lights every copy of a rank and says where they are; null puts the light out. */
function findRank(board, rank) {
  board.ui.found = rank;
  decorate(board);
  updateStatus(board);
  announce(board, rank === null ? say(board, "find_ended") : foundSentence(board));
}

function foundSentence(board) {
  const places = foundPlaces(board, board.ui.found);
  return say(board, "found", { rank: rankLabel(board.ui.found, board.labels), places: places.length ? places.join(", ") : say(board, "found_nowhere") });
}

function foundPlaces(board, rank) {
  const is = (card) => parseCard(card).rank === rank;
  const places = [];
  if ((board.shown.S || []).some(is)) places.push(say(board, "found_turned"));
  for (const pile of board.table.piles) {
    const cards = board.shown[pile.name] || [];
    cards.forEach((card, index) => {
      if (!is(card)) return;
      const above = cards.length - 1 - index;
      places.push(say(board, above ? "found_under" : "found_on", { name: pile.name, n: above }));
    });
  }
  (board.shown.coming || []).forEach((card, index) => { if (is(card)) places.push(inCards(board, index + 1)); });
  const laid = board.table.foundations.reduce((sum, { name }) => sum + (board.shown[name] || []).filter(is).length, 0);
  if (laid) places.push(say(board, "found_laid", { n: laid }));
  const left = ((board.shown.unseen || {})[rank] || 0) - (board.shown.coming || []).filter(is).length;
  if (left > 0) places.push(say(board, "found_unseen", { n: left }));
  return places;
}

// ---------- the stock itself ----------

function updateStock(board) {
  updateRibbon(board);
  updateFinder(board);
  const button = board.stockButton;
  if (!button) return;
  const count = board.shown.stock || 0;
  const moves = currentMoves(board);
  const redeal = "redeal" in moves && !("deal" in moves);
  button.replaceChildren(stockFace(count, redeal));
  board.stockBadge.textContent = count;
  board.stockBadge.hidden = redeal && !count;
  const words = [count ? say(board, "stock_cards", { n: count }) : say(board, "stock_empty")];
  if ("deal" in moves) words.push(say(board, "click_deals"));
  if (redeal) words.push(say(board, "click_redeals"));
  button.setAttribute("aria-label", words.join(", "));
  button.classList.toggle("acts", "deal" in moves || redeal);
}

function stockFace(count, redeal) {
  if (count > 0) return make("span", { class: `card back${count > 1 ? " deep" : ""}` }, cardBack());
  return make("span", { class: `slot${redeal ? " is-legal" : ""}` }, redeal ? icon("restart") : null);
}
