// Drives the page in headless Chromium: node drive.mjs CHROMIUM FOLDER. Says "ok" or throws; what it measures goes to
// standard error.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, close, goTo, key, newProblems, open, requests, resize, send, until, value } from "../browser.mjs";
import { ARROWS, BY, answer, click, isShown, middle, mouse, text, touch, visit } from "./helpers.mjs";
import { everyCollection } from "./collections.mjs";
import { everyFormat } from "./formats.mjs";
import { serve } from "./server.mjs";

const folder = process.argv[3];
const base = await serve(folder);
const say = (line) => process.stderr.write(`${line}\n`);

await open(false, "about:blank");
await send("Network.enable");

async function linksOpenAndSolve() {
  const source = `new MutationObserver(() => {
    const follow = document.getElementById("follow");
    if (follow && !follow.hidden) window.followed ??= performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });`;
  const { identifier } = await send("Page.addScriptToEvaluateOnNewDocument", { source });
  const times = [];
  for (let run = 0; run < 11; run += 1) {
    await goTo("about:blank");
    await goTo(`${base}#puzzle=missile/4&solve`);
    await until("window.followed > 0", "missile/4 is solved");
    times.push(await value("window.followed"));
  }
  await send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  const sorted = times.slice(1).sort((one, other) => one - other);
  say(`missile/4 solved from its link: median ${sorted[5].toFixed(0)} ms of ${sorted.map((it) => it.toFixed(0)).join(" ")}`);
  const presses = Number((await text("follow-place")).match(/^0 of (\d+) presses$/)[1]);
  check(presses >= 8, "at least one press for each of the 8 shifts");
  check((await value("document.querySelectorAll('#follow-pad .pressed').length")) === 1, "the pad is lit");
  for (let press = 0; press < presses; press += 1) await key("ArrowRight");
  check((await text("follow-next")) === "solved", await text("follow-next"));
  await key("ArrowLeft");
  check((await text("follow-place")) === `${presses - 1} of ${presses} presses`, "one press back");
  await visit(base, "#puzzle=primer/1&play");
  check(await isShown("game"), "the player is shown");
}

/** Steps of an answer, by each kind of input. */
async function play(reference, input) {
  await visit(base, `#puzzle=${reference}&play`);
  const solution = await answer();
  const isSokoban = /^[lurdLURD]+$/.test(solution);
  if (isSokoban) {
    const cell = (name) => value(`[...document.querySelectorAll('#boards .cell')].findIndex((it) => it.classList.contains('${name}'))`);
    const columns = await value("getComputedStyle(document.querySelector('#boards .grid')).gridTemplateColumns.split(' ').length");
    for (const step of solution) {
      if (input === "keyboard") {
        await key(ARROWS[step.toLowerCase()]);
        continue;
      }
      const at = await cell("player");
      const [row, column] = [Math.floor(at / columns), at % columns];
      const [right, down] = BY[step.toLowerCase()];
      const from = await middle(row, column);
      const to = await middle(row + down, column + right);
      if (input === "touch") await touch(from, to);
      // A click on the next square walks; to push, the box is taken and put down.
      else if (step === step.toLowerCase()) await mouse(to);
      else await mouse(to, await middle(row + 2 * down, column + 2 * right));
    }
  } else {
    for (const step of solution.split(", ")) {
      const [word, line] = step.split(" ");
      if (input === "keyboard") {
        const isRow = word === "left" || word === "right";
        const lit = () => value(`(() => { const it = [...document.querySelectorAll('#boards .board')][0]; return it; })() && 0`);
        await lit();
        await light(isRow, Number(line));
        await key(`Arrow${word[0].toUpperCase()}${word.slice(1)}`, 8);
        continue;
      }
      const [right, down] = BY[word[0]];
      const [from, to] = down ? [[1, Number(line)], [1 + down, Number(line)]] : [[Number(line), 1], [Number(line), 1 + right]];
      await (input === "touch" ? touch : mouse)(await middle(...from), await middle(...to));
    }
  }
  check((await text("game-line")).includes("solved"), `${reference} by ${input}: ${await text("game-line")} ${await text("message")}`);
}

/** Moves the lit row or column with the arrows, which wrap. */
async function light(isRow, line) {
  const now = () => value(`(() => {
    const cells = [...document.querySelectorAll('#boards .grid')][0].children;
    const columns = getComputedStyle(cells[0].parentElement).gridTemplateColumns.split(' ').length;
    const isLit = (row, column) => cells[row * columns + column].classList.contains('lit');
    const rows = cells.length / columns;
    const lines = ${isRow} ? [...Array(rows).keys()].find((row) => isLit(row, 0) && isLit(row, columns - 1)) : [...Array(columns).keys()].find((column) => isLit(0, column) && isLit(rows - 1, column));
    return lines;
  })()`);
  for (let tries = 0; tries < 12 && (await now()) !== line; tries += 1) await key(isRow ? "ArrowDown" : "ArrowRight");
  check((await now()) === line, `line ${line} is lit`);
}

