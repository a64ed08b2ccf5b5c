// Draws the screens of the page in docs/pictures/page: node screens.mjs CHROMIUM FOLDER "" OUTPUT.
import { close, key, newProblems, open, resize, screenshot, send, until, value } from "../browser.mjs";
import { click, visit } from "./helpers.mjs";
import { serve } from "./server.mjs";

const [, , , folder, , output] = process.argv;
const base = await serve(folder);
await open(false, "about:blank");

const SCREENS = {
  open: async () => visit(base),
  play: async () => {
    await visit(base, "#puzzle=pusher/1&play");
    await key("i");
    await until("document.querySelector('.arrow') !== null", "a hint");
    await key("2");
  },
  follow: async () => {
    await visit(base, "#puzzle=missile/4&solve");
    await until("!document.getElementById('follow').hidden", "an answer");
    for (let press = 0; press < 3; press += 1) await key("ArrowRight");
  },
  edit: async () => {
    await visit(base, "#puzzle=missile/1&edit");
    await until("!document.getElementById('editor').hidden", "the editor");
  },
  compare: async () => {
    await visit(base, "#puzzle=missile/1&play");
    await value("(() => { const it = document.getElementById('strategies'); it.value = 'bfs,astar,idastar,bidirectional'; it.dispatchEvent(new Event('change')); })()");
    await click("compare");
    await until("document.getElementById('result').textContent.includes('astar')", "a comparison");
    await value("document.getElementById('result').scrollIntoView({ block: 'center' })");
  },
};

for (const [width, height] of [[360, 640], [820, 1180], [1440, 900]]) {
  await resize(width, height);
  for (const theme of ["light", "dark"]) {
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
    for (const [name, show] of Object.entries(SCREENS)) {
      await show();
      await new Promise((go) => setTimeout(go, 200));
      await screenshot(`${output}/${name}-${width}x${height}-${theme}.png`);
    }
  }
}
process.stderr.write(newProblems().join("\n"));
await close();
