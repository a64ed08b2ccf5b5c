// A worker that carries out searches: one request at a time, each answered with its progress and its result.
import init, { search } from "./lurd_web.js";

let ready;

/** Whether the page has asked to stop: it has set the shared flag, or taken back the address of the token. */
function isStopped(stop) {
  if (stop.flag) return Atomics.load(stop.flag, 0) !== 0;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", stop.token, false);
    request.send();
    return request.status !== 200;
  } catch {
    return true;
  }
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    ready = init({ module_or_path: data.module });
    return;
  }
  let memory;
  try {
    ({ memory } = await ready);
    const report = (progress) => {
      self.postMessage({ progress });
      return isStopped(data.stop);
    };
    self.postMessage({ found: search(data.request, report) });
  } catch (error) {
    self.postMessage({ failed: String(error), bytes: memory?.buffer.byteLength ?? 0 });
  }
};
