/**
 * The long tests: `npm run test:long [-- [--whole] [--seed NUMBER|random] [options and files of vitest]]`; with --storm, the storms alone.
 * They try a fixed sample; with --whole, everything, which takes more than an hour.
 * With --seed the quick tests run as well: all property tests draw from that seed; what fails is kept in test/support/failed-seeds.json.
 */
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { run } from "./run.mjs";

const [, , ...words] = process.argv;
const at = words.indexOf("--seed");
const seed = at < 0 ? undefined : seedOf(words.splice(at, 2)[1]);
if (seed !== undefined) process.env["PARE_SEED"] = seed;
if (took("--whole")) process.env["PARE_WHOLE"] = "1";
const projects = took("--storm") ? ["storm"] : [...(seed === undefined ? [] : ["quick", "shared"]), "long", "storm"];
// Many of these tests wait: for a clock, a server, a process that somebody has to end.
// As an argument: in the environment it would reach the runs of Vitest that some of them start.
if (!words.some((word) => word.startsWith("--maxWorkers"))) words.push(`--maxWorkers=${2 * availableParallelism()}`);

const { ok } = run(["vitest", "run", ...projects.map((name) => `--project=${name}`), ...words]);
process.exitCode = ok ? 0 : 1;

/** @param {string} flag */
function took(flag) {
  const index = words.indexOf(flag);
  if (index >= 0) words.splice(index, 1);
  return index >= 0;
}

/** @param {string | undefined} typed */
function seedOf(typed) {
  if (typed === "random") return String(randomInt(2 ** 31));
  if (typed !== undefined && /^\d+$/.test(typed)) return typed;
  console.error("--seed takes a number, or the word random.");
  process.exit(2);
}
