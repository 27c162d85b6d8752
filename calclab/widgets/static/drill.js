// The recall drill: one big question, an answer by typing, clicking or touch, the verdict at once.
// A question brings the verdict on each answer along, so nothing waits for the kernel.

const DRILL_SIZES = { small: 14, medium: 16, large: 19, projector: 26 };
const RIGHT_STAYS = 1100; // milliseconds that a right verdict stays when the learner types nothing
const SPEED_KEYS = 10;

function drillSay(drill, key, values = {}) {
  const text = (drill.model.get("_texts") || {})[key] || key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function drillSend(drill, trait, value) {
  drill.model.set(trait, { ...value, n: (drill.sent += 1) });
  drill.model.save_changes();
  if (value.kind !== "speed") drill.watch.asked(); // a key speed is taken in without an answer
}

/** What was given or wished is not heard in Python; that is said until something comes. */
function drillUnheard(drill) {
  drill.regions.problem.textContent = drillSay(drill, "gone");
  drill.regions.problem.hidden = false;
}

// ---------- reading what is typed ----------

/** What was typed so far: {value} when it can only mean one thing, {waits} when more may follow. */
function readTyped(typed, spelt) {
  const word = typed.trim().toLowerCase();
  if (!word) return {};
  const longer = Object.keys(spelt).some((one) => one.length > word.length && one.startsWith(word) && spelt[one] !== spelt[word]);
  if (word in spelt) return longer ? { waits: spelt[word] } : { value: spelt[word] };
  return Object.keys(spelt).some((one) => one.startsWith(word)) ? { more: true } : { unknown: true };
}

function onTyped(drill) {
  if (drill.speed) return speedTyped(drill);
  if (drill.verdict) {
    const typed = drill.input.value;
    if (!drill.verdict.right) { drill.input.value = ""; return undefined; }
    advance(drill);
    if (drill.verdict || drill.stopped) return undefined;
    drill.input.value = typed;
  }
  const read = readTyped(drill.input.value, drill.item.spelt);
  if ("value" in read) return give(drill, read.value);
  const typed = drill.input.value.trim();
  if ("waits" in read) drill.help.textContent = drillSay(drill, "enter", { typed });
  else drill.help.textContent = read.unknown ? drillSay(drill, "unknown", { typed }) : drillSay(drill, "how");
  if (read.unknown) drill.input.select();
  return undefined;
}

function onEnter(drill) {
  if (drill.verdict) return advance(drill);
  const read = readTyped(drill.input.value, drill.item.spelt);
  if ("waits" in read) give(drill, read.waits);
  return undefined;
}

// ---------- answering ----------

function give(drill, value) {
  if (drill.verdict || drill.stopped) return;
  drill.values.push(value);
  drill.input.value = "";
  if (drill.values.length < drill.item.slots.length) {
    drawAsked(drill);
    drill.help.textContent = drillSay(drill, "how");
    return;
  }
  const seconds = drill.left ? null : (performance.now() - drill.shownAt) / 1000;
  drill.verdict = judge(drill.item, drill.values);
  const { item, values } = drill;
  drawVerdict(drill);
  drillSend(drill, "_given", { id: item.id, values, seconds });
  if (drill.verdict.right && !drill.model.get("wait")) drill.timer = setTimeout(() => advance(drill), RIGHT_STAYS);
}

function judge(item, values) {
  const wrong = item.slots.filter((slot, at) => !slot.accepted.includes(values[at]));
  const said = wrong.length
    ? wrong.map((slot) => slot.reasons[values[item.slots.indexOf(slot)]])
    : item.slots.map((slot, at) => slot.reasons[values[at]]);
  return { right: wrong.length === 0, text: said.join(" ") };
}

/** Go on to the question that has come from Python, or to the summary. */
function advance(drill) {
  clearTimeout(drill.timer);
  const status = drill.model.get("_status") || {};
  const item = drill.model.get("_item");
  if (drill.verdict && item.id === drill.item.id) { drill.waiting = true; return; }
  if (status.over && !drill.further) { stopDrill(drill); return; }
  startQuestion(drill);
}

function startQuestion(drill) {
  clearTimeout(drill.timer);
  const focused = drill.root.contains(document.activeElement) && !drill.regions.panel.contains(document.activeElement);
  Object.assign(drill, {
    item: drill.model.get("_item"), values: [], verdict: null, waiting: false, stopped: false, left: document.hidden,
    shownAt: performance.now(),
  });
  drill.input.value = "";
  drill.input.disabled = false;
  drawQuestion(drill);
  if (focused) drill.input.focus({ preventScroll: true });
  drill.live.textContent = drill.item.text;
}

function stopDrill(drill) {
  clearTimeout(drill.timer);
  Object.assign(drill, { stopped: true, verdict: null, waiting: false });
  drawSummary(drill);
  drill.regions.stage.querySelector(".btn")?.focus({ preventScroll: true });
}

// ---------- drawing ----------

function drawProgress(drill) {
  const { given, limit, known, total, problem } = drill.model.get("_status");
  const many = limit > 60;
  const count = Math.max(limit, given.length);
  const here = drill.verdict || drill.stopped ? -1 : given.length;
  const marks = many ? [] : Array.from({ length: count }, (_, at) =>
    make("i", { class: at < given.length ? (given[at] ? "y" : "n") : at === here ? "c" : "" }));
  const right = given.filter(Boolean).length;
  const n = Math.min(count, given.length + (here >= 0 ? 1 : 0));
  drill.regions.progress.replaceChildren(
    make("span", { class: "prog", role: "img", "aria-label": drillSay(drill, "progress", { right, wrong: given.length - right, limit }) }, marks),
    make("span", { class: "small muted" }, drillSay(drill, "count", { n, limit: count })));
  drill.know.textContent = drillSay(drill, "know", { known, total });
  drill.regions.problem.textContent = problem || "";
  drill.regions.problem.hidden = !problem;
}

function drawQuestion(drill) {
  drill.root.dataset.state = "asking";
  drill.stopButton.hidden = false;
  drill.root.dataset.k = ((drill.item.number || 1) - 1) % 8 + 1;
  drill.title.textContent = drill.item.text;
  drill.input.setAttribute("aria-label", `${drill.item.text} ${drillSay(drill, "answer")}`);
  drawProgress(drill);
  drawAsked(drill);
  drawStrip(drill);
  drill.regions.verdict.className = "verdict";
  drill.help.textContent = drillSay(drill, "how");
  drill.regions.verdict.replaceChildren(drill.help, drill.input);
  drawKeys(drill);
}

function bigCard(drill, rank, extra = "") {
  const names = { 1: "A", 11: "J", 12: "Q", 13: "K" };
  const suit = "SHCD"[rank % 4];
  const face = cardFace(`${names[rank] || rank}${suit}`, drill.item.labels);
  return make("span", { class: `card ${extra}`, role: "img", "aria-label": rankLabel(rank, drill.item.labels) }, face);
}

const chip = (text, k) => make("span", { class: "step-chip", "data-k": k }, text);
const hole = (text, extra = "") => make("span", { class: `q ${extra}` }, make("span", {}, text));

/** The picture of the question: the step, the card, and the place of the answer. */
function drawAsked(drill) {
  const { item, values, verdict } = drill;
  const names = Object.fromEntries(item.options);
  const parts = [];
  if (item.tops.length) {
    parts.push(...item.tops.map((top, at) => {
      const asked = item.slots.length > 1;
      const mark = asked ? (at < values.length ? names[values[at]] : at === values.length ? "?" : "·") : "";
      const good = asked && verdict ? (item.slots[at].accepted.includes(values[at]) ? "good" : "bad") : "";
      return make("span", { class: "top-of" }, chip(item.steps[at], (at % 8) + 1),
        top ? bigCard(drill, top, "small-card") : hole("–", "small-card empty"),
        asked ? make("span", { class: `want ${good} ${at === values.length ? "now" : ""}` }, mark) : null);
    }));
    if (item.slots.length === 1) parts.unshift(make("span", { class: "turned" }, bigCard(drill, item.card)));
  } else {
    if (item.chip) parts.push(chip(item.chip, item.number));
    const answered = verdict ? item.slots[0].accepted[0] : null;
    const isRank = item.mode !== "until";
    const place = answered === null ? hole("?") : isRank ? bigCard(drill, answered, "is-legal") : hole(names[answered], "told");
    if (item.card && item.mode === "previous") parts.push(place, icon("arrow"), bigCard(drill, item.card));
    else if (item.card) parts.push(bigCard(drill, item.card), icon("arrow"), place);
    else parts.push(place);
  }
  drill.regions.ask.replaceChildren(...parts);
  drill.regions.ask.dataset.tops = item.tops.length;
}

function drawStrip(drill) {
  const { item, verdict } = drill;
  const whole = Boolean(verdict) || (item.sticky && item.mode !== "gap" && item.mode !== "nth");
  drill.regions.strip.hidden = !item.strip.length;
  drill.regions.strip.style.setProperty("--n", item.strip.length || 1);
  const top = item.mode === "gap" || item.mode === "nth" ? -1 : item.strip.indexOf(item.card);
  drill.regions.strip.replaceChildren(...item.strip.map((rank, at) => {
    const seen = verdict || item.shown.includes(at) || (whole && at !== item.hole && item.mode === "until");
    let look = seen && top >= 0 && at < top ? "done" : at === top ? "top" : "";
    if (at === item.hole) look = verdict ? "hit" : "hole";
    return make("li", { class: look }, seen ? rankLabel(rank, item.labels) : at === item.hole ? "?" : "·");
  }));
}

function drawVerdict(drill) {
  const { verdict } = drill;
  drill.root.dataset.state = verdict.right ? "right" : "wrong";
  drawAsked(drill);
  drawStrip(drill);
  drawKeys(drill);
  drill.regions.verdict.className = `verdict ${verdict.right ? "good" : "bad"}`;
  const next = make("button", { type: "button", class: "btn primary", onclick: () => advance(drill) }, drillSay(drill, "next"));
  const waits = !verdict.right || drill.model.get("wait");
  const had = drill.root.contains(document.activeElement);
  drill.regions.verdict.replaceChildren(icon(verdict.right ? "check" : "arrow"), make("p", {}, verdict.text), ...(waits ? [next] : [drill.input]));
  if (had) (waits ? next : drill.input).focus({ preventScroll: true });
  drill.live.textContent = verdict.text;
}

function drawKeys(drill) {
  const { item, values, verdict } = drill;
  const last = item.slots.length === 1 ? item.slots[0] : null;
  const keys = item.options.map(([value, label]) => {
    const right = verdict && last && last.accepted.includes(value);
    const wrong = verdict && last && !right && values[0] === value;
    return make("button",
      { type: "button", class: right ? "right" : wrong ? "wrong" : "", "aria-disabled": verdict ? "true" : null, onclick: () => give(drill, value) },
      label, right ? icon("check") : wrong ? icon("cross") : null);
  });
  keys.push(make("button", { type: "button", class: "skip", "aria-disabled": verdict ? "true" : null, onclick: () => skip(drill) }, drillSay(drill, "skip")));
  keys.forEach((key, at) => key.setAttribute("tabindex", at ? "-1" : "0"));
  drill.regions.keys.replaceChildren(...keys);
  drill.regions.keys.dataset.count = keys.length;
  const columns = keys.length <= 7 ? keys.length : keys.length <= 16 ? Math.ceil(keys.length / 2) : 8;
  drill.regions.keys.style.setProperty("--columns", columns);
}

function skip(drill) {
  if (drill.verdict) return;
  drillSend(drill, "_wish", { id: drill.item.id, kind: "skip" });
}

// ---------- summary and panels ----------

function drawSummary(drill) {
  drill.root.dataset.state = "over";
  const { summary, practise, kept } = drill.model.get("_status");
  drawProgress(drill);
  drill.title.textContent = drillSay(drill, "done");
  drill.stopButton.hidden = true;
  drill.regions.ask.replaceChildren();
  drill.regions.strip.replaceChildren();
  drill.regions.keys.replaceChildren();
  const items = practise.map((text) => make("li", {}, text));
  const parts = items.length ? [make("h4", {}, drillSay(drill, "practise")), make("ul", { class: "practise" }, items)] : [];
  drill.regions.verdict.className = "verdict summary";
  drill.regions.verdict.replaceChildren(make("div", {},
    make("p", {}, summary.split(". ").slice(0, 2).join(". ").replace(/\.?$/, ".")), ...parts,
    make("div", { class: "buttons" },
      make("button", { type: "button", class: "btn primary", onclick: () => again(drill) }, drillSay(drill, "again")),
      make("button",
        { type: "button", class: "btn solid", onclick: () => { drill.further = true; startQuestion(drill); drill.input.focus(); } },
        drillSay(drill, "go_on"))),
    make("p", { class: "small muted kept" }, kept)));
  drill.live.textContent = summary;
}

function again(drill) {
  drill.further = false;
  drill.starting = true;
  drillSend(drill, "_wish", { kind: "again" });
}

function drawPanel(drill) {
  const panel = drill.model.get("_panel") || {};
  if (!panel.id || panel.id === drill.panelShown) return;
  drill.panelShown = panel.id;
  const close = make("button",
    { type: "button", class: "btn", onclick: () => { drill.regions.panel.replaceChildren(); drill.tools.querySelector("button").focus(); } },
    drillSay(drill, "close"));
  const body = panel.kind === "map" ? mapTable(drill, panel) : timesPicture(drill, panel);
  drill.regions.panel.replaceChildren(make("div", { class: "panel" }, make("h4", {}, panel.title), body,
    make("p", { class: "small muted" }, panel.note), close));
  drill.live.textContent = panel.title;
}

function mapTable(drill, panel) {
  const cell = ([label, percent]) => {
    const text = percent === null ? drillSay(drill, "not_asked") : percent === "end" ? "" : `${percent} %`;
    const level = percent === null ? "none" : percent === "end" ? "end" : percent >= 90 ? 4 : percent >= 75 ? 3 : percent >= 50 ? 2 : 1;
    return make("td", { "data-level": level, title: text || null }, make("b", {}, label),
      make("span", { class: percent === null ? "sr" : "" }, percent === null ? text : percent === "end" ? "" : percent));
  };
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": panel.title }, make("table", { class: "map" },
    make("tbody", {}, panel.rows.map((row) => make("tr", {}, make("th", { scope: "row" }, row.label), row.cells.map(cell))))));
}

