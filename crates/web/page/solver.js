// Searches in a worker, with a stop that takes effect within 200 ms.

/** After so many milliseconds a search that has not ended by itself is ended with its worker, which loses what it found. */
const PATIENCE = 160;

export class Solver {
  constructor(module) {
    this.module = module;
    this.begin();
  }

  begin() {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.postMessage({ module: this.module });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault?.();
      this.fail(`the search ended: ${event.message ?? "the worker failed"}`);
    };
    this.running = null;
  }

  /** Begins a search in place of one that still runs. */
  start(request, { onProgress, onFound, onLost }) {
    if (this.running) this.restart();
    const stop = this.stopToken();
    this.running = { onProgress, onFound, onLost, stop, limit: (request.megabytes ?? 1024) * 2 ** 20 };
    this.worker.postMessage({ request: JSON.stringify(request), stop: { flag: stop.flag, token: stop.token } });
  }

  /** Without shared memory, which needs headers that not every host sends, an address is the flag: it is taken back. */
  stopToken() {
    if (globalThis.crossOriginIsolated) {
      const flag = new Int32Array(new SharedArrayBuffer(4));
      return { flag, set: () => Atomics.store(flag, 0, 1), end: () => {} };
    }
    const token = URL.createObjectURL(new Blob(["go on"]));
    const revoke = () => URL.revokeObjectURL(token);
    return { token, set: revoke, end: revoke };
  }

  stop() {
    const running = this.running;
    if (!running) return;
    running.stop.set();
    running.timer ??= setTimeout(() => {
      if (this.running === running) this.fail("stopped; what had been found is lost");
    }, PATIENCE);
  }

  receive(data) {
    const running = this.running;
    if (!running) return;
    if (data.progress) {
      running.onProgress?.(JSON.parse(data.progress));
    } else if (data.found) {
      this.over();
      running.onFound(data.found);
    } else {
      this.fail(reason(data, running.limit));
    }
  }

  over() {
    clearTimeout(this.running?.timer);
    this.running?.stop.end();
    this.running = null;
  }

  /** Ends the search and its worker. */
  fail(reason) {
    const running = this.running;
    this.over();
    this.worker.terminate();
    this.begin();
    running?.onLost?.(reason);
  }

  restart() {
    this.over();
    this.worker.terminate();
    this.begin();
  }

  get isRunning() {
    return this.running !== null;
  }
}

/** What ended a search: with much of its memory in use, most likely an allocation that the browser has refused. */
function reason({ failed, bytes }, limit) {
  const isOfMemory = /unreachable|memory/i.test(failed) && bytes > limit / 2;
  return isOfMemory
    ? "the browser gave no more memory: lower the memory limit under Search, or use the program"
    : `the search failed, which is a bug in lurd: ${failed}`;
}
