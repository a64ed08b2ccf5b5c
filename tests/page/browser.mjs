// Headless Chromium, driven without any package: opens a page, and looks for errors in it.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [chromium, page, picture] = process.argv.slice(2);
// The tests go to more addresses a second than the browser otherwise allows.
const flags = ["--disable-ipc-flooding-protection", "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"];
const browser = spawn(chromium, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
setTimeout(() => { browser.kill(); throw new Error("the browser does not answer"); }, 1000 * Number(process.env.LURD_BROWSER_SECONDS ?? 120)).unref();

let session;
let next = 1;
const waiting = new Map();
const problems = [];
/** The addresses that were asked for, once the domain Network is on. */
export const requests = [];
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
    else if (message.method === "Network.requestWillBeSent") requests.push(message.params.request.url);
    else if (message.method === "Page.loadEventFired") loaded();
  }
});
let loaded = () => {};
export function send(method, params = {}) {
  const id = next++;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
  return new Promise((done, failed) => waiting.set(id, { done, failed }));
}
export async function value(expression) {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
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

/** The errors in the console since the last call. */
export function newProblems() {
  return problems.splice(0);
}
/** Goes to an address, and waits until the page is loaded. */
export async function goTo(url) {
  const isLoaded = new Promise((done) => { loaded = done; });
  await send("Page.navigate", { url });
  await isLoaded;
}
/** Waits until an expression is true. */
export async function until(expression, what = expression, seconds = 60) {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise((go) => setTimeout(go, 10))) {
    if (await value(expression)) return;
  }
  throw new Error(`not within ${seconds} s: ${what}`);
}
export async function resize(width, height, isPhone = width < 600) {
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: isPhone });
}
export async function screenshot(file) {
  const { data } = await send("Page.captureScreenshot", { format: "png" });
  writeFileSync(file, Buffer.from(data, "base64"));
}

// Opens the page of the command line, as a phone or as a computer shows it.
export async function open(isPhone, url = pathToFileURL(page).href) {
  const target = await send("Target.createTarget", { url: "about:blank" });
  session = (await send("Target.attachToTarget", { targetId: target.targetId, flatten: true })).sessionId;
  for (const domain of ["Page", "Runtime", "Log"]) await send(domain + ".enable");
  const size = isPhone ? { width: 360, height: 740, deviceScaleFactor: 2 } : { width: 1200, height: 800, deviceScaleFactor: 1 };
  await send("Emulation.setDeviceMetricsOverride", { ...size, mobile: isPhone });
  if (isPhone) await send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await goTo(url);
}

// Writes the screenshot, says "ok" unless there were errors, and ends.
export async function close() {
  if (picture) await screenshot(picture);
  check(problems.length === 0, problems.join("; "));
  console.log("ok");
  browser.kill();
  process.exit(0);
}
