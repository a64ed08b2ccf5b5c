// Every puzzle of every built-in collection is solved in the page with the result that its snapshot has.
import { readFileSync } from "node:fs";
import { check, value } from "../browser.mjs";
import { visit } from "./helpers.mjs";
import { openPuzzles, prepare, solve } from "./searching.mjs";

const SNAPSHOTS = new URL("../../../snapshots/", import.meta.url);

/** The lines `name: value` of a snapshot below the puzzle. */
function pinned(collection, number) {
  const text = readFileSync(new URL(`${collection}/${number}.snap`, SNAPSHOTS), "utf8");
  const lines = text.slice(text.lastIndexOf("\nflags: ")).split("\n").filter((line) => line.includes(": "));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]));
}

/** The search of the page that the flags of a snapshot mean. */
function optionsOf(flags) {
  const words = flags.trim().split(/\s+/);
  const of = (flag) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : null);
  const known = ["--nodes", "--memory", "--for"];
  check(words.every((word, at) => known.includes(word) || known.includes(words[at - 1])), `flags without an option: ${flags}`);
  check(of("--memory") === "1GiB", `memory: ${flags}`);
  return { nodes: Number(of("--nodes")), megabytes: 1024, seconds: null, objective: of("--for") };
}

/** The same lines of what the page has found. */
function said({ status, expanded, end }) {
  const lines = { status, expanded: String(expanded) };
  if (end.kind === "solved") {
    Object.assign(lines, { answer: end.solution, cost: String(end.cost), proof: end.proved ? "optimal" : "none" });
    lines["lower bound"] = String(end.lower_bound);
  }
  if (end.kind === "unsolvable") lines.reason = end.reason;
  return lines;
}

export async function everyCollection(base, say) {
  await visit(base);
  await prepare();
  const { collections } = JSON.parse(await value("tested.page.choices()"));
  let puzzles = 0;
  const differences = [];
  for (const { name, count } of collections) {
    check((await openPuzzles(name)) === count, name);
    for (let number = 1; number <= count; number += 1) {
      const expected = pinned(name, number);
      const found = await solve(number, optionsOf(expected.flags));
      for (const [line, is] of Object.entries(said(found))) {
        if (is !== expected[line]) differences.push(`${name}/${number}: ${line} is ${is}, not ${expected[line]}`);
      }
      puzzles += 1;
    }
  }
  check(differences.length === 0, differences.join("\n"));
  say(`${puzzles} puzzles of ${collections.length} collections have the results of their snapshots`);
}
