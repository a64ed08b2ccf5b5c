// Drives an exported page in headless Chromium, without any package: node drive.mjs CHROMIUM PAGE [SCREENSHOT].
// Plays by keys and by touch, undoes, follows the answer to its end, and looks for errors. Says "ok" or throws.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [chromium, page, screenshot] = process.argv.slice(2);
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"];
const browser = spawn(chromium, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
setTimeout(() => { browser.kill(); throw new Error("the browser does not answer"); }, 120_000).unref();

let session;
let next = 1;
const open = new Map();
const problems = [];
let text = "";
browser.stdio[4].on("data", (bytes) => {
  text += bytes;
  for (let end = text.indexOf("\0"); end >= 0; end = text.indexOf("\0")) {
    const message = JSON.parse(text.slice(0, end));
    text = text.slice(end + 1);
    if (message.id) {
      const { done, failed } = open.get(message.id);
      if (message.error) failed(new Error(message.error.message)); else done(message.result);
    } else if (message.method === "Runtime.exceptionThrown") problems.push(message.params.exceptionDetails.text);
    else if (message.method === "Log.entryAdded" && message.params.entry.level === "error") problems.push(message.params.entry.text);
    else if (message.method === "Page.loadEventFired") loaded();
  }
});
let loaded;
const isLoaded = new Promise((done) => { loaded = done; });
function send(method, params = {}) {
  const id = next++;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
  return new Promise((done, failed) => open.set(id, { done, failed }));
}
async function value(expression) {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.text + " " + expression);
  return result.value;
}
function check(is, what) {
  if (!is) throw new Error(what);
}
async function key(name, modifiers = 0) {
  const params = { key: name, code: name, modifiers };
  await send("Input.dispatchKeyEvent", { ...params, type: "keyDown" });
  await send("Input.dispatchKeyEvent", { ...params, type: "keyUp" });
}
async function swipe(direction) {
  const box = await value("(() => { const b = document.getElementById('board').getBoundingClientRect(); return [b.x + b.width / 2, b.y + Math.min(b.height, 300) / 2]; })()");
  const by = { left: [-40, 0], right: [40, 0], up: [0, -40], down: [0, 40] }[direction];
  await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: box[0], y: box[1] }] });
  await send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: box[0] + by[0], y: box[1] + by[1] }] });
  await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
const status = () => value("document.getElementById('status').textContent");

const target = await send("Target.createTarget", { url: "about:blank" });
session = (await send("Target.attachToTarget", { targetId: target.targetId, flatten: true })).sessionId;
for (const domain of ["Page", "Runtime", "Log"]) await send(domain + ".enable");
await send("Emulation.setDeviceMetricsOverride", { width: 360, height: 740, deviceScaleFactor: 2, mobile: true });
await send("Emulation.setTouchEmulationEnabled", { enabled: true });
await send("Page.navigate", { url: pathToFileURL(page).href });
await isLoaded;

const [data] = JSON.parse(await value("document.getElementById('data').textContent"));
const isSokoban = data.kind === "sokoban";
check((await status()).startsWith("0 steps"), "the page is at the start: " + await status());
check(await value("document.documentElement.scrollWidth") <= 360, "it fits 360 pixels");
check(await value("document.querySelectorAll('#board .cell').length") >= data.board.flat().length, "all cells are there");

const NAMES = { l: "left", u: "up", r: "right", d: "down" };
const arrow = (name) => "Arrow" + name[0].toUpperCase() + name.slice(1);
let done = 0;
if (isSokoban) {
  // To the first push by keys, and one step on by touch.
  const first = data.steps.findIndex((step) => step === step.toUpperCase());
  for (const step of data.steps.slice(0, first + 1)) await key(arrow(NAMES[step.toLowerCase()]));
  done = first + 1;
  check((await status()).startsWith(done + " step"), "pushed: " + await status());
  await swipe(NAMES[data.steps[done].toLowerCase()]);
  done += 1;
} else {
  // Shift lights up nothing and shifts the lit row; a swipe moves the lit column.
  await key("ArrowLeft", 8);
  done = 1;
  check((await status()).includes("left 0"), "shifted: " + await status());
  await swipe("right");
  check((await status()).includes("column 1"), "lit: " + await status());
}
check((await status()).includes(done + " step"), "played: " + await status());
await key("u");
check((await status()).includes(done - 1 + " step"), "undone: " + await status());
await value("document.getElementById('redo').click()");
check((await status()).includes(done + " step"), "redone: " + await status());
await key("x");
// A click beside the player, where there is one.
await key(" ");
check((await value("document.getElementById('last').textContent")).startsWith("1/"), "followed");
if (!isSokoban) check(await value("document.querySelectorAll('#pad .on').length") > 0, "the pad is lit");
await key("b");
await value("(() => { const s = document.getElementById('slider'); s.value = s.max; s.dispatchEvent(new Event('input')); })()");
check((await status()).endsWith("Solved!"), "solved: " + await status());
check(await value("document.body.classList.contains('solved')"), "shown as solved");
await value("document.getElementById('theme').click()");
if (screenshot) {
  const { data: png } = await send("Page.captureScreenshot", { format: "png" });
  writeFileSync(screenshot, Buffer.from(png, "base64"));
}
check(problems.length === 0, problems.join("; "));
console.log("ok");
browser.kill();
process.exit(0);
