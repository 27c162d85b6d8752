// An exercise: question, answer by typing or clicking, hints, verdict. Python judges.

const ASK_SIZES = { small: 14, medium: 16, large: 19, projector: 26 };

function askSay(ask, key, values = {}) {
  const text = (ask.model.get("_texts") || {})[key];
  if (typeof text !== "string") return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function startItem(ask) {
  ask.watch.heard();
  Object.assign(ask, { tries: 0, misses: 0, hints: 0, verdict: null, ringOpen: ask.ringOpen || false });
  drawAsk(ask);
}

const askOver = (ask) => Boolean(ask.verdict && ask.verdict.over);

// ---------- answering ----------

function fillAnswer(ask, text) {
  if (askOver(ask)) return;
  const { many } = ask.item;
  const before = ask.input.value.trim();
  ask.input.value = many && before ? `${before.replace(/,$/, "")}, ${text}` : text;
  markRing(ask);
  ask.live.textContent = ask.input.value;
}

function askSend(ask, trait, value) {
  ask.model.set(trait, value);
  ask.model.save_changes();
  ask.watch.asked();
}

/** The card is not heard in Python, and says so. */
function askUnheard(ask) {
  ask.verdict = { right: null, text: askSay(ask, "gone") };
  showVerdict(ask);
  ask.live.textContent = ask.verdict.text;
}

function commitAnswer(ask) {
  if (askOver(ask)) return;
  ask.tries += 1;
  askSend(ask, "_given", { id: ask.item.id, n: ask.tries, text: ask.input.value, hints: ask.hints });
}

function takeVerdict(ask) {
  const verdict = ask.model.get("_verdict") || {};
  if (verdict.id !== ask.item.id || !verdict.text) return;
  ask.watch.heard();
  ask.verdict = verdict;
  if (verdict.right === false) ask.misses += 1;
  showVerdict(ask);
  showButtons(ask);
  ask.input.disabled = askOver(ask);
  ask.live.textContent = verdict.text;
  if (askOver(ask)) ask.root.querySelector(".buttons .btn")?.focus({ preventScroll: true });
  else ask.input.select();
}

function askHint(ask) {
  ask.hints = Math.min(ask.hints + 1, ask.item.hints.length);
  showHints(ask);
  showButtons(ask);
  ask.live.textContent = ask.item.hints[ask.hints - 1];
}

function askNext(ask) {
  ask.wished = true;
  askSend(ask, "_wish", { next: ask.item.id });
}

// ---------- drawing ----------

function drawAsk(ask) {
  const { item, regions } = ask;
  const title = askSay(ask, item.prediction ? "predict" : "exercise");
  ask.root.setAttribute("aria-label", title);
  ask.input = make("input",
    { type: "text", class: "answer", "aria-label": askSay(ask, "answer"), autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      maxlength: "80", oninput: () => markRing(ask) });
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); commitAnswer(ask); } }, ask.input,
    make("button", { type: "submit", class: "btn primary" }, askSay(ask, item.prediction ? "commit" : "check")));
  regions.head.replaceChildren(make("p", { class: "kicker small muted" }, title), ...askQuestion(ask), ...askTable(ask));
  regions.answer.replaceChildren(form, askKeys(ask));
  regions.ring.replaceChildren(...askRing(ask));
  showVerdict(ask);
  showHints(ask);
  showButtons(ask);
}

/** The question, and below it the lines of a proof where there is one. */
function askQuestion(ask) {
  const [question, ...lines] = ask.item.question.split("\n");
  const asked = make("p", { class: "question" }, question);
  return lines.length ? [asked, make("p", { class: "lines" }, lines.join("\n"))] : [asked];
}

/** Sentences to choose from: a click fills in the number. */
function askChoices(ask) {
  const items = ask.item.choices.map((text, at) => make("li", {},
    make("button", { type: "button", class: "choice", onclick: () => fillAnswer(ask, String(at + 1)) },
      make("span", { class: "nth" }, String(at + 1)), make("span", {}, text))));
  return make("ol", { class: "choices", role: "list", "aria-label": askSay(ask, "choices") }, items);
}

function askKeys(ask) {
  const { form, labels } = ask.item;
  if (form === "choice") return askChoices(ask);
  let words = [];
  if (form === "yes-no") words = [askSay(ask, "yes"), askSay(ask, "no")];
  else if (form === "rank") words = [...labels, askSay(ask, "nothing")];
  else if (form === "ranks" || form === "rank-set") words = labels;
  else if (form === "pile") words = ask.item.piles;
  else if (form === "foundation") words = ["F1", "F2", "F3", "F4"];
  else if (form === "number") words = [askSay(ask, "nothing")];
  const keys = words.map((word) => make("button", { type: "button", class: "key", onclick: () => fillAnswer(ask, word) }, word));
  if (ask.item.many && words.length) keys.push(make("button",
    { type: "button", class: "key", "aria-label": askSay(ask, "delete"), title: askSay(ask, "delete"),
      onclick: () => { ask.input.value = ask.input.value.replace(/,?\s*[^,]*$/, ""); } },
    "⌫"));
  return make("div", { class: "keys", role: "group", "aria-label": askSay(ask, "keys") }, keys);
}

