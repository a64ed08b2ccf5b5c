// Names the functions of a WebAssembly module by an order in which it compresses well: node page-order.mjs IN OUT. Then
// `wasm-opt --reorder-functions-by-name` puts them into that order.
//
// gzip finds repetitions within 32 KiB only, and code that is compiled for several types repeats itself all over a module. So
// the next function is always the one that has the largest part of its bytes in common with the last 32 KiB.
import { readFileSync, writeFileSync } from "node:fs";

const WINDOW = 32 << 10;
/** The length of the pieces that are compared, in bytes. */
const PIECE = 8;
/** So many bytes are added to the length of each function, so that short ones do not all come first. */
const SHORT = 100;
/** Pieces that more functions share are ignored. */
const COMMON = 1000;

const [input, output] = process.argv.slice(2);
const bytes = readFileSync(input);

/** Reads a number at a place; returns it and the place behind it. */
function number(at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

const encoded = (value) => {
  const out = [];
  for (; value > 127; value = Math.floor(value / 128)) out.push((value % 128) | 128);
  return [...out, value];
};

/** The bodies of the functions, and how many functions are imported before them. */
function read() {
  const bodies = [];
  let imported = 0;
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at];
    const [size, begin] = number(at + 1);
    let [count, place] = id === 2 || id === 10 ? number(begin) : [0, begin];
    if (id === 2) {
      const skip = () => { const [length, text] = number(place); place = text + length; };
      const limits = () => { const flags = bytes[place++]; for (let n = 0; n <= (flags & 1); n += 1) [, place] = number(place); };
      for (; count > 0; count -= 1) {
        skip();
        skip();
        const kind = bytes[place++];
        if (kind === 0) { [, place] = number(place); imported += 1; }
        else if (kind === 1) { place += 1; limits(); }
        else if (kind === 2) limits();
        else place += 2;
      }
    } else if (id === 10) {
      for (; count > 0; count -= 1) {
        const [length, body] = number(place);
        bodies.push(bytes.subarray(body, body + length));
        place = body + length;
      }
    }
    at = begin + size;
  }
  return { bodies, imported };
}

/** The pieces of each body, by numbers, and the bodies that have each. */
function pieces(bodies) {
  const numbers = new Map();
  const holders = [];
  const own = bodies.map((body, index) => {
    const found = new Set();
    for (let at = 0; at + PIECE <= body.length; at += 1) {
      let hash = 0x811c9dc5;
      for (let byte = 0; byte < PIECE; byte += 1) hash = Math.imul(hash ^ body[at + byte], 0x01000193) >>> 0;
      hash ^= hash >>> 15;
      let known = numbers.get(hash);
      if (known === undefined) {
        known = holders.length;
        numbers.set(hash, known);
        holders.push([]);
      }
      if (!found.has(known)) {
        found.add(known);
        holders[known].push(index);
      }
    }
    return found;
  });
  const counts = (piece) => holders[piece].length > 1 && holders[piece].length <= COMMON;
  return { own: own.map((found) => [...found].filter(counts)), holders };
}

function order(bodies) {
  const { own, holders } = pieces(bodies);
  const shared = new Int32Array(bodies.length);
  const present = new Int32Array(holders.length);
  const isLeft = new Uint8Array(bodies.length).fill(1);
  const window = [];
  let size = 0;
  const change = (index, by) => {
    for (const piece of own[index]) {
      const before = present[piece];
      present[piece] += by;
      if (before === 0 || present[piece] === 0) for (const holder of holders[piece]) shared[holder] += by;
    }
  };
  const result = [];
  for (let done = 0; done < bodies.length; done += 1) {
    let best = -1;
    let most = -1;
    for (let index = 0; index < bodies.length; index += 1) {
      if (!isLeft[index]) continue;
      const part = shared[index] / (bodies[index].length + SHORT);
      if (part > most) [best, most] = [index, part];
    }
    isLeft[best] = 0;
    result.push(best);
    window.push(best);
    change(best, 1);
    for (size += bodies[best].length; size > WINDOW && window.length > 1; ) {
      const oldest = window.shift();
      size -= bodies[oldest].length;
      change(oldest, -1);
    }
  }
  return result;
}

const { bodies, imported } = read();
const place = new Array(bodies.length);
order(bodies).forEach((index, at) => { place[index] = at; });
const names = place.flatMap((at, index) => [...encoded(imported + index), 6, ...Buffer.from(String(at).padStart(6, "0"))]);
const list = [...encoded(bodies.length), ...names];
const section = [4, ...Buffer.from("name"), 1, ...encoded(list.length), ...list];
writeFileSync(output, Buffer.concat([bytes, Buffer.from([0, ...encoded(section.length)]), Buffer.from(section)]));
