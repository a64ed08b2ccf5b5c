// The page: passes keys, touches and files on to the Rust code, and shows the state that it returns.
import init, { Page } from "./lurd_web.js";
import { Boards } from "./boards.js";
import { Solver } from "./solver.js";
import * as store from "./store.js";

const $ = (id) => document.getElementById(id);
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

let page;
let module;
let solver;
let watcher;
let state = {};
/** What is shown: `open` or `game`; an answer or a draft comes before the game. */
let view = "open";
let erases = false;
let choices;

const game = new Boards($("boards"));
const follow = new Boards($("follow-boards"));
const draft = new Boards($("edit-boards"), true);

// The state.

/** Asks the Rust code for the state, and shows it. */
function refresh() {
  state = JSON.parse(page.state());
  show();
  keepSoon();
}

function show() {
  const isOpen = view === "open" || !state.game && !state.editing;
  const shown = isOpen ? "open" : state.editing ? "editor" : state.following ? "follow" : "game";
  for (const id of ["open", "game", "follow", "editor"]) $(id).hidden = id !== shown;
  $("exports").hidden = shown !== "game" && shown !== "follow";
  $("save-gif").hidden = shown !== "follow";
  $("show-levels").hidden = !state.game || state.game.count < 2;
  $("show-keys").hidden = shown === "open";
  document.title = shown === "open" || !state.game ? "lurd" : `${state.game.title} - lurd`;
  if (shown === "open" && state.message?.kind === "bad" && !state.game) {
    $("open-error").replaceChildren(element("p", { className: "bad", textContent: state.message.text }));
  }
  if (shown === "game") showGame();
  if (shown === "follow") showAnswer();
  if (shown === "editor") showDraft();
}

function showGame() {
  const it = state.game;
  $("game-title").textContent = it.title;
  const place = it.count > 1 ? `level ${it.number} of ${it.count}; ` : "";
  const best = it.best ? `; ${it.best}` : "";
  $("game-line").textContent = `${place}${it.kind}; ${it.done}${it.solved ? "; solved" : ""}${best}`;
  game.show(it.boards, { arrow: it.arrow });
  message($("message"), state.message);
  $("warning").textContent = state.warning ?? "";
  $("result").textContent = state.result;
  button("undo").disabled = it.steps === 0;
  button("redo").disabled = it.undone === 0;
  $("follow-button").disabled = !it.answer;
  $("solve").hidden = solver.isRunning;
  $("compare").disabled = solver.isRunning;
  button("optimise").disabled = solver.isRunning || !it.known;
  $("stop").hidden = !solver.isRunning;
  options(it.objectives);
  pad(it);
  marks(it.overlays);
  if ($("words-details").open) $("words").textContent = page.words();
}

const button = (name) => document.querySelector(`[data-button="${name}"]`);

function message(element, { kind, text }) {
  element.className = kind;
  element.textContent = text;
}

function options(objectives) {
  const select = $("objective");
  const names = objectives.map((it) => it.name).join();
  if (select.dataset.names === names) return;
  select.dataset.names = names;
  select.replaceChildren(...objectives.map((it) => element("option", { value: it.name, textContent: `${it.name}: ${it.summary}` })));
  readOptions();
}

/** The keys of the board on the screen, for fingers. */
function pad(it) {
  const shape = it.cursor ? "lines" : "steps";
  const holder = $("touch");
  if (holder.dataset.shape === shape) return;
  holder.dataset.shape = shape;
  const arrow = (label, row, column, word, held) => {
    const made = element("button", { type: "button", textContent: label, ariaLabel: held ? `shift ${word}` : word });
    made.style.setProperty("--at-row", row);
    made.style.setProperty("--at-column", column);
    made.addEventListener("click", () => react(page.press(word, held)));
    return made;
  };
  const four = (first, held, mark = "") => [
    arrow(`${mark}\u2191`, 1, first + 1, "up", held),
    arrow(`${mark}\u2190`, 2, first, "left", held),
    arrow(`${mark}\u2193`, 2, first + 1, "down", held),
    arrow(`${mark}\u2192`, 2, first + 2, "right", held),
  ];
  const buttons = shape === "lines" ? [...four(1, false), ...four(4, true, "A+")] : four(1, false);
  holder.classList.toggle("wide-pad", shape === "lines");
  holder.replaceChildren(...buttons);
}

