// Headless Chromium, driven without any package: opens a page, and looks for errors in it.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [chromium, page, screenshot] = process.argv.slice(2);
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"];
const browser = spawn(chromium, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
setTimeout(() => { browser.kill(); throw new Error("the browser does not answer"); }, 120_000).unref();

let session;
let next = 1;
const waiting = new Map();
const problems = [];
let text = "";
browser.stdio[4].on("data", (bytes) => {
  text += bytes;
  for (let end = text.indexOf("\0"); end >= 0; end = text.indexOf("\0")) {
    const message = JSON.parse(text.slice(0, end));
    text = text.slice(end + 1);
    if (message.id) {
      const { done, failed } = waiting.get(message.id);
      if (message.error) failed(new Error(message.error.message)); else done(message.result);
    } else if (message.method === "Runtime.exceptionThrown") problems.push(message.params.exceptionDetails.text);
    else if (message.method === "Log.entryAdded" && message.params.entry.level === "error") problems.push(message.params.entry.text);
    else if (message.method === "Page.loadEventFired") loaded();
  }
});
let loaded;
const isLoaded = new Promise((done) => { loaded = done; });
export function send(method, params = {}) {
  const id = next++;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
  return new Promise((done, failed) => waiting.set(id, { done, failed }));
}
export async function value(expression) {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.text + " " + expression);
  return result.value;
}
export function check(is, what) {
  if (!is) throw new Error(what);
}
export async function key(name, modifiers = 0) {
  const params = { key: name, code: name, modifiers };
  await send("Input.dispatchKeyEvent", { ...params, type: "keyDown" });
  await send("Input.dispatchKeyEvent", { ...params, type: "keyUp" });
}

// Opens the page of the command line, as a phone or as a computer shows it.
export async function open(isPhone) {
  const target = await send("Target.createTarget", { url: "about:blank" });
  session = (await send("Target.attachToTarget", { targetId: target.targetId, flatten: true })).sessionId;
  for (const domain of ["Page", "Runtime", "Log"]) await send(domain + ".enable");
  const size = isPhone ? { width: 360, height: 740, deviceScaleFactor: 2 } : { width: 1200, height: 800, deviceScaleFactor: 1 };
  await send("Emulation.setDeviceMetricsOverride", { ...size, mobile: isPhone });
  if (isPhone) await send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await send("Page.navigate", { url: pathToFileURL(page).href });
  await isLoaded;
}

// Writes the screenshot, says "ok" unless there were errors, and ends.
export async function close() {
  if (screenshot) {
    const { data: png } = await send("Page.captureScreenshot", { format: "png" });
    writeFileSync(screenshot, Buffer.from(png, "base64"));
  }
  check(problems.length === 0, problems.join("; "));
  console.log("ok");
  browser.kill();
  process.exit(0);
}
