// The banner of a proved loss, and its proof step by step with the cards concerned lit.
// `board.ui.proof` is the step that is shown, counted from 1, or 0.

const PROOF_MARKS = ["is-cited", "is-dim"];

/** Takes what was told of a loss. While a move waits for its answer the banner stays, and does not flicker. */
function takeLoss(board) {
  const told = overlayNow(board);
  if (!told && showsBlockages(board) && (board.model.get("_overlay") || {}).serial === board.shown.serial) return;
  const before = board.loss;
  board.loss = told?.loss || null;
  if (!board.loss || !before || board.lossAt !== told.n) board.ui.proof = 0;
  board.lossAt = told?.n ?? null;
  if (board.loss && !before) announceMore(board, `${board.loss.title}. ${board.loss.text}`);
}

/** Adds to what the live region has just begun to say. */
function announceMore(board, text) {
  announce(board, [board.live.textContent.trim(), text].filter(Boolean).join(" "));
}

// ---------- banner ----------

function updateLoss(board) {
  takeLoss(board);
  const { ui } = board;
  const shows = Boolean(board.loss);
  board.root.classList.toggle("is-proving", ui.proof > 0);
  const box = board.regions.loss;
  box.hidden = !shows;
  const look = JSON.stringify([shows && board.loss, ui.proof, board.settings.language]);
  if (box.dataset.look !== look) {
    box.dataset.look = look;
    keepFocus(board, () => {
      box.replaceChildren(...(shows ? bannerParts(board) : []));
      fillReasons(board);
    });
  }
}

function bannerParts(board) {
  const { title, text } = board.loss;
  return [icon("lost"), make("div", { class: "words" }, make("h3", {}, title), make("p", {}, text)),
    make("span", { class: "choices" }, backButton(board), stepButton(board))];
}

function backButton(board) {
  const { back } = board.loss;
  if (back === null) return null;
  const run = () => {
    closeProof(board);
    tell(board, "go", { at: back });
    focusTable(board);
  };
  return make("button", { type: "button", class: "btn solid", "data-key": "loss back", onclick: run }, icon("undo"),
    make("span", {}, back ? say(board, "back_to_move", { n: back }) : say(board, "back_to_deal")));
}

function stepButton(board) {
  const { steps } = board.loss;
  const at = board.ui.proof;
  if (!steps.length) return null;
  const last = at === steps.length;
  const text = !at ? say(board, "show_why") : last ? say(board, "back_to_table") : say(board, "next_step", { n: at + 1, total: steps.length });
  return make("button",
    { type: "button", class: "btn primary", "data-key": "loss step", onclick: () => (last ? closeProof(board) : showStep(board, at + 1)) },
    text);
}

// ---------- steps ----------

function reasonsRegion(board) {
  board.reasons = make("ol", { class: "reasons", "aria-label": say(board, "proof_steps"), hidden: true });
  return board.reasons;
}

REGIONS.push(reasonsRegion);

function fillReasons(board) {
  if (!board.reasons) return;
  const at = board.ui.proof;
  board.reasons.hidden = !at;
  if (at) board.reasons.dataset.rove = "reasons";
  else delete board.reasons.dataset.rove;
  board.reasons.replaceChildren(...(at ? board.loss.steps.map(({ n, text }) => make("li", { class: n === at ? "now" : null },
    make("button",
      { type: "button", class: n === at ? "on" : "", "aria-current": n === at ? "step" : null, "data-key": `reason ${n}`,
        tabindex: n === at ? "0" : "-1", onclick: () => showStep(board, n) },
      make("span", { class: "n" }, String(n)), make("span", {}, leadFirst(text))))) : []));
}

/** The first sentence of a step in bold. */
function leadFirst(text) {
  const end = text.indexOf(". ") + 1;
  return end ? [make("b", {}, text.slice(0, end)), text.slice(end)] : [text];
}

function showStep(board, at) {
  const step = board.loss?.steps[at - 1];
  if (!step) return;
  const opens = !board.ui.proof;
  if (opens && board.ui.panel) closePanel(board);
  if (board.ui.picked) putBack(board);
  board.ui.proof = at;
  board.rove.reasons = `reason ${at}`;
  updateLoss(board);
  decorate(board);
  if (opens) setTabStops(board);
  announce(board, `${step.n}. ${step.text}`);
}

function closeProof(board) {
  if (!board.ui.proof) return;
  board.ui.proof = 0;
  updateLoss(board);
  decorate(board);
  setTabStops(board);
}

/** What is rebuilt under the focus gives it back to the same button, or to the table. */
function keepFocus(board, rebuildPart) {
  const active = activeElement(board);
  const key = active?.dataset.key;
  rebuildPart();
  if (!key || board.root.contains(active)) return;
  const again = board.root.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again && again.offsetParent !== null) again.focus({ preventScroll: true });
  else focusTable(board);
}

// ---------- cards ----------

/** Lights the cards and foundations of the step, numbers those of all steps, and dims the rest. */
function drawProof(board) {
  const at = board.ui.proof;
  if (!at && !board.wasProving) return;
  board.wasProving = at > 0;
  const numbers = at ? proofNumbers(board.loss.steps) : new Map();
  for (const pile of board.piles.values()) {
    const cards = pile.fan.querySelectorAll(":scope > .card");
    cards.forEach((card, index) => {
      const place = pile.kind === "foundation" ? pile.name : `${pile.name} ${index}`;
      card.classList.remove(...PROOF_MARKS);
      card.querySelector(".num")?.remove();
      if (at) markProofCard(card, numbers.get(place), at, pile.kind === "foundation");
    });
    if (at && pile.kind === "foundation") sayStop(board, pile);
  }
}

OVERLAYS.push(drawProof);

/** The numbers of the steps in which a card or a foundation is named, by its place. */
function proofNumbers(steps) {
  const numbers = new Map();
  for (const { n, foundations, cards } of steps) {
    for (const place of [...foundations, ...cards.map((spot) => spot.join(" "))]) numbers.set(place, [...(numbers.get(place) || []), n]);
  }
  return numbers;
}

function markProofCard(card, numbers, at, foundation) {
  if (!numbers) return foundation ? undefined : card.classList.add("is-dim");
  const now = numbers.includes(at);
  if (now || !foundation) card.classList.add(now ? "is-cited" : "is-dim");
  card.append(make("span", { class: `mark num${now ? "" : " other"}`, "aria-hidden": "true" }, String(now ? at : numbers[0])));
}

/** Beside a foundation's chip: the rank at which it stops, instead of its sum. */
function sayStop(board, pile) {
  const said = pile.element.querySelector(".said");
  const rank = board.loss.stops[pile.name];
  if (said) said.textContent = rank ? say(board, "stops_at", { rank: rankLabel(rank, board.labels) }) : "";
}