function timesPicture(drill, panel) {
  const most = Math.max(1, ...panel.bars.map(([seconds]) => seconds));
  const bars = panel.bars.map(([seconds, label]) => make("li", { style: `--part:${seconds / most}` }, make("span", {}, label)));
  return make("div", {}, make("ol", { class: "bars" }, bars), make("ul", { class: "lines" }, panel.lines.map((line) => make("li", {}, line))));
}

// ---------- key speed ----------

function startSpeed(drill) {
  drill.speed = { times: [], keys: [2, 7, 4, 9, 3, 8, 5, 6, 2, 7].slice(0, SPEED_KEYS) };
  drill.regions.verdict.replaceChildren(drill.help, drill.input);
  drill.regions.verdict.className = "verdict";
  drill.input.disabled = false;
  speedNext(drill);
}

function speedNext(drill) {
  const { times, keys } = drill.speed;
  drill.input.value = "";
  if (times.length === keys.length) {
    drill.speed = null;
    drillSend(drill, "_wish", { kind: "speed", times });
    startQuestion(drill);
    drill.help.textContent = drillSay(drill, "measured");
  } else {
    drill.title.textContent = drillSay(drill, "press", { key: keys[times.length] });
    drill.live.textContent = drill.title.textContent;
    drill.shownAt = performance.now();
  }
  drill.input.focus({ preventScroll: true });
}

