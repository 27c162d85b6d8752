// Dragging with pointer events: mouse, pen and touch alike.

const DRAG_PX = 6;

function startDrag(board, event) {
  if (event.button !== 0 || board.ui.drag || !event.isPrimary) return;
  board.ui.dragged = false;
  const spot = event.target.closest(".card");
  const name = event.target.closest("[data-pile]")?.dataset.pile;
  if (!spot || !name || !canPick(board, name)) return;
  const grid = board.piles.get(name).kind === "grid";
  if (!grid && !spot.classList.contains("is-top")) return;
  board.ui.drag = { name, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
}

function moveDrag(board, event) {
  const { drag } = board.ui;
  if (!drag || event.pointerId !== drag.id) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost) {
    if (Math.hypot(dx, dy) < DRAG_PX) return;
    liftGhost(board, drag);
  }
  drag.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
  lightUnder(board, event);
}

function liftGhost(board, drag) {
  closeChooser(board);
  if (board.ui.picked !== drag.name) pick(board, drag.name, false);
  const pile = board.piles.get(drag.name);
  const cards = pile.kind === "grid" ? [...pile.fan.querySelectorAll(".card")] : [topElement(pile)];
  const frame = board.root.getBoundingClientRect();
  drag.ghost = make("div", { class: "ghost", "aria-hidden": "true" });
  for (const card of cards) {
    const box = card.getBoundingClientRect();
    const copy = card.cloneNode(true);
    copy.querySelectorAll(".mark").forEach((mark) => mark.remove());
    copy.style.cssText = `position:absolute;left:${box.left - frame.left - board.root.clientLeft}px;top:${box.top - frame.top - board.root.clientTop}px`;
    drag.ghost.append(copy);
    card.classList.add("is-away");
  }
  if (pile.fan.classList.contains("roomy")) drag.ghost.classList.add("fan-look");
  board.root.append(drag.ghost);
  board.root.classList.add("is-dragging");
  capture(board, drag.id);
}

function capture(board, id) {
  try {
    board.root.setPointerCapture(id);
  } catch {
    // a pointer that has already gone cannot be captured
  }
}

function pileUnder(board, event) {
  const page = board.root.getRootNode();
  const hits = page.elementsFromPoint(event.clientX, event.clientY);
  return hits.filter((hit) => board.root.contains(hit)).map((hit) => hit.closest("[data-pile]")).find(Boolean)?.dataset.pile || null;
}

function lightUnder(board, event) {
  const name = pileUnder(board, event);
  for (const pile of board.piles.values()) pile.element.classList.toggle("is-under", pile.name === name);
  look(board, name ? { pile: name, index: board.piles.get(name).cards.length - 1 } : null);
}

function endDrag(board, event) {
  const { drag } = board.ui;
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) {
    board.ui.drag = null;
    return;
  }
  swallowClick(board);
  const target = pileUnder(board, event);
  const from = ghostPlace(drag);
  clearDrag(board);
  if (target && target !== drag.name) {
    board.dropPlace = from;
    drop(board, drag.name, target);
    board.dropPlace = null;
  } else {
    putBack(board);
  }
  if (from && (!board.pending || !target || target === drag.name)) glide(board, new Map([[drag.name, from]]), [{ from: drag.name, to: drag.name }]);
}

/** The click that a browser makes of the end of a drag is not meant. */
function swallowClick(board) {
  board.ui.dragged = true;
  setTimeout(() => { board.ui.dragged = false; }, 0);
}

function ghostPlace(drag) {
  const last = drag.ghost.querySelector(".card:last-child");
  return last ? last.getBoundingClientRect() : null;
}

function clearDrag(board) {
  const { drag } = board.ui;
  if (!drag) return;
  drag.ghost?.remove();
  board.root.querySelectorAll(".is-away").forEach((card) => card.classList.remove("is-away"));
  board.root.querySelectorAll(".is-under").forEach((pile) => pile.classList.remove("is-under"));
  board.root.classList.remove("is-dragging");
  board.ui.drag = null;
}

function cancelDrag(board) {
  clearDrag(board);
  swallowClick(board);
  putBack(board);
}
