// The clock: the hand, the star it draws, its sequence, and predicting where it goes next.
// Sequences, sums and judgements come from Python; here they are shown, counted and walked along.

const BEAT_MS = 900;
const CLOCK_SIZES = { small: 14, medium: 16, large: 19, projector: 24 };

function createClock(model, host) {
  const root = make("div", { class: "calclab clock", tabindex: "-1", role: "group" });
  return {
    model, host, root, cleanups: [], regions: {}, playing: null, trial: null, verdict: null, focusRank: null, turned: null, typed: "", unheard: false,
    get dial() { return model.get("_dial") || {}; },
    get texts() { return model.get("_texts") || {}; },
    get step() { return model.get("step") || 0; },
    get asks() { return Boolean(model.get("predict")); },
  };
}

function clockSay(clock, key, values = {}) {
  const text = clock.texts[key];
  if (typeof text !== "string") return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

const clockLabel = (clock, rank) => rankLabel(rank, clock.dial.labels);
const signedStep = (step) => String(step).replace("-", "−");

function clockNow(clock) {
  const { sequence } = clock.dial;
  const length = sequence.length;
  const closed = clock.step >= length;
  return { length, closed, at: sequence[clock.step % length], next: sequence[(clock.step + 1) % length], seen: new Set(sequence.slice(0, clock.step + 1)) };
}

// ---------- acting ----------

function setClock(clock, changes) {
  for (const [name, value] of Object.entries(changes)) clock.model.set(name, value);
  clock.model.save_changes();
}

function moveHand(clock, step) {
  const length = clock.dial.sequence.length;
  const to = Math.min(Math.max(step, 0), length);
  clock.trial = clock.verdict = null;
  if (to !== clock.step) setClock(clock, { step: to });
  const { at, closed } = clockNow(clock);
  const sum = to > 0 ? clock.dial.sums[(to - 1) % length] : "";
  announceClock(clock, closed ? clock.dial.closing : sum || clockLabel(clock, at));
  showClock(clock);
}

function pauseClockHand(clock) {
  clearInterval(clock.playing);
  clock.playing = null;
}

function playClockHand(clock) {
  if (clock.playing) {
    pauseClockHand(clock);
    return showClock(clock);
  }
  if (clockNow(clock).closed) moveHand(clock, 0);
  clock.playing = setInterval(() => {
    moveHand(clock, clock.step + 1);
    if (clockNow(clock).closed) {
      pauseClockHand(clock);
      showClock(clock);
    }
  }, BEAT_MS);
  showClock(clock);
}

/** Asks Python for other numbers; what does not fit comes back fitting. */
function wantNumbers(clock, changes) {
  const { n, interval, base, overlay } = clock.dial;
  const wanted = { modulus: n, interval, base, overlay, ...changes };
  if ("interval" in changes && base === ((interval % n) + n) % n) wanted.base = (((changes.interval % n) + n) % n) || n;
  pauseClockHand(clock);
  clock.trial = clock.verdict = null;
  clock.wanted = (clock.wanted || 0) + 1;
  setClock(clock, { _wanted: { ...wanted, id: clock.wanted } });
  clock.watch.asked();
}

/** Other numbers were wanted and have not come; that is said until they do. */
function clockUnheard(clock) {
  clock.unheard = true;
  showClock(clock);
}

// ---------- predicting ----------

function choosePlace(clock, rank) {
  clock.focusRank = rank;
  if (clock.trial) return goOnAfterMiss(clock);
  const { at, next, closed } = clockNow(clock);
  if (closed) return;
  const name = clock.dial.judge[at - 1][rank - 1];
  if (name === "right") {
    const values = { right: clock.model.get("right") + 1, step: clock.step + 1 };
    clock.verdict = { good: true, lead: clockSay(clock, "lead_right", { right: clockLabel(clock, next) }), text: clock.dial.sums[clock.step] };
    setClock(clock, values);
  } else {
    clock.trial = { clicked: rank, right: next };
    clock.verdict = missed(clock, name, at, rank, next);
    const mistakes = { ...(clock.model.get("mistakes") || {}) };
    mistakes[name] = (mistakes[name] || 0) + 1;
    setClock(clock, { wrong: clock.model.get("wrong") + 1, mistakes });
  }
  const closing = clockNow(clock).closed ? ` ${clock.dial.closing}` : "";
  announceClock(clock, `${clock.verdict.lead} ${clock.verdict.text}${closing}`);
  showClock(clock);
}

function missed(clock, name, top, clicked, right) {
  const { n, interval } = clock.dial;
  const sign = interval > 0 ? 1 : -1;
  const walk = Array.from({ length: Math.abs(interval) }, (_unused, one) => clockLabel(clock, (((top + sign * (one + 1) - 1) % n) + n) % n + 1));
  const values = { top: clockLabel(clock, top), last: clockLabel(clock, n), step: Math.abs(interval), walk: walk.join(", "),
    other: (((clicked - top) * sign) % n + n) % n };
  return { good: false, lead: clockSay(clock, "lead_wrong", { right: clockLabel(clock, right), clicked: clockLabel(clock, clicked) }),
    text: clockSay(clock, `mistake_${name}`, values) };
}

function goOnAfterMiss(clock) {
  clock.focusRank = clock.trial?.right ?? clock.focusRank;
  moveHand(clock, clock.step + 1);
}

function setMode(clock, asks) {
  pauseClockHand(clock);
  clock.trial = clock.verdict = null;
  setClock(clock, { predict: asks, step: 0, right: 0, wrong: 0, mistakes: {} });
  showClock(clock);
}

// ---------- drawing ----------

function nodeKind(clock, rank, now) {
  const { trial } = clock;
  if (trial && rank === trial.right) return "hit";
  if (trial && rank === trial.clicked) return "miss";
  if (rank === now.at) return "cur";
  if (now.seen.has(rank)) return "v";
  return now.closed ? "un" : "";
}

function drawClockFace(clock) {
  const { dial, trial, asks } = clock;
  const now = clockNow(clock);
  const title = clockSay(clock, "title", { n: dial.n, k: signedStep(dial.interval) });
  const can = asks && !now.closed;
  const face = dialFace(title, can);
  if (dial.second) face.append(...dialWalk(dial.second, Math.min(clock.step, dial.second.length), dial.n, "second"));
  face.append(...dialWalk(dial.sequence, clock.step, dial.n, trial ? "past" : ""));
  if (trial) face.append(makeSvg("path", { class: "trial", d: linePath(dialChord(now.at, trial.clicked, dial.n)) }),
    ...dialArrow(now.at, trial.right, dial.n, ""));
  const degrees = (360 * (dial.base + clock.step * dial.interval)) / dial.n;
  const hand = dialHand(clock.turned ?? degrees);
  face.append(hand);
  const tab = clock.focusRank && clock.focusRank <= dial.n ? clock.focusRank : now.at;
  for (let rank = 1; rank <= dial.n; rank += 1) {
    const state = rank === now.at ? `, ${clockSay(clock, "here")}` : now.seen.has(rank) ? `, ${clockSay(clock, "visited")}` : "";
    const name = clockSay(clock, "position", { rank: clockLabel(clock, rank) }) + state;
    face.append(dialNode(rank, dial.n, clockLabel(clock, rank), nodeKind(clock, rank, now), can ? (one) => choosePlace(clock, one) : null, name, rank === tab));
  }
  if (trial) face.append(dialMark(trial.clicked, dial.n, false), dialMark(trial.right, dial.n, true));
  requestAnimationFrame(() => { hand.style.transform = `rotate(${degrees}deg)`; });
  clock.turned = degrees;
  return face;
}

/** The growing sequence; in predict mode what comes later is not shown. */
function drawSequence(clock, sequence, ink, key, dashed) {
  const { trial, asks } = clock;
  const steps = Math.min(clock.step, sequence.length);
  const shown = [];
  const items = sequence.map((rank, at) => {
    const hit = !dashed && trial && at === steps + 1;
    const known = at <= steps || hit || (!asks && !dashed);
    const next = !dashed && !asks && at === steps + 1;
    if (at <= steps) shown.push(clockLabel(clock, rank));
    const past = at < steps || steps === sequence.length;
    const kind = hit ? "hit" : past ? "done" : at === steps ? "top" : next ? "next" : asks && !dashed ? "hole" : "later";
    return make("li", { class: kind }, known && (!dashed || at <= steps) ? clockLabel(clock, rank) : "·");
  });
  if (steps === sequence.length && !dashed) items.push(make("li", { class: "round" }, `↺ ${clockLabel(clock, sequence[0])}`));
  const label = clockSay(clock, key, { k: signedStep(dashed ? clock.dial.overlay : clock.dial.interval), row: shown.join(" ") });
  return make("div", { role: "img", "aria-label": label },
    make("ol",
      { class: `strip k${ink}${dashed ? " second" : ""}${items.length > 17 ? " long" : ""}`, "aria-hidden": "true",
        style: `--places:${Math.min(items.length, 15)}` },
      items));
}

function drawBelow(clock) {
  const { dial, asks, verdict, trial } = clock;
  const now = clockNow(clock);
  const parts = [];
  if (dial.second && dial.relation) parts.push(make("p", { class: "relation" }, dial.relation));
  if (asks) {
    const text = verdict ? [make("b", {}, verdict.lead), " ", verdict.text] : [];
    const tone = verdict ? (verdict.good ? " good" : " bad") : "";
    parts.push(make("div", { class: `verdict${tone}` }, verdict ? icon(verdict.good ? "check" : "cross") : null, make("p", {}, text)));
  }
  if (now.closed) parts.push(drawClosing(clock));
  parts.push(drawButtons(clock, now, trial));
  return parts;
}

function drawClosing(clock) {
  const { dial, asks } = clock;
  const counts = { base: clockLabel(clock, dial.base), right: clock.model.get("right"), wrong: clock.model.get("wrong") };
  const done = asks ? make("p", {}, clockSay(clock, "done", counts)) : null;
  return make("div", { class: `note${dial.short ? " short" : ""}` }, done, make("p", { class: "lead" }, dial.closing),
    make("p", {}, make("b", {}, clockSay(clock, "why")), " ", dial.why), make("p", { class: "muted small" }, dial.euclid));
}

function clockButton(clock, key, text, sign, act, kind = "solid", off = false) {
  return make("button",
    { type: "button", class: `btn ${kind}`, "data-key": key, "aria-label": text ? null : clockSay(clock, key),
      title: text ? null : clockSay(clock, key), "aria-disabled": off ? "true" : null, onclick: () => off || act() },
    sign ? dialIcon(sign) : null, text || null);
}

function drawButtons(clock, now, trial) {
  const { dial, asks } = clock;
  const row = [clockButton(clock, "rewind", "", "rewind", () => { pauseClockHand(clock); moveHand(clock, 0); }, "solid", clock.step === 0)];
  if (asks) {
    if (trial) row.push(clockButton(clock, "go_on", clockSay(clock, "go_on"), null, () => goOnAfterMiss(clock), "primary"));
    if (now.closed) row.push(clockButton(clock, "again", clockSay(clock, "again"), null, () => setMode(clock, true), "primary"));
  } else {
    row.push(clockButton(clock, "back", "", "back", () => moveHand(clock, clock.step - 1), "solid", clock.step === 0));
    row.push(clockButton(clock, "step", clockSay(clock, "step"), null, () => moveHand(clock, clock.step + 1), "primary", now.closed));
    const name = clock.playing ? "pause" : "play";
    row.push(clockButton(clock, "play", clockSay(clock, name), name, () => playClockHand(clock)));
  }
  if (now.closed && dial.short && dial.better) row.push(clockButton(clock, "try", clockSay(clock, "try", { n: dial.better }), null,
    () => wantNumbers(clock, { modulus: dial.better })));
  if (!asks && !now.closed) row.push(make("span", { class: "comes muted" }, clockSay(clock, "next", { sum: dial.steps[clock.step % now.length] })));
  return make("div", { class: "buttons" }, row);
}

// ---------- numbers ----------

function numberField(clock, name, value, low, high, change) {
  const set = (wanted) => {
    const asked = wanted === "" ? NaN : Math.round(Number(wanted));
    let number = Math.min(Math.max(asked, low), high);
    if (!Number.isFinite(number)) number = value;
    if (name === "interval" && number === 0) number = value > 0 ? -1 : 1;
    if (number !== value) change(number);
  };
  const full = clockSay(clock, `${name}_name`);
  const less = make("button",
    { type: "button", "data-key": `${name} less`, "aria-label": clockSay(clock, "less", { name: full }), onclick: () => set(value - 1) },
    "−");
  const more = make("button",
    { type: "button", "data-key": `${name} more`, "aria-label": clockSay(clock, "more", { name: full }), onclick: () => set(value + 1) },
    "+");
  const box = make("input",
    { type: "number", "data-key": `${name} box`, "aria-label": full, min: low, max: high, value, onchange: (event) => set(event.target.value) });
  const slider = make("input",
    { type: "range", "data-key": `${name} slider`, "aria-label": full, min: low, max: high, value, oninput: (event) => set(event.target.value) });
  return make("div", { class: "number", role: "group", "aria-label": full }, make("span", {}, clockSay(clock, name)), less, box, more, slider);
}

function drawNumbers(clock) {
  const { n, interval, base, overlay } = clock.dial;
  const fields = [
    numberField(clock, "modulus", n, 3, 30, (value) => wantNumbers(clock, { modulus: value })),
    numberField(clock, "base", base, 1, n, (value) => wantNumbers(clock, { base: value })),
    numberField(clock, "interval", interval, 1 - n, n - 1, (value) => wantNumbers(clock, { interval: value })),
  ];
  if (!clock.asks) fields.push(numberField(clock, "overlay", overlay || 0, 1 - n, n - 1, (value) => wantNumbers(clock, { overlay: value || null })));
  return fields;
}

function drawHead(clock) {
  const { dial, asks } = clock;
  const k = signedStep(dial.interval);
  const now = clockNow(clock);
  const title = asks ? clockSay(clock, "ask_title") : clockSay(clock, "title", { n: dial.n, k });
  const score = asks
    ? make("span", { class: "score small" }, make("b", { class: "good" }, clockSay(clock, "right", { count: clock.model.get("right") })),
      " ", make("b", { class: "bad" }, clockSay(clock, "wrong", { count: clock.model.get("wrong") })))
    : make("span", { class: "muted small" }, clockSay(clock, "zero", { last: clockLabel(clock, dial.n) }));
  const modes = ["explore", "predict"].map((name) => {
    const on = asks === (name === "predict");
    return make("button",
      { type: "button", "data-key": name, class: on ? "on" : "", "aria-pressed": String(on), onclick: () => setMode(clock, name === "predict") },
      clockSay(clock, name));
  });
  const ask = asks && !now.closed ? make("p", { class: "ask muted" }, clockSay(clock, "ask", { k, at: clockLabel(clock, now.at) })) : null;
  return [make("div", { class: "headline" }, make("h3", {}, title), score,
    make("div", { class: "seg", role: "group", "aria-label": clockSay(clock, "mode") }, modes)),
    ask];
}

function showClock(clock) {
  const { dial, regions, root } = clock;
  if (!dial.sequence) return;
  const { activeElement } = root.getRootNode();
  const focused = root.contains(activeElement) ? activeElement : null;
  const key = focused?.dataset?.key;
  const onFace = focused?.closest?.(".place");
  root.style.setProperty("--k", `var(--k${dial.ink})`);
  root.style.setProperty("--d", `var(--d${dial.ink})`);
  root.style.setProperty("--second", `var(--k${dial.second_ink || dial.ink})`);
  root.setAttribute("aria-label", clockSay(clock, "title", { n: dial.n, k: signedStep(dial.interval) }));
  regions.head.replaceChildren(...drawHead(clock).filter(Boolean));
  const dragging = focused?.type === "range" && clock.sliding;
  if (!dragging) regions.numbers.replaceChildren(...drawNumbers(clock));
  regions.face.replaceChildren(drawClockFace(clock));
  const strips = [drawSequence(clock, dial.sequence, dial.ink, "sequence", false)];
  if (dial.second) strips.push(drawSequence(clock, dial.second, dial.second_ink, "second", true));
  regions.strips.replaceChildren(...strips);
  regions.below.replaceChildren(...drawBelow(clock));
  const message = clock.unheard ? clockSay(clock, "gone") : clock.model.get("_message");
  regions.message.hidden = !message;
  regions.message.textContent = message || "";
  if (onFace) (root.querySelector('.place[tabindex="0"]') || root.querySelector('[data-key="again"]'))?.focus({ preventScroll: true });
  else if (key && !dragging) focusClockKey(clock, key);
}

function focusClockKey(clock, key) {
  const wanted = key === "go_on" ? null : clock.root.querySelector(`[data-key="${key}"]`);
  (wanted || clock.root.querySelector('.place[tabindex="0"]') || clock.root.querySelector(".buttons .btn"))?.focus({ preventScroll: true });
}

function announceClock(clock, text) {
  clock.live.textContent = clock.live.textContent === text ? `${text}\u00a0` : text;
}

// ---------- keys ----------

function onClockKey(clock, event) {
  const { key, target } = event;
  if (key === "Tab" || key === "Escape" || (key === "Enter" && (event.shiftKey || event.ctrlKey))) return;
  event.stopPropagation();
  if (event.altKey || event.ctrlKey || event.metaKey || target.tagName === "INPUT") return;
  const handled = target.closest(".place") ? keyOnFace(clock, event) : keyOnClock(clock, key);
  if (handled) event.preventDefault();
}

function keyOnClock(clock, key) {
  if (clock.asks) return false;
  if (key === "ArrowRight") moveHand(clock, clock.step + 1);
  else if (key === "ArrowLeft") moveHand(clock, clock.step - 1);
  else if (key === "Home") moveHand(clock, 0);
  else if (key === "p") playClockHand(clock);
  else return false;
  return true;
}

function keyOnFace(clock, event) {
  const { key } = event;
  const { n } = clock.dial;
  const here = Number(event.target.closest(".place").dataset.rank);
  const turn = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (turn) focusPlace(clock, ((here + turn - 1 + n) % n) + 1);
  else if (key === "Home") focusPlace(clock, 1);
  else if (key === "End") focusPlace(clock, n);
  else if (key === "Enter" || key === " ") choosePlace(clock, here);
  else if (key.length === 1) return focusTyped(clock, key);
  else return false;
  return true;
}

function focusPlace(clock, rank) {
  clock.focusRank = rank;
  clock.root.querySelectorAll(".place").forEach((place) => place.setAttribute("tabindex", Number(place.dataset.rank) === rank ? "0" : "-1"));
  clock.root.querySelector(`.place[data-rank="${rank}"]`)?.focus({ preventScroll: true });
}

/** Typing a label goes to its position: J, or 1 and then 0. */
function focusTyped(clock, key) {
  const labels = clock.dial.labels.map((label) => label.toLowerCase());
  for (const word of [clock.typed + key.toLowerCase(), key.toLowerCase()]) {
    const at = labels.indexOf(word);
    if (at >= 0) {
      clock.typed = word;
      clearTimeout(clock.typing);
      clock.typing = setTimeout(() => { clock.typed = ""; }, 900);
      focusPlace(clock, at + 1);
      return true;
    }
  }
  clock.typed = key.toLowerCase();
  return false;
}

// ---------- the look ----------

function clockTheme(wanted) {
  if (wanted && wanted !== "auto") return wanted;
  if (window.matchMedia("(prefers-contrast: more)").matches) return "contrast";
  const lab = document.body.dataset.jpThemeLight;
  if (lab) return lab === "false" ? "dark" : "light";
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function lookOfClock(clock) {
  const { root, model } = clock;
  const width = clock.host.clientWidth || root.clientWidth || 600;
  const size = model.get("size");
  const base = CLOCK_SIZES[size] || (width >= 1400 ? Math.min(width / 62, 30) : 16);
  root.style.setProperty("--base", `${base}px`);
  root.dataset.layout = width / base >= 46 ? "wide" : width < 480 ? "phone" : "tall";
  root.dataset.theme = clockTheme(model.get("theme"));
}

function render({ model, el }) {
  const clock = createClock(model, el);
  for (const name of ["message", "head", "numbers", "face", "strips", "below"]) clock.regions[name] = make("div", { class: `${name}-area` });
  clock.live = make("div", { class: "sr", "aria-live": "polite" });
  const { message, head, numbers, face, strips, below } = clock.regions;
  message.setAttribute("role", "alert");
  clock.root.append(message, head, numbers, face, make("div", { class: "side" }, strips, below), clock.live);
  el.append(clock.root);
  const show = () => { lookOfClock(clock); showClock(clock); };
  const follow = (name, handler) => {
    model.on(`change:${name}`, handler);
    clock.cleanups.push(() => model.off(`change:${name}`, handler));
  };
  clock.watch = watchForAnswer(() => clockUnheard(clock));
  const heard = () => { clock.watch.heard(); clock.unheard = false; };
  const renew = () => { heard(); clock.trial = clock.verdict = null; clock.turned = null; show(); };
  follow("_dial", renew);
  follow("_message", heard);
  for (const name of ["step", "predict", "right", "wrong", "theme", "size", "_texts", "_message"]) follow(name, show);
  clock.root.addEventListener("keydown", (event) => onClockKey(clock, event));
  clock.root.addEventListener("pointerdown", (event) => { clock.sliding = event.target.type === "range"; });
  clock.root.addEventListener("pointerup", () => { if (clock.sliding) { clock.sliding = false; setTimeout(() => showClock(clock), 0); } });
  const resize = new ResizeObserver(() => lookOfClock(clock));
  resize.observe(el);
  const theme = new MutationObserver(() => lookOfClock(clock));
  theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  show();
  return () => {
    pauseClockHand(clock);
    clock.watch.heard();
    resize.disconnect();
    theme.disconnect();
    clock.cleanups.forEach((stop) => stop());
    clock.root.remove();
  };
}

export default { render };