function speedTyped(drill) {
  const { times, keys } = drill.speed;
  if (drill.input.value.trim() === String(keys[times.length])) times.push((performance.now() - drill.shownAt) / 1000);
  speedNext(drill);
}

// ---------- keys and layout ----------

function onDrillKey(drill, event) {
  const passes = event.key === "Tab" || event.key === "Escape" || (event.key === "Enter" && (event.shiftKey || event.ctrlKey));
  if (passes) return;
  event.stopPropagation();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = [...drill.regions.keys.children];
  const at = keys.indexOf(event.target);
  if (at >= 0 && event.key.startsWith("Arrow")) {
    event.preventDefault();
    const columns = Number(drill.regions.keys.style.getPropertyValue("--columns"));
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const to = keys[Math.min(keys.length - 1, Math.max(0, at + step))];
    keys.forEach((key) => key.setAttribute("tabindex", key === to ? "0" : "-1"));
    to.focus();
  } else if (event.key === "Enter" && event.target === drill.input) {
    event.preventDefault();
    onEnter(drill);
  } else if (event.key.length === 1 && event.key !== " " && event.target !== drill.input && !drill.stopped) {
    event.preventDefault();
    if (drill.verdict && !drill.verdict.right) return;
    drill.input.value += event.key;
    drill.input.focus({ preventScroll: true });
    onTyped(drill);
  }
}