async function everyInputSolves() {
  for (const input of ["keyboard", "mouse", "touch"]) {
    await send("Emulation.setTouchEmulationEnabled", { enabled: input === "touch" });
    for (const reference of ["starter/1", "missile/3"]) await play(reference, input);
  }
  await send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await until("true");
  await new Promise((go) => setTimeout(go, 600));
  await visit(base, "#puzzle=missile/3");
  await click("show-levels");
  const marks = await value("[...document.querySelectorAll('.levels li')].map((it) => it.textContent)");
  check(marks[2].includes("best of yours"), `the list has its mark after a reload: ${marks[2]}`);
}

async function errorsHavePlaceAndRemedy() {
  await visit(base);
  await value(`(() => { document.getElementById("paste").value = "1234/4123/341/2341 -> 1234/1234/1234/1234"; })()`);
  await value(`document.getElementById("open-form").requestSubmit()`);
  const error = await text("open-error");
  check(error.includes("row 3") && error.includes("^^^ one tile missing"), error);
  await value(`(() => { document.getElementById("paste").value = "misile/4"; document.getElementById("open-form").requestSubmit(); })()`);
  check((await text("open-error")).includes("help: did you mean 'missile/4'?"), await text("open-error"));
  for (const [typed, title] of [["#######|#@ $ .#|#######", "typed"], ["12/34 -> 21/34", "typed"], ["pusher/1", "pusher"]]) {
    await value(`(() => { document.getElementById("show-open").click(); document.getElementById("paste").value = ${JSON.stringify(typed)}; document.getElementById("open-form").requestSubmit(); })()`);
    check(await isShown("game"), `${title}: opened`);
  }
}

async function stopAndLimits() {
  await visit(base);
  const room = "############|#@         #|# $ $ $ $  #|#          #|# $ $ $ $  #|#          #|# ........ #|############";
  await value(`(() => { document.getElementById("paste").value = ${JSON.stringify(room)}; document.getElementById("open-form").requestSubmit(); })()`);
  await value(`(() => {
    window.longest = 0;
    new PerformanceObserver((list) => { for (const it of list.getEntries()) window.longest = Math.max(window.longest, it.duration); }).observe({ type: "longtask" });
  })()`);
  const set = (id, to) => value(`(() => { const it = document.getElementById("${id}"); it.value = "${to}"; it.dispatchEvent(new Event("change")); })()`);
  await set("strategy", "bfs");
  await set("megabytes", 3000);
  const stops = [];
  for (const seconds of [8, 1, 0.5, 0.3]) {
    await click("solve");
    await new Promise((go) => setTimeout(go, 1000 * seconds));
    check(await isShown("stop"), "the search runs");
    stops.push(await value(`new Promise((done) => {
      const begun = performance.now();
      document.getElementById("stop").click();
      const wait = () => (document.getElementById("stop").hidden ? done(performance.now() - begun) : setTimeout(wait, 2));
      wait();
    })`));
    check((await text("result")).includes("interrupted"), `it ended by itself: ${await text("result")} ${await text("message")}`);
  }
  const longest = await value("window.longest");
  say(`stop after ${stops.map((it) => it.toFixed(0)).join(", ")} ms; longest task of the main thread ${longest} ms (0: none above 50)`);
  check(Math.max(...stops) <= 200, `stopped within 200 ms: ${stops}`);
  check(longest <= 50, `no long task: ${longest}`);
  await set("megabytes", 1);
  await click("solve");
  await until("document.getElementById('result').textContent.includes('memory')", "the memory limit ends it", 20);
  check((await text("result")).includes("gave up at the memory limit"), await text("result"));
  await set("strategy", "auto");
  await set("megabytes", 1000);
  await visit(base, "#puzzle=missile/1&solve");
  await until("!document.getElementById('follow').hidden", "the page goes on");
}

/** Numbers that look random, the same ones each time. */
let seed = 1;
function random(below) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

/** What is drawn is what the Rust code says. */
const AGREES = `(() => {
  const state = window.lurdState();
  const it = state.editing ?? state.following ?? state.game;
  const element = state.editing ? "edit-boards" : state.following ? "follow-boards" : "boards";
  const drawn = [...document.querySelectorAll("#" + element + " .grid")].map((grid) => [...grid.children].map((cell) => cell.className.replace(" at", "").replace(" issue", "") + "|" + cell.firstChild.textContent));
  const said = it.boards.map((board) => board.cells.map(([name, text]) => "cell " + name + "|" + text));
  return JSON.stringify(drawn) === JSON.stringify(said);
})()`;