/** The ring is always at hand; a click on a position fills in the answer. */
function askRing(ask) {
  const { clock, labels } = ask.item;
  if (!clock) return [];
  const [n] = clock;
  const face = dialFace(askSay(ask, "ring", { n }), true);
  for (let rank = 1; rank <= n; rank += 1) {
    const label = labels[rank - 1] || String(rank);
    const node = dialNode(rank, n, label, "", (one) => fillAnswer(ask, labels[one - 1] || String(one)), askSay(ask, "position", { rank: label }), rank === 1);
    face.append(node);
  }
  const box = make("details", { ontoggle: (event) => { ask.ringOpen = event.target.open; } }, make("summary", {}, askSay(ask, "clock")), face);
  box.open = ask.ringOpen;
  return [box];
}

function markRing(ask) {
  const chosen = ask.input.value.trim().toLowerCase();
  ask.root.querySelectorAll(".place").forEach((place) => {
    const label = place.querySelector("text").textContent.toLowerCase();
    place.classList.toggle("chosen", label === chosen);
  });
}

function showVerdict(ask) {
  const { verdict } = ask;
  const tone = !verdict ? "" : verdict.right ? " good" : verdict.right === false ? " bad" : "";
  const sign = !verdict || verdict.right === null ? null : icon(verdict.right ? "check" : "arrow");
  ask.regions.verdict.replaceChildren(make("div", { class: `verdict${tone}` }, sign, make("p", {}, verdict ? verdict.text : "")));
}

function showHints(ask) {
  const items = ask.item.hints.slice(0, ask.hints).map((text) => make("li", {}, icon("hint"), make("span", {}, text)));
  ask.regions.hints.replaceChildren(make("ul", { class: "hints" }, items));
}

function showButtons(ask) {
  const { item, hints, misses } = ask;
  const row = [];
  if (askOver(ask) && item.again) row.push(make("button", { type: "button", class: "btn primary", onclick: () => askNext(ask) }, askSay(ask, "next")));
  if (!askOver(ask) && hints < item.hints.length) {
    row.push(make("button", { type: "button", class: "btn solid", onclick: () => askHint(ask) }, icon("hint"), askSay(ask, "hint", { level: hints + 1 })));
    if (misses >= 2 && hints === 0) row.push(make("span", { class: "muted" }, askSay(ask, "offer")));
  }
  if (!askOver(ask) && hints >= item.hints.length && item.again) row.push(make("button",
    { type: "button", class: "btn solid", onclick: () => askNext(ask) }, askSay(ask, "next")));
  ask.regions.buttons.replaceChildren(make("div", { class: "buttons" }, row));
}

// ---------- keys and look ----------

function onAskKey(ask, event) {
  const { key, target } = event;
  if (key === "Tab" || key === "Escape" || (key === "Enter" && (event.shiftKey || event.ctrlKey))) return;
  event.stopPropagation();
  const place = target.closest?.(".place");
  if (!place) return;
  const n = ask.item.clock[0];
  const here = Number(place.dataset.rank);
  const turn = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (turn) {
    const there = ((here + turn - 1 + n) % n) + 1;
    ask.root.querySelectorAll(".place").forEach((one) => one.setAttribute("tabindex", Number(one.dataset.rank) === there ? "0" : "-1"));
    ask.root.querySelector(`.place[data-rank="${there}"]`).focus({ preventScroll: true });
  } else if (key === "Enter" || key === " ") fillAnswer(ask, ask.item.labels[here - 1] || String(here));
  else return;
  event.preventDefault();
}

function askTheme(wanted) {
  if (wanted && wanted !== "auto") return wanted;
  if (window.matchMedia("(prefers-contrast: more)").matches) return "contrast";
  const lab = document.body.dataset.jpThemeLight;
  if (lab) return lab === "false" ? "dark" : "light";
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function render({ model, el }) {
  const root = make("div", { class: "calclab exercise", role: "group", tabindex: "-1" });
  const ask = { model, root, regions: {}, get item() { return model.get("_item") || {}; } };
  ask.watch = watchForAnswer(() => askUnheard(ask));
  const names = ["head", "answer", "ring", "verdict", "hints", "buttons"];
  for (const name of names) ask.regions[name] = make("div", { class: `${name}-area` });
  ask.live = make("div", { class: "sr", "aria-live": "polite" });
  root.append(...names.map((name) => ask.regions[name]), ask.live);
  el.append(root);
  const look = () => {
    root.dataset.theme = askTheme(model.get("theme"));
    root.style.setProperty("--base", `${ASK_SIZES[model.get("size")] || 16}px`);
    root.dataset.layout = (el.clientWidth || 600) < 480 ? "phone" : "desk";
  };
  const fresh = () => {
    look();
    startItem(ask);
    if (ask.wished) ask.input.focus({ preventScroll: true }); // else a board's panel has brought it
    ask.wished = false;
  };
  const heard = () => takeVerdict(ask);
  model.on("change:_item", fresh);
  model.on("change:_verdict", heard);
  model.on("change:theme", look);
  model.on("change:size", look);
  root.addEventListener("keydown", (event) => onAskKey(ask, event));
  const resize = new ResizeObserver(look);
  resize.observe(el);
  const theme = new MutationObserver(look);
  theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  look();
  startItem(ask);
  takeVerdict(ask);
  return () => {
    resize.disconnect();
    theme.disconnect();
    ask.watch.heard();
    model.off("change:_item", fresh);
    model.off("change:_verdict", heard);
    model.off("change:theme", look);
    model.off("change:size", look);
    root.remove();
  };
}

export default { render };