function layoutDrill(drill) {
  const size = drill.model.get("size");
  const width = drill.root.clientWidth || 640;
  const base = DRILL_SIZES[size] || (width >= 1200 ? 22 : 16);
  drill.root.style.fontSize = `${base}px`;
  drill.root.dataset.layout = width / base < 30 ? "phone" : "wide";
}

function themeDrill(drill) {
  const wanted = drill.model.get("theme");
  const lab = document.body.dataset.jpThemeLight;
  const dark = lab ? lab === "false" : matchMedia("(prefers-color-scheme: dark)").matches;
  drill.root.dataset.theme = wanted === "auto" ? (matchMedia("(prefers-contrast: more)").matches ? "contrast" : dark ? "dark" : "light") : wanted;
}

function buildDrill(drill) {
  const region = (name, tag = "div", more = {}) => (drill.regions[name] = make(tag, { class: name, ...more }));
  drill.title = make("h3", {});
  drill.know = make("span", { class: "small know" });
  drill.help = make("span", { class: "muted help" });
  drill.live = make("p", { class: "sr", "aria-live": "polite" });
  drill.input = make("input",
    { type: "text", inputmode: "none", class: "typed", maxlength: "8", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      oninput: () => onTyped(drill) });
  const button = (key, act) => make("button", { type: "button", class: "btn", onclick: act }, drillSay(drill, key));
  drill.stopButton = button("stop", () => stopDrill(drill));
  drill.tools = make("div", { class: "tools" },
    button("map", () => drillSend(drill, "_wish", { kind: "map" })),
    button("times", () => drillSend(drill, "_wish", { kind: "times" })),
    button("speed", () => startSpeed(drill)), make("span", { class: "grow" }),
    drill.stopButton);
  region("stage");
  drill.regions.stage.append(region("progress"), make("div", { class: "head" }, drill.title, drill.know), region("ask"),
    region("strip", "ol", { "aria-label": drillSay(drill, "sequence") }), region("verdict"),
    region("keys", "div", { role: "group", "aria-label": drillSay(drill, "keys") }));
  drill.root.setAttribute("aria-label", drillSay(drill, "drill"));
  drill.root.append(drill.regions.stage, region("problem", "p", { role: "alert", hidden: true }), drill.tools, region("panel"), drill.live);
}