async function randomEvents() {
  const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "u", "r", "x", "i", "1", "2", "3", "4", "m", "M", "n", "b", "g", "Escape", ".", ",", "z", "y", "t", "f", "h", "j", "k", "l", "#", "$", "@", " ", "S", "F", "C", "V", "P"];
  let all = 0;
  for (const [link, count] of [["#puzzle=pusher/1&play", 2500], ["#puzzle=missile/4&play", 2500], ["#puzzle=pusher/1&edit", 2500], ["#puzzle=missile/4&edit", 2500]]) {
    await visit(base, link);
    for (let done = 0; done < count; done += 50) {
      const events = Array.from({ length: 50 }, () => {
        if (random(4) > 0) return { key: KEYS[random(KEYS.length)], shift: random(4) === 0 };
        return { x: random(400), y: 60 + random(400), to: [random(400), 60 + random(400)] };
      });
      await value(`(async () => {
        for (const it of ${JSON.stringify(events)}) {
          if (it.key) { document.body.dispatchEvent(new KeyboardEvent("keydown", { key: it.key, shiftKey: it.shift, bubbles: true, cancelable: true })); continue; }
          const board = [...document.querySelectorAll(".boards")].find((board) => board.offsetParent);
          if (!board) continue;
          const send = (type, x, y) => board.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, button: 0, pointerId: 1, bubbles: true }));
          send("pointerdown", it.x, it.y); send("pointermove", ...it.to); send("pointerup", ...it.to);
        }
        document.getElementById("dialog").close();
      })()`);
      all += 50;
      if (await isShown("open")) await visit(base, link);
      const agrees = await value(AGREES);
      check(agrees, `after ${all} random events the drawing is not the state`);
      const problems = newProblems();
      check(problems.length === 0, `after ${all} random events: ${problems}`);
    }
  }
  say(`${all} random events`);
}

async function hostileLinks() {
  await visit(base);
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_&=%<>'\"";
  const made = await value(`(async () => {
    const { Page } = await import("./lurd_web.js");
    const page = new Page();
    const title = "<img src=x onerror=window.hacked=1><script>window.hacked=1</" + "script>";
    const links = [];
    for (const text of ["#######\\n#@ $ .#\\n#######\\nTitle: " + title + "\\n", title + "\\nsource:\\n12\\n34\\ntarget:\\n21\\n34\\n", title]) {
      page.open(text, "<typed>");
      links.push("#" + page.link());
    }
    return links;
  })()`);
  check(made[0].startsWith("#level="), made[0]);
  let opened = 0;
  const links = [...made, "#puzzle=<script>window.hacked=1</script>", "#puzzle=%3Cimg%20src=x%20onerror=window.hacked=1%3E", "#level=%00", "#puzzle=-", "#puzzle=../../etc/passwd"];
  while (links.length < 1000) {
    const letters = [...made[random(2)]];
    for (let change = 0; change <= random(4); change += 1) {
      const at = 7 + random(letters.length - 7);
      if (random(4) === 0) letters.splice(at, 1 + random(5));
      else letters[at] = LETTERS[random(LETTERS.length)];
    }
    links.push(letters.join(""));
  }
  while (links.length) {
    const some = links.splice(0, 50);
    const found = await value(`(async () => {
      const found = [];
      for (const link of ${JSON.stringify(some).replaceAll("</", "<\\/")}) {
        document.getElementById("show-open").click();
        document.getElementById("open-error").replaceChildren();
        history.replaceState(null, "", "#");
        const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
        location.hash = link;
        await changed;
        const isOpened = !document.getElementById("game").hidden;
        found.push({ link, isOpened, error: document.getElementById("open-error").textContent, hacked: "hacked" in window || document.querySelector("main img, main script") !== null });
      }
      return found;
    })()`);
    for (const { link, isOpened, error, hacked } of found) {
      opened += isOpened ? 1 : 0;
      check(isOpened || error !== "", `an error or a puzzle: ${link}`);
      check(!hacked, `script: ${link}`);
    }
  }
  const problems = newProblems();
  check(problems.length === 0, `hostile links: ${problems}`);
  say(`1000 hostile links, of which ${opened} open a puzzle`);
}