function marks(overlays) {
  $("marks").hidden = overlays.length === 0;
  const holder = $("overlays");
  const key = JSON.stringify(overlays);
  if (holder.dataset.shown === key) return;
  holder.dataset.shown = key;
  holder.replaceChildren(...overlays.map((overlay) => {
    const made = element("button", { type: "button", textContent: `${overlay.key} ${overlay.name}`, title: overlay.summary });
    made.setAttribute("aria-pressed", overlay.on);
    made.addEventListener("click", () => react(page.overlay(overlay.key - 1)));
    return made;
  }));
}

function showAnswer() {
  const it = state.following;
  $("follow-title").textContent = it.title;
  follow.show(it.boards);
  $("follow-next").textContent = it.next || (it.solved ? "solved" : "the end of the answer");
  $("follow-last").textContent = it.last ? `done: ${it.last}` : it.layout;
  $("follow-place").textContent = `${it.done} of ${it.of} ${it.unit}`;
  $("slider").max = it.of;
  $("slider").value = it.done;
  $("follow-back").disabled = $("follow-first").disabled = it.done === 0;
  $("follow-on").disabled = $("follow-end").disabled = it.done === it.of;
  $("follow-play").textContent = playing ? "Pause" : "Play";
  $("solution").textContent = it.solution;
  const buttons = it.pad.map((button) => {
    const span = element("span", { textContent: button.name });
    span.style.setProperty("--at-row", button.row + 1);
    span.style.setProperty("--at-column", button.column + 1);
    if (button.held) span.classList.add("held");
    if (button.pressed) span.classList.add("pressed");
    return span;
  });
  $("follow-pad").replaceChildren(...buttons);
}

function showDraft() {
  const it = state.editing;
  $("editor-title").textContent = it.title ? `Draw: ${it.title}` : `Draw a ${it.kind}`;
  const places = it.issues.map((issue) => issue.place).filter(Boolean);
  draft.show(it.boards, { at: it.cursor, panel: it.panel, issues: places });
  message($("edit-message"), it.message);
  $("issues").replaceChildren(...it.issues.map((issue) => element("li", { className: issue.severity === "note" ? "" : "bad", textContent: issue.message })));
  $("edit-erase").setAttribute("aria-pressed", erases);
  $("edit-solve").hidden = solver.isRunning;
  $("edit-stop").hidden = !solver.isRunning;
  const holder = $("brushes");
  const key = JSON.stringify([it.brushes, it.brush]);
  if (holder.dataset.shown === key) return;
  holder.dataset.shown = key;
  holder.replaceChildren(...it.brushes.map((brush) => {
    const swatch = element("span", { className: `cell swatch ${brush.class}` }, element("span", { textContent: brush.class.startsWith("tile") ? brush.name : "" }));
    swatch.setAttribute("aria-hidden", "true");
    const made = element("button", { type: "button", className: "brush" }, swatch, brush.name);
    made.setAttribute("aria-pressed", brush.name === it.brush && !erases);
    made.addEventListener("click", () => {
      erases = false;
      page.brush(brush.name);
      holder.dataset.shown = "";
      refresh();
    });
    return made;
  }));
}

// What the Rust code replies to an event.

/** Carries out a reply, and shows the new state. Returns whether the event did something. */
function react(reply) {
  const it = JSON.parse(reply);
  if (it === null) return false;
  if (it.error) {
    showError(it.error);
    return true;
  }
  if (it.search) begin(it.search);
  refresh();
  if (it.do) carryOut(it.do);
  watch();
  return true;
}

