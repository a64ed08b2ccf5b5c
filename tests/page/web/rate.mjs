// How fast the page searches, compared with the program: the same searches to the same number of expansions, one after the
// other, and the ratio of their rates.
//
//     node tests/page/web/rate.mjs CHROMIUM FOLDER "" PROGRAM EXPANSIONS STRATEGY PUZZLE..
//
// FOLDER is that of the page (target/page). A PUZZLE is a name (missile/4), or FILE:NUMBER. Both search by one thread, with
// the memory limit of the page. Of ROUNDS runs each the fastest counts. It fails if the expansions or the answers differ.
// Under `taskset -c 1` both have the same processor.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, open, value } from "../browser.mjs";
import { visit } from "./helpers.mjs";
import { openPuzzles, prepare, solve } from "./searching.mjs";
import { serve } from "./server.mjs";

const [, folder, , program, expansions, strategy, ...puzzles] = process.argv.slice(2);
const ROUNDS = Number(process.env.LURD_ROUNDS ?? 3);
const MEGABYTES = 1024;

/** Opens the puzzles of which one is searched, and returns its number among them. */
async function read(puzzle) {
  const at = puzzle.lastIndexOf(":");
  if (at < 0) {
    const [collection, number] = puzzle.split("/");
    await openPuzzles(collection);
    return Number(number);
  }
  const file = puzzle.slice(0, at);
  await openPuzzles(readFileSync(file, "utf8"), file.split("/").pop());
  return Number(puzzle.slice(at + 1));
}

function byProgram(file) {
  const flags = ["--nodes", expansions, "--time", "none", "--memory", `${MEGABYTES}MiB`, "--threads", "1", "--json", "--no-store", "--strategy", strategy];
  let text;
  try {
    text = execFileSync(program, ["solve", file, ...flags], { stdio: ["ignore", "pipe", "ignore"], encoding: "utf8" });
  } catch (ended) {
    // A limit is no success for the program.
    text = ended.stdout;
  }
  const { stats, solution } = JSON.parse(text);
  return { expanded: stats.expanded, seconds: stats.seconds, solution };
}

const base = await serve(folder);
await open(false, "about:blank");
await visit(base);
await prepare();
const scratch = mkdtempSync(join(tmpdir(), "lurd-rate-"));
const ratios = [];
for (const puzzle of puzzles) {
  const number = await read(puzzle);
  const options = { nodes: Number(expansions), seconds: null, megabytes: MEGABYTES, strategy };
  const best = { program: null, page: null };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { end, expanded, seconds, level, status } = await solve(number, options);
    check(status !== "error", `${puzzle}: ${JSON.stringify(end)}`);
    const file = join(scratch, level.startsWith("source") || level.includes("\nsource:") ? "puzzle.shift" : "puzzle.xsb");
    writeFileSync(file, level);
    const page = { expanded, seconds, solution: end.solution ?? null };
    const native = byProgram(file);
    check(page.expanded === native.expanded, `${puzzle}: ${page.expanded} expansions in the page, ${native.expanded} of the program`);
    check(page.solution === native.solution, `${puzzle}: another answer`);
    if (!best.page || page.seconds < best.page.seconds) best.page = page;
    if (!best.program || native.seconds < best.program.seconds) best.program = native;
  }
  const ratio = best.program.seconds / best.page.seconds;
  // The clock of a page is too coarse for the shortest searches.
  if (Number.isFinite(ratio)) ratios.push(ratio);
  console.error(`${puzzle}: ${best.page.expanded} expansions, program ${best.program.seconds.toFixed(3)} s, page ${best.page.seconds.toFixed(3)} s, ratio ${ratio.toFixed(2)}`);
}
rmSync(scratch, { recursive: true });
const sorted = [...ratios].sort((one, other) => one - other);
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
console.error(`ratio of the rates: geometric mean ${mean.toFixed(2)}, least ${sorted[0].toFixed(2)}, median ${sorted[Math.floor(sorted.length / 2)].toFixed(2)}`);
await value("tested.worker.terminate()");
process.exit(0);