/** A file that the page saves is caught at the link that it clicks. */
async function savesPictures() {
  await visit(base, "#puzzle=missile/4&solve");
  await until("!document.getElementById('follow').hidden", "missile/4 is solved");
  const saved = (button) => value(`new Promise((done, failed) => {
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      HTMLAnchorElement.prototype.click = click;
      fetch(this.href).then((it) => it.arrayBuffer()).then((bytes) => done([this.download, ...new Uint8Array(bytes)]), failed);
    };
    document.getElementById("${button}").click();
  })`);
  const [gifName, ...gif] = await saved("save-gif");
  check(gifName.endsWith(".gif") && String.fromCharCode(...gif.slice(0, 6)) === "GIF89a", `${gifName}: ${gif.slice(0, 6)}`);
  const [pngName, ...png] = await saved("save-png");
  check(pngName.endsWith(".png") && String.fromCharCode(...png.slice(1, 4)) === "PNG", `${pngName}: ${png.slice(0, 4)}`);
  if (process.env.LURD_PICTURES) {
    writeFileSync(join(process.env.LURD_PICTURES, "answer.gif"), Buffer.from(gif));
    writeFileSync(join(process.env.LURD_PICTURES, "answer.png"), Buffer.from(png));
  }
  say(`the answer of missile/4 is a GIF of ${gif.length} bytes and a PNG of ${png.length} bytes`);
}

async function improvesAnswers() {
  await visit(base, "#level=" + (await value(`(async () => {
    const { Page } = await import("./lurd_web.js");
    const page = new Page();
    page.open("########\\n#@ $  .#\\n#      #\\n########\\n", "<typed>");
    return page.link().replace("level=", "");
  })()`)));
  for (const name of ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"]) await key(name);
  check((await text("game-line")).includes("solved"), await text("game-line"));
  await value(`document.querySelector("[data-button=optimise]").click()`);
  await until("document.getElementById('message').textContent.startsWith('a better solution')", "a better solution", 20);
  check((await text("result")).includes("before: 3 pushes, 6 moves"), await text("result"));
}

async function worksOffline() {
  await visit(base);
  await value("navigator.serviceWorker.ready.then(() => true)");
  await until("navigator.serviceWorker.controller !== null", "the service worker serves the page", 20);
  await send("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
  await visit(base, "#puzzle=missile/2&solve");
  await until("!document.getElementById('follow').hidden", "solved without a network");
  await send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  const others = requests.filter((url) => !url.startsWith(base) && !/^(about|blob|data):/.test(url) && !url.startsWith(`blob:${base}`));
  check(others.length === 0, `requests that leave the origin: ${others}`);
}

async function isAccessible() {
  let source;
  try {
    const path = process.env.LURD_AXE ?? join(folder, "../wasm-tools/node_modules/axe-core/axe.min.js");
    source = readFileSync(path, "utf8");
  } catch {
    return say("not run: axe-core is not installed");
  }
  const screens = {
    open: ["", "true"],
    play: ["#puzzle=pusher/1&play", "!document.getElementById('game').hidden"],
    follow: ["#puzzle=missile/4&solve", "!document.getElementById('follow').hidden"],
    edit: ["#puzzle=missile/1&edit", "!document.getElementById('editor').hidden"],
    levels: ["#puzzle=primer/1&play", "(document.getElementById('show-levels').click(), true)"],
  };
  for (const theme of ["light", "dark"]) {
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
    for (const [name, [link, shown]] of Object.entries(screens)) {
      await visit(base, link);
      await until(shown, name);
      await value(`${source}; true`);
      const found = await value(`axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }).then((it) => it.violations.map((one) => one.id + ": " + one.nodes.map((node) => node.html.slice(0, 120) + " " + node.failureSummary.slice(0, 200)).join(" / ")))`);
      check(found.length === 0, `axe, ${name}, ${theme}: ${found.join("\n")}`);
    }
  }
  newProblems();
  say("axe-core: no violation on five screens, light and dark");
}

async function fitsSmallScreens() {
  for (const [width, height] of [[360, 640], [820, 1180], [1440, 900], [2560, 1440]]) {
    await resize(width, height);
    for (const link of ["", "#puzzle=pusher/1&play", "#puzzle=master/3&play", "#puzzle=missile/4&solve", "#puzzle=missile/1&edit"]) {
      await visit(base, link);
      if (link.endsWith("solve")) await until("!document.getElementById('follow').hidden");
      check((await value("document.documentElement.scrollWidth")) <= width, `${link} fits ${width} pixels: ${await value("document.documentElement.scrollWidth")}`);
    }
  }
  await resize(1200, 800);
}

const formats = () => everyFormat(base, say);
const collections = () => everyCollection(base, say);
const tests = { linksOpenAndSolve, errorsHavePlaceAndRemedy, formats, collections, savesPictures, improvesAnswers, everyInputSolves, stopAndLimits, hostileLinks, worksOffline, fitsSmallScreens, isAccessible, randomEvents };
const only = process.argv[5];
for (const [name, test] of Object.entries(tests)) {
  if (only && !only.split(",").includes(name)) continue;
  const begun = Date.now();
  await test();
  const problems = newProblems();
  check(problems.length === 0, `${name}: ${problems}`);
  say(`${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}
await close();