const DEEDS = {
  levels: () => showLevels(),
  keys: () => showKeys(),
  open: () => goTo("open"),
  leave: () => (state.editing ? leaveDraft() : goTo("open")),
  left: () => setPlaying(false),
  follow: () => { setPlaying(false); $("follow-on").focus(); },
  auto: () => setPlaying(!playing),
  faster: () => speed(1),
  slower: () => speed(-1),
  moved: () => setPlaying(false),
  stop: () => solver.stop(),
  edit: () => goTo("game"),
  play: () => { goTo("game"); $("boards").focus(); },
  try: () => react(page.try_draft()),
  solve: () => solveDraft(),
  save: () => download(state.editing ? { name: "draft.txt", text: state.editing.text } : JSON.parse(page.export("level", false))),
  words: () => { $("words-details").open = true; refresh(); },
  command: () => typeCommand(),
  export: () => $("exports").scrollIntoView(),
  solved: () => {},
};

const carryOut = (word) => DEEDS[word]?.();

function goTo(where) {
  view = where;
  setPlaying(false);
  refresh();
}

function showError({ text }) {
  goTo("open");
  $("open-error").replaceChildren(element("pre", { textContent: text, tabIndex: 0 }));
}

// Searches.

function begin(request) {
  $("progress").textContent = $("edit-progress").textContent = "searching";
  const over = () => { $("progress").textContent = $("edit-progress").textContent = ""; };
  solver.start(request, {
    onProgress: ({ text }) => { $("progress").textContent = $("edit-progress").textContent = text; },
    onFound: (found) => {
      over();
      page.found(found);
      refresh();
      if (followsWhenFound && state.game?.answer) react(page.follow());
      followsWhenFound = false;
    },
    onLost: (reason) => {
      over();
      followsWhenFound = false;
      page.lost(reason);
      refresh();
    },
  });
}

let followsWhenFound = false;

/** The short search whether a solution is left, after each action. */
function watch() {
  const request = JSON.parse(state.editing ? page.search_draft(false) : page.watch());
  if (!request) return;
  watcher ??= new Solver(module);
  watcher.start(request, { onFound: (found) => { page.found(found); refresh(); }, onLost: () => {} });
}

function readOptions() {
  const number = (id) => ($(id).value === "" ? null : Number($(id).value));
  const options = {
    objective: $("objective").value || null,
    strategy: $("strategy").value || null,
    strategies: $("strategies").value,
    seconds: number("seconds"),
    megabytes: number("megabytes"),
    nodes: number("nodes"),
    first: $("first").checked,
  };
  page.set_options(JSON.stringify(options));
}

function readReading() {
  const options = { dialect: $("dialect").value, unequal: $("unequal").checked, outside: $("outside").checked };
  const { error } = JSON.parse(page.set_reading(JSON.stringify(options)));
  if (error) showError(error);
  else $("open-error").replaceChildren();
}

function solveDraft() {
  const request = JSON.parse(page.search_draft(true));
  if (request) begin(request);
  refresh();
}

// An answer that plays.

let playing = null;

function setPlaying(plays) {
  clearInterval(playing);
  playing = plays ? setInterval(step, Number($("speed").value)) : null;
  if (state.following) $("follow-play").textContent = playing ? "Pause" : "Play";
}

function step() {
  const { done, of } = state.following ?? { done: 0, of: 0 };
  if (done >= of) return setPlaying(false);
  page.go_along(done + 1);
  refresh();
}

function speed(change) {
  const select = $("speed");
  select.selectedIndex = Math.min(select.options.length - 1, Math.max(0, select.selectedIndex + change));
  if (playing) setPlaying(true);
}

function along(done) {
  setPlaying(false);
  page.go_along(Math.max(0, done));
  refresh();
}

// Opening.

function opened(reply, then) {
  const it = JSON.parse(reply);
  if (it === null) return false;
  if (it.error) {
    showError(it.error);
    return false;
  }
  $("open-error").replaceChildren();
  if (solver.isRunning) solver.restart();
  goTo("game");
  if (then === "edit") react(page.edit("", 0, 0));
  else if (then === "solve") { followsWhenFound = true; react(page.button("solve")); }
  else $("boards").focus();
  return true;
}

async function openFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  opened(page.open_bytes(file.name, bytes));
}

function openLink() {
  const hash = location.hash;
  if (hash.length < 2) return false;
  const reply = page.open_link(hash);
  return opened(reply, JSON.parse(reply)?.then);
}

// Dialogs.

function dialog(title, ...body) {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren(...body);
  if (!$("dialog").open) $("dialog").showModal();
}

