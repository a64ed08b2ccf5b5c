// Drives the page of a trace in headless Chromium: node trace.mjs CHROMIUM PAGE [SCREENSHOT].
// Plays the search by keys and by clicks, and looks for errors. Says "ok" or throws.
import { check, close, key, open, value } from "./browser.mjs";

const text = (id) => value(`document.getElementById("${id}").textContent`);
const count = (selector) => value(`document.querySelectorAll("${selector}").length`);

await open(false);
const all = await count("#trees .tree:not([hidden]) .node");
check(all > 3, "expansions are there: " + all);
check((await text("place")) === `1 of ${all}`, "at the first: " + (await text("place")));
check((await text("board")).length > 5, "a board is there");
await key("ArrowRight");
check((await text("number")) === "2", "at the second: " + (await text("number")));
check((await text("action")) !== "start", "with its action");
check((await count("#trees .tree:not([hidden]) .node.done")) === 2, "two are expanded");
await key("End");
check((await text("place")) === `${all} of ${all}`, "at the last");
check((await count("#trees .tree:not([hidden]) .node.done")) === all, "all are expanded");
check((await count("#trees .tree:not([hidden]) .node.path")) > 1, "the path is lit");
await key("Home");
await key("f");
check(Number(await text("number")) > 1, "where f rises, or at the end");
await value(`document.querySelector("#trees .tree:not([hidden]) .node").dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
check((await text("number")) === "1", "a click goes there");
if ((await count("#search option")) > 1) {
  await value(`(() => { const s = document.getElementById("search"); s.value = "1"; s.dispatchEvent(new Event("change")); })()`);
  check((await text("place")).startsWith("1 of "), "the other search");
}
await close();
