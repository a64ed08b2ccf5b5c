// What the tests of the page have in common.
import { goTo, key, send, until, value } from "../browser.mjs";

export const text = (id) => value(`document.getElementById(${JSON.stringify(id)}).textContent`);
export const isShown = (id) => value(`!document.getElementById(${JSON.stringify(id)}).hidden`);
export const click = (id) => value(`document.getElementById(${JSON.stringify(id)}).click()`);

/** Loads the page anew at a link. A link of the same page would not load it. */
export async function visit(base, fragment = "") {
  await goTo("about:blank");
  await goTo(base + fragment);
  await until("document.documentElement.dataset.ready === 'true'", "the page is ready");
}

/** The middle of a cell of the board of a game. */
export async function middle(row, column) {
  return value(`(() => {
    const grid = document.querySelector('#boards .grid').getBoundingClientRect();
    const columns = getComputedStyle(document.querySelector('#boards .grid')).gridTemplateColumns.split(' ').length;
    const size = grid.width / columns;
    return [grid.left + (${column} + .5) * size, grid.top + (${row} + .5) * size];
  })()`);
}

export async function mouse(from, to = from) {
  const params = (type, [x, y]) => ({ type, x, y, button: "left", clickCount: 1, pointerType: "mouse" });
  await send("Input.dispatchMouseEvent", params("mousePressed", from));
  if (to !== from) await send("Input.dispatchMouseEvent", { ...params("mouseMoved", to), buttons: 1 });
  await send("Input.dispatchMouseEvent", params("mouseReleased", to));
}

export async function touch(from, to = from) {
  const point = ([x, y]) => [{ x, y }];
  await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(from) });
  if (to !== from) await send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(to) });
  await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

export const ARROWS = { l: "ArrowLeft", u: "ArrowUp", r: "ArrowRight", d: "ArrowDown" };
export const BY = { l: [-1, 0], u: [0, -1], r: [1, 0], d: [0, 1] };

/** The steps of an answer of the open puzzle, which the page itself finds. */
export async function answer() {
  await click("solve");
  await until("!document.getElementById('follow-button').disabled && document.getElementById('stop').hidden", "an answer");
  await click("follow-button");
  await until("!document.getElementById('follow').hidden", "the answer is followed");
  const solution = await text("solution");
  await click("follow-leave");
  return solution;
}

export { key };