function showLevels() {
  const rows = JSON.parse(page.levels()).map((level) => {
    const mark = level.error ? "!" : level.solved ? "\u2713" : level.begun ? "\u2026" : "";
    const words = level.error ? "cannot be read" : level.solved ? "solved" : level.begun ? "begun" : "";
    const made = element(
      "button",
      { type: "button" },
      element("span", { className: "mark", textContent: mark, ariaHidden: "true" }),
      element("span", { textContent: `${level.number} ${level.title}` }),
      element("span", { className: "best", textContent: level.best || level.error || words }),
    );
    made.setAttribute("aria-current", Boolean(level.here));
    made.addEventListener("click", () => {
      $("dialog").close();
      opened(page.choose(level.number));
    });
    return element("li", {}, made);
  });
  dialog("Levels", element("ol", { className: "levels" }, ...rows));
}

function showKeys() {
  const rows = JSON.parse(page.keys()).flatMap(([keys, what]) => [
    element("dt", { textContent: keys }),
    element("dd", { textContent: what }),
  ]);
  dialog("Keys", element("dl", {}, ...rows));
}

function typeCommand() {
  const isDraft = Boolean(state.editing);
  const input = element("input", { ariaLabel: "command", spellcheck: false, autocomplete: "off" });
  const form = element("form", { className: "row" }, input, element("button", { type: "submit", textContent: "Do" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    $("dialog").close();
    react(isDraft ? page.edit_command(input.value) : page.command(input.value));
  });
  dialog("Command", form);
  input.focus();
}

// Copying and saving.

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    $("copied").textContent = "copied";
  } catch {
    dialog("Copy this text", element("textarea", { value: text, readOnly: true, rows: 8, ariaLabel: "text to copy" }));
    $("dialog-body").firstChild.select();
  }
}

