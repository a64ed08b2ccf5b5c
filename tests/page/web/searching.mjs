// Searches in the page as it does them itself: a worker with an instance of the code, and requests of the page's own code.
import { value } from "../browser.mjs";

/** Makes what the other functions need in the page that is open: an own `Page`, and a worker. */
export const prepare = () => value(`(async () => {
  const { Page } = await import("./lurd_web.js");
  const module = await WebAssembly.compileStreaming(fetch("./lurd_web_bg.wasm"));
  const begin = () => {
    const worker = new Worker("./worker.js", { type: "module" });
    worker.postMessage({ module });
    return worker;
  };
  window.tested = { page: new Page(), worker: begin(), begin };
  window.tested.search = (request) => new Promise((done, failed) => {
    window.tested.worker.onmessage = ({ data }) => {
      if (data.found) done(data.found);
      if (data.failed) failed(new Error(data.failed));
    };
    window.tested.worker.postMessage({ request: JSON.stringify(request), stop: { flag: new Int32Array(1) } });
  });
})()`);

/** Opens puzzles by a name or a text, and returns how many there are. */
export async function openPuzzles(text, name = "") {
  const { opened, error } = JSON.parse(await value(`tested.page.open(${JSON.stringify(text)}, ${JSON.stringify(name)})`));
  if (error) throw new Error(error.text);
  return opened;
}

/** Solves a puzzle of those that are open as its button does. Returns what the worker has found and the text of the level. */
export async function solve(number, options) {
  return JSON.parse(await value(`(async () => {
    const { page, search } = tested;
    const { error } = JSON.parse(page.choose(${number}));
    if (error) return JSON.stringify({ status: "error", error });
    page.set_options(${JSON.stringify(JSON.stringify(options))});
    const { search: request } = JSON.parse(page.button("solve"));
    const found = await search(request);
    // It replays the answer.
    const { message } = JSON.parse(page.found(found));
    return JSON.stringify({ ...JSON.parse(found), message, level: page.text() });
  })()`));
}
