// Drives an exported page in headless Chromium: node drive.mjs CHROMIUM PAGE [SCREENSHOT].
// Plays by keys and by touch, undoes, follows the answer to its end, and looks for errors. Says "ok" or throws.
import { check, close, key, open, send, value } from "./browser.mjs";

async function swipe(direction) {
  const box = await value("(() => { const b = document.getElementById('board').getBoundingClientRect(); return [b.x + b.width / 2, b.y + Math.min(b.height, 300) / 2]; })()");
  const by = { left: [-40, 0], right: [40, 0], up: [0, -40], down: [0, 40] }[direction];
  await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: box[0], y: box[1] }] });
  await send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: box[0] + by[0], y: box[1] + by[1] }] });
  await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
const status = () => value("document.getElementById('status').textContent");

await open(true);

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
await close();