function download(file) {
  if (!file) return;
  if (file.error) {
    $("copied").textContent = file.error.message;
    return;
  }
  const address = URL.createObjectURL(file.blob ?? new Blob([file.text], { type: "text/plain" }));
  const link = element("a", { href: address, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** A canvas with an SVG document drawn on it, which the browser does. */
async function drawn(svg, width, height) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = element("canvas", { width: width ?? image.naturalWidth, height: height ?? image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function savePng() {
  const file = JSON.parse(page.export("svg", isLight()));
  if (file.error) return download(file);
  const canvas = await drawn(file.text);
  canvas.toBlob((blob) => download({ name: file.name.replace(/svg$/, "png"), blob }), "image/png");
}

async function saveGif() {
  const light = isLight();
  const { name, drawings, error } = JSON.parse(page.gif_drawings(light)) ?? {};
  if (error) return download({ error });
  if (!drawings) return;
  const pixels = new Uint8Array(drawings.reduce((sum, { width, height }) => sum + 4 * width * height, 0));
  let at = 0;
  for (const { svg, width, height } of drawings) {
    const canvas = await drawn(svg, width, height);
    pixels.set(canvas.getContext("2d").getImageData(0, 0, width, height).data, at);
    at += 4 * width * height;
  }
  const bytes = page.gif(light, pixels);
  if (bytes.length) download({ name, blob: new Blob([bytes], { type: "image/gif" }) });
}

const isLight = () => matchMedia("(prefers-color-scheme: light)").matches;

// What is kept.

let timer;

function keepSoon() {
  clearTimeout(timer);
  timer = setTimeout(keepNow, 400);
}

function keepNow() {
  clearTimeout(timer);
  const changes = JSON.parse(page.take_changes());
  if (changes.length) store.keepRecords(changes);
  if (state.editing) store.keep("draft", { kind: state.editing.kind, text: state.editing.text });
}

async function leaveDraft() {
  keepNow();
  page.leave_draft();
  goTo(state.game ? "game" : "open");
}

// Events.

function isTyped(target) {
  return target.closest("input, textarea, select, dialog") !== null;
}

function onKey(event) {
  if (event.isComposing || event.metaKey || view === "open" || isTyped(event.target)) return;
  // A button has its own keys, and the browser those with Control, but for what undoes.
  if ((event.key === "Enter" || event.key === " ") && event.target.closest("button, summary, a")) return;
  if (event.key === "Tab" || (event.ctrlKey && !["z", "y", "r"].includes(event.key))) return;
  if (event.altKey) return;
  if (react(page.key(event.key, event.shiftKey, event.ctrlKey, event.altKey))) event.preventDefault();
}

/** Taps and drags on the board of a game. */
function playPointer() {
  const board = $("boards");
  let from = null;
  board.addEventListener("pointerdown", (event) => {
    from = event.button === 0 ? game.at(event.clientX, event.clientY) : null;
    if (from?.panel !== 0) from = null;
    if (from && event.isTrusted) board.setPointerCapture?.(event.pointerId);
  });
  board.addEventListener("pointerup", (event) => {
    if (!from) return;
    const to = game.at(event.clientX, event.clientY, 0);
    react(page.drag(from.row, from.column, to.row, to.column));
    from = null;
  });
  board.addEventListener("pointercancel", () => { from = null; });
  board.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    react(page.button("undo"));
  });
}

/** Painting on the boards of a draft. */
function drawPointer() {
  const boards = $("edit-boards");
  let panel = null;
  boards.addEventListener("pointerdown", (event) => {
    const at = draft.at(event.clientX, event.clientY);
    if (!at || event.button > 2 || event.button === 1) return;
    panel = at.panel;
    if (event.isTrusted) boards.setPointerCapture?.(event.pointerId);
    react(page.draw_from(at.panel, at.row, at.column, erases || event.button === 2));
  });
  boards.addEventListener("pointermove", (event) => {
    if (panel === null) return;
    const at = draft.at(event.clientX, event.clientY, panel);
    if (at?.isOn && JSON.parse(page.draw_to(panel, at.row, at.column))) refresh();
  });
  const end = () => {
    if (panel === null) return;
    panel = null;
    page.end_stroke();
    refresh();
    watch();
  };
  boards.addEventListener("pointerup", end);
  boards.addEventListener("pointercancel", end);
  boards.addEventListener("contextmenu", (event) => event.preventDefault());
}

function onPaste(event) {
  if (isTyped(event.target)) return;
  const text = event.clipboardData?.getData("text");
  if (!text) return;
  event.preventDefault();
  if (view === "game" && page.paste_steps(text)) return refresh();
  opened(page.open(text, ""));
}

function listenToFiles() {
  $("file").addEventListener("change", () => {
    const [file] = $("file").files;
    if (file) openFile(file);
    $("file").value = "";
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (file) openFile(file);
    else opened(page.open(event.dataTransfer.getData("text"), ""));
  });
}

function listenToOpening() {
  for (const id of ["dialect", "unequal", "outside"]) $(id).addEventListener("change", readReading);
  $("open-form").addEventListener("submit", (event) => {
    event.preventDefault();
    opened(page.open($("paste").value, ""));
  });
  $("draw-form").addEventListener("submit", (event) => {
    event.preventDefault();
    react(page.edit($("draw-kind").value, Number($("draw-columns").value), Number($("draw-rows").value)));
  });
  $("save-solutions").addEventListener("click", () => {
    const files = choices.kinds.map((kind) => JSON.parse(page.saved_file(kind.name))).filter(Boolean);
    files.forEach(download);
    $("saved-message").textContent = files.length ? files.map((file) => file.name).join(", ") : "there are no solutions of yours yet";
  });
  $("home").addEventListener("click", (event) => {
    event.preventDefault();
    goTo("open");
  });
  $("show-open").addEventListener("click", () => goTo("open"));
  $("show-levels").addEventListener("click", showLevels);
  $("show-keys").addEventListener("click", showKeys);
}

function listenToGame() {
  for (const made of document.querySelectorAll("[data-button]")) {
    made.addEventListener("click", () => react(page.button(made.dataset.button)));
  }
  $("solve").addEventListener("click", () => react(page.button("solve")));
  $("compare").addEventListener("click", () => react(page.button("compare")));
  $("follow-button").addEventListener("click", () => react(page.follow()));
  $("stop").addEventListener("click", () => solver.stop());
  $("edit-stop").addEventListener("click", () => solver.stop());
  $("edit").addEventListener("click", () => react(page.edit("", 0, 0)));
  for (const id of ["objective", "strategy", "seconds", "megabytes", "nodes", "first", "strategies"]) {
    $(id).addEventListener("change", readOptions);
  }
  $("words-details").addEventListener("toggle", () => { $("words").textContent = page.words(); });
  for (const made of document.querySelectorAll("[data-copy]")) {
    made.addEventListener("click", () => copy(JSON.parse(page.export(made.dataset.copy, isLight())).text));
  }
  for (const made of document.querySelectorAll("[data-save]")) {
    made.addEventListener("click", () => download(JSON.parse(page.export(made.dataset.save, isLight()))));
  }
  $("save-png").addEventListener("click", savePng);
  $("save-gif").addEventListener("click", saveGif);
  $("copy-link").addEventListener("click", () => copy(`${location.origin}${location.pathname}#${page.link()}`));
}

function listenToAnswer() {
  $("follow-first").addEventListener("click", () => along(0));
  $("follow-back").addEventListener("click", () => along(state.following.done - 1));
  $("follow-on").addEventListener("click", () => along(state.following.done + 1));
  $("follow-end").addEventListener("click", () => along(state.following.of));
  $("follow-play").addEventListener("click", () => setPlaying(!playing));
  $("follow-leave").addEventListener("click", () => react(page.leave_answer()));
  $("slider").addEventListener("input", () => along(Number($("slider").value)));
  $("speed").addEventListener("change", () => { if (playing) setPlaying(true); });
}

function listenToDraft() {
  for (const made of document.querySelectorAll("[data-edit]")) {
    made.addEventListener("click", () => react(page.edit_command(made.dataset.edit)));
  }
  $("edit-erase").addEventListener("click", () => {
    erases = !erases;
    $("brushes").dataset.shown = "";
    refresh();
  });
  $("edit-solve").addEventListener("click", solveDraft);
  $("try").addEventListener("click", () => react(page.try_draft()));
  $("edit-leave").addEventListener("click", leaveDraft);
  $("edit-form").addEventListener("submit", (event) => {
    event.preventDefault();
    react(page.edit_command($("edit-line").value));
    $("edit-line").value = "";
  });
}

/** What there is to choose from. */
function listChoices() {
  choices = JSON.parse(page.choices());
  $("collections").replaceChildren(...choices.collections.map((collection) => {
    const made = element("button", { type: "button", textContent: `${collection.name} (${collection.count} ${collection.kind})` });
    made.addEventListener("click", () => opened(page.open(collection.name, "")));
    return made;
  }));
  $("strategy").replaceChildren(...choices.strategies.map((it) => element("option", { value: it.name, textContent: it.name, title: it.summary })));
  $("strategy").value = "auto";
  $("dialects").replaceChildren(...choices.dialects.map((name) => element("option", { value: name })));
  $("draw-kind").replaceChildren(...choices.kinds.map((kind) => element("option", { value: kind.name, textContent: kind.name })));
}

async function start() {
  module = await WebAssembly.compileStreaming(fetch(new URL("./lurd_web_bg.wasm", import.meta.url)));
  solver = new Solver(module);
  await init({ module_or_path: module });
  page = new Page();
  listChoices();
  $("loading").hidden = true;
  playPointer();
  drawPointer();
  listenToFiles();
  listenToOpening();
  listenToGame();
  listenToAnswer();
  listenToDraft();
  addEventListener("keydown", onKey);
  addEventListener("paste", onPaste);
  addEventListener("hashchange", openLink);
  addEventListener("pagehide", keepNow);
  addEventListener("resize", () => [game, follow, draft].forEach((boards) => boards.fit()));
  if (!openLink()) show();
  // A link is opened before what was kept is read, which takes longer.
  page.load_records(JSON.stringify(await store.records()));
  refresh();
  // For tests, which compare what is drawn with it.
  globalThis.lurdState = () => JSON.parse(page.state());
  document.documentElement.dataset.ready = "true";
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}

start().catch((error) => {
  $("loading").textContent = `The page could not be started: ${error}`;
});
