// Panels beside the table, one at a time: new game, rules, moves, settings, more, statistics.
// A later feature adds a panel by adding a function to PANELS.

const PANELS = {
  new: newPanel, rules: rulesPanel, moves: movesPanel, settings: settingsPanel, more: morePanel,
  statistics: statisticsPanel, shortcuts: shortcutsPanel, give_up: giveUpPanel,
};

function togglePanel(board, name) {
  if (board.ui.panel === name) return closePanel(board);
  openPanel(board, name);
}

function openPanel(board, name) {
  board.ui.panel = name;
  board.ui.opener = activeElement(board)?.dataset?.key || board.ui.opener;
  renderPanel(board);
  relayout(board);
  const heading = board.regions.panel.querySelector("[data-first]") || board.regions.panel.querySelector("button, input, select");
  heading?.focus({ preventScroll: board.layout !== "phone" });
}

function closePanel(board) {
  board.ui.panel = null;
  renderPanel(board);
  relayout(board);
  const opener = board.ui.opener && board.root.querySelector(`[data-key="${CSS.escape(board.ui.opener)}"]`);
  if (opener && opener.offsetParent !== null) opener.focus({ preventScroll: true });
  else focusTable(board);
}

function renderPanel(board) {
  const box = board.regions.panel;
  const name = board.ui.panel;
  box.hidden = !name;
  box.className = `panel${name ? ` p-${name}` : ""}`;
  box.replaceChildren();
  if (name) {
    const title = name === "statistics" ? board.model.get("_panel")?.title || say(board, name) : say(board, `${name}_title`);
    box.setAttribute("aria-label", title);
    box.append(make("div", { class: "panel-head" }, make("h3", {}, title),
      make("button",
        { type: "button", class: "btn", "aria-label": say(board, "close"), title: say(board, "close"), "data-key": "panel close",
          onclick: () => closePanel(board) },
        icon("close"))));
    box.append(PANELS[name](board));
  }
  updateBar(board);
  setTabStops(board);
}

// ---------- new game ----------

function newPanel(board) {
  const { table } = board;
  const wanted = { variant: table.variant, piles: null, modulus: null, grade: null };
  const form = make("form", { class: "form", onsubmit: (event) => { event.preventDefault(); send(); } });
  const seed = make("input", { type: "text", maxlength: "200", autocomplete: "off", spellcheck: "false", placeholder: say(board, "seed_fresh") });
  const options = make("div", { class: "options" });
  const grades = make("div", { class: "options" });
  const seedParts = make("div", { class: "options" },
    labelled(say(board, "seed_field"), seed), make("p", { class: "muted small" }, say(board, "seed_help")));
  const summary = make("p", { class: "muted small" });
  const choose = (id) => {
    wanted.variant = id;
    const game = table.games.find((one) => one.id === id);
    summary.textContent = game?.summary || "";
    options.replaceChildren(...gameOptions(board, game, wanted));
    grades.replaceChildren(...gradeChoice(board, game, (grade) => {
      wanted.grade = grade;
      options.hidden = seedParts.hidden = grade !== null;
    }));
  };
  const send = () => startNew(board, { ...wanted, seed: seedValue(seed.value) });
  form.append(labelled(say(board, "game"), gameSelect(board, choose)), summary, grades, options, seedParts,
    make("button", { type: "submit", class: "btn primary", "data-first": true }, icon("plus"), say(board, "deal_cards")));
  choose(table.variant);
  return form;
}

function gameSelect(board, choose) {
  const select = make("select", { onchange: () => choose(select.value) });
  for (const game of board.table.games) select.append(make("option", { value: game.id, selected: game.id === board.table.variant }, game.title));
  return select;
}

function gameOptions(board, game, wanted) {
  const options = [];
  wanted.piles = null;
  wanted.modulus = null;
  if (!game) return options;
  const same = game.id === board.table.variant;
  if (game.piles) options.push(numberChoice(board, "piles_count", range(1, 8), same ? pileCount(board) : null, (value) => { wanted.piles = value; }));
  if (game.modulus) options.push(numberChoice(board, "modulus", range(5, 30),
    same && board.table.modulus !== 13 ? board.table.modulus : null, (value) => { wanted.modulus = value; }));
  return options;
}