function renderDrill({ model, el }) {
  const root = make("section", { class: "calclab drill" });
  const drill = { model, root, regions: {}, sent: Date.now() % 1e9, values: [], verdict: null, panelShown: (model.get("_panel") || {}).id };
  buildDrill(drill);
  el.append(root);
  drill.watch = watchForAnswer(() => drillUnheard(drill));
  const onItem = () => {
    if (drill.stopped && !drill.starting) return;
    drill.starting = false;
    if (drill.verdict && !drill.waiting) return;
    if (drill.waiting) advance(drill); else startQuestion(drill);
  };
  const onTexts = () => {
    if (drill.verdict) return;
    drill.speed = null;
    root.replaceChildren();
    buildDrill(drill);
    if (drill.stopped) drawSummary(drill); else startQuestion(drill);
  };
  const onLeave = () => { drill.left = true; };
  const changes = { _texts: onTexts, _item: onItem, _status: () => drawProgress(drill), _panel: () => drawPanel(drill), theme: () => themeDrill(drill),
    size: () => layoutDrill(drill) };
  for (const name of ["_item", "_status", "_panel"]) model.on(`change:${name}`, drill.watch.heard);
  for (const [name, act] of Object.entries(changes)) model.on(`change:${name}`, act);
  root.addEventListener("keydown", (event) => onDrillKey(drill, event));
  document.addEventListener("visibilitychange", onLeave);
  window.addEventListener("blur", onLeave);
  const watch = new ResizeObserver(() => layoutDrill(drill));
  watch.observe(root);
  themeDrill(drill);
  layoutDrill(drill);
  startQuestion(drill);
  return () => {
    clearTimeout(drill.timer);
    drill.watch.heard();
    watch.disconnect();
    document.removeEventListener("visibilitychange", onLeave);
    window.removeEventListener("blur", onLeave);
    for (const name of ["_item", "_status", "_panel"]) model.off(`change:${name}`, drill.watch.heard);
    for (const [name, act] of Object.entries(changes)) model.off(`change:${name}`, act);
  };
}

export default { render: renderDrill };
