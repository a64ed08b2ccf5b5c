// A sample of every format that lurd reads is pasted into the page, or opened as a file if it is not text, and gives the
// level that the tests of the formats expect from the program.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { check, send, until, value } from "../browser.mjs";
import { click, isShown, text, visit } from "./helpers.mjs";

const SAMPLES = new URL("../../library/formats/samples/", import.meta.url);
const SOKOBAN = "#######\n# @$ .#\n#######";
const SHIFTER = "   0 1     target\n0  1 2     2 1\n1  3 4     3 4";

/** Pastes a text as a person does, where no field has the focus. */
async function paste(sample) {
  await value(`(() => {
    document.activeElement?.blur();
    const data = new DataTransfer();
    data.setData("text/plain", ${JSON.stringify(sample)});
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
}

async function openFile(path) {
  const { root } = await send("DOM.getDocument");
  const { nodeId } = await send("DOM.querySelector", { nodeId: root.nodeId, selector: "#file" });
  await send("DOM.setFileInputFiles", { nodeId, files: [path] });
}

export async function everyFormat(base, say) {
  const names = readdirSync(SAMPLES);
  check(names.length >= 18, `too few samples: ${names}`);
  for (const name of names) {
    await visit(base);
    const bytes = readFileSync(new URL(name, SAMPLES));
    const [format, ending] = name.split(".");
    if (ending === "bin") await openFile(fileURLToPath(new URL(name, SAMPLES)));
    else await paste(bytes.toString("utf8"));
    await until("!document.getElementById('game').hidden || document.getElementById('open-error').textContent !== ''", name);
    check(await isShown("game"), `${name}: ${await text("open-error")}`);
    const picture = await value("window.lurdState().game.picture");
    const rows = picture.split("\n").map((row) => row.trimEnd()).filter(Boolean).join("\n");
    check(rows === (format === "shift" ? SHIFTER : SOKOBAN), `${name}: ${rows}`);
  }
  await click("show-open");
  say(`${names.length} samples of formats and letters are read`);
}