/** Where a game has graded deals: cards by chance, today's deal, or a grade. */
function gradeChoice(board, game, take) {
  take(null);
  if (!game?.grades?.length) return [];
  const last = game.grades.length;
  const key = (n) => (n === 1 ? "cards_easiest" : n === last ? "cards_hardest" : "cards_grade");
  const select = make("select", { onchange: () => take(/^\d/.test(select.value) ? Number(select.value) : select.value || null) },
    make("option", { value: "" }, say(board, "cards_by_chance")),
    make("option", { value: "today" }, say(board, "cards_today")),
    game.grades.map((n) => make("option", { value: n }, say(board, key(n), { n }))));
  return [labelled(say(board, "cards"), select)];
}

function pileCount(board) {
  return board.table.piles.filter((pile) => pile.kind === "waste").length;
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function numberChoice(board, key, values, now, take) {
  const select = make("select", { onchange: () => take(select.value ? Number(select.value) : null) },
    make("option", { value: "" }, say(board, "as_the_rules")),
    values.map((value) => make("option", { value, selected: value === now }, String(value))));
  take(now);
  return labelled(say(board, key), select);
}

function labelled(text, control) {
  return make("label", { class: "labelled" }, make("span", {}, text), control);
}

/** Digits mean a number, as they do on the command line; nothing means a fresh deal. */
function seedValue(text) {
  const seed = text.trim();
  if (!seed) return null;
  return /^-?\d{1,15}$/.test(seed) ? Number(seed) : seed;
}

function startNew(board, wanted) {
  const { variant, seed, piles, modulus, grade = null } = wanted;
  if (board.ui.panel) closePanel(board);
  tell(board, "new", grade === null ? { variant, seed, piles, modulus } : { variant, grade });
}

/** The same game with the same numbers, from a seed or afresh. */
function dealAgain(board, seed) {
  const { table } = board;
  const game = (table.games || []).find((one) => one.id === table.variant);
  startNew(board, {
    variant: table.variant, seed: seedValue(String(seed)),
    piles: game?.piles ? pileCount(board) : null,
    modulus: game?.modulus && table.modulus !== 13 ? table.modulus : null,
  });
}

// ---------- rules, moves ----------

function rulesPanel(board) {
  const { title, lines } = board.table.rules || { title: "", lines: [] };
  return make("div", { class: "text" }, make("h4", {}, title), make("ul", {}, lines.map((line) => make("li", {}, line))));
}

function movesPanel(board) {
  const line = board.model.get("_line") || { at: 0, moves: [], branches: [] };
  const list = make("ol", { class: "line", "data-rove": "line" });
  const branches = (at) => (line.branches || []).filter((branch) => branch.at === at).map((branch) =>
    make("li", { class: "branch" },
      make("button",
        { type: "button", title: say(board, "branch_title", { n: at }), "data-key": `branch ${branch.id}`,
          onclick: () => tell(board, "branch", { id: branch.id }) },
        `↳ ${branch.text}`)));
  list.append(moveItem(board, 0, say(board, "start"), line.at), ...branches(0));
  for (const { n, text } of line.moves || []) list.append(moveItem(board, n, `${n}. ${text}`, line.at), ...branches(n));
  requestAnimationFrame(() => list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }));
  return list;
}

function moveItem(board, n, text, at) {
  const here = n === at;
  return make("li", { class: n > at ? "later" : "" }, make("button", {
    type: "button", class: here ? "on" : "", "aria-current": here ? "step" : null, "data-first": here, tabindex: here ? "0" : "-1", "data-key": `move ${n}`,
    onclick: () => { board.rove.line = `move ${n}`; tell(board, "go", { at: n }); },
  }, text));
}

// ---------- settings ----------

const CHOICES = {
  language: [["en", "English"], ["de", "Deutsch"]],
  letters: [["AJQK", "A J Q K"], ["ABDK", "A B D K"], ["AWDK", "A W D K"], ["AVDR", "A V D R"]],
};

function settingsPanel(board) {
  const form = make("div", { class: "form" });
  form.append(choice(board, "language", CHOICES.language), choice(board, "letters", CHOICES.letters),
    choice(board, "theme", ["auto", "light", "dark", "contrast"].map((value) => [value, say(board, `theme_${value}`)])),
    choice(board, "size", ["auto", "small", "medium", "large", "projector"].map((value) => [value, say(board, `size_${value}`)])),
    choice(board, "coming", COMING.map(([value, key]) => [value, say(board, key)]), say(board, "visible_stock")));
  const shown = make("fieldset", {}, make("legend", {}, say(board, "shown_title")));
  for (const key of ["strips", "unseen", "timer"]) shown.append(tick(board, key));
  form.append(shown);
  return form;
}

function choice(board, key, options, label = say(board, `${key}_label`)) {
  const select = make("select", { "data-key": `setting ${key}`, onchange: () => {
    changeSettings(board, { [key]: key === "coming" ? Number(select.value) : select.value });
  } }, options.map(([value, text]) => make("option", { value, selected: value === board.settings[key] }, text)));
  return labelled(label, select);
}

function tick(board, key) {
  const box = make("input",
    { type: "checkbox", checked: Boolean(board.settings[key]), "data-key": `setting ${key}`, onchange: () => changeSettings(board, { [key]: box.checked }) });
  return make("label", { class: "tick" }, box, make("span", {}, say(board, `show_${key}`)));
}

// ---------- more, statistics, shortcuts, giving up ----------

function morePanel(board) {
  const tools = toolsOf(board).filter((tool) => !inBar(board, tool) && !(tool.phoneOnly && board.layout !== "phone"));
  const list = make("div", { class: "menu" }, tools.map((tool) => make("button", {
    type: "button", class: "btn item", "data-tool": tool.id, "data-key": `menu ${tool.id}`,
    onclick: () => press(board, tool),
  }, icon(tool.icon), make("span", {}, say(board, tool.id)))));
  if (board.layout === "phone") list.prepend(seedField(board));
  return list;
}

function statisticsPanel(board) {
  const panel = board.model.get("_panel") || { columns: [], rows: [] };
  const head = make("tr", {}, (panel.columns || []).map((text) => make("th", { scope: "col" }, text)));
  const rows = (panel.rows || []).map((row) => make("tr", {},
    row.map((cell, index) => make(index ? "td" : "th", index ? {} : { scope: "row" }, String(cell)))));
  if (!rows.length) return make("p", { class: "text" }, say(board, "statistics_empty"));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": panel.title || say(board, "statistics") },
    make("table", {}, make("thead", {}, head), make("tbody", {}, rows)));
}

function shortcutsPanel(board) {
  return make("dl", { class: "keys" }, SHORTCUTS.map(([keys, text]) => [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, say(board, text))]));
}

function giveUpPanel(board) {
  return make("div", { class: "form" }, make("p", {}, say(board, "give_up_question")),
    make("button", { type: "button", class: "btn primary", onclick: () => { closePanel(board); tell(board, "give_up"); } }, say(board, "give_up")),
    make("button", { type: "button", class: "btn solid", "data-first": true, onclick: () => closePanel(board) }, say(board, "keep_playing")));
}

function toggleFinder(board) {
  board.ui.finderOpen = !board.ui.finderOpen;
  closePanel(board);
  rebuild(board);
}

// ---------- files ----------

const LARGEST_FILE = 1024 * 1024;

function askToSave(board) {
  board.ui.wantsDownload = true;
  tell(board, "save");
}

function takeDownload(board) {
  if (!board.ui.wantsDownload) return;
  board.ui.wantsDownload = false;
  const { name, text } = board.model.get("_download") || {};
  if (typeof text !== "string") return;
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = make("a", { href: url, download: name || "calclab-record.json", hidden: true });
  board.root.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function chooseFile(board) {
  const input = make("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-hidden": "true", tabindex: "-1" });
  input.addEventListener("change", () => { sendFile(board, input.files[0]); input.remove(); });
  board.root.querySelector('input[type="file"]')?.remove();
  board.root.append(input);
  input.click();
}

async function sendFile(board, file) {
  if (!file) return;
  if (file.size > LARGEST_FILE) return showMessage(board, say(board, "file_too_large", { name: file.name }), "error");
  const text = await file.text();
  if (board.ui.panel) closePanel(board);
  tell(board, "load", { name: file.name, text });
}

function askStatistics(board) {
  board.ui.wantsPanel = true;
  tell(board, "statistics");
}

function takePanel(board) {
  if (board.ui.panel === "statistics") return renderPanel(board);
  if (!board.ui.wantsPanel) return;
  board.ui.wantsPanel = false;
  openPanel(board, "statistics");
}
