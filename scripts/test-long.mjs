/**
 * The long tests: `npm run test:long [-- [--seed NUMBER|random] [options and files of vitest]]`.
 * With --seed the quick tests run as well: all property tests draw from that seed; what fails is kept in test/support/failed-seeds.json.
 */
import { randomInt } from "node:crypto";
import { run } from "./run.mjs";

const [, , ...words] = process.argv;
const at = words.indexOf("--seed");
const seed = at < 0 ? undefined : seedOf(words.splice(at, 2)[1]);
const projects = [...(seed === undefined ? [] : ["quick"]), "long", "storm"];
if (seed !== undefined) process.env["PARE_SEED"] = seed;

const { ok } = run(["vitest", "run", ...projects.map((name) => `--project=${name}`), ...words]);
process.exitCode = ok ? 0 : 1;

/** @param {string | undefined} typed */
function seedOf(typed) {
  if (typed === "random") return String(randomInt(2 ** 31));
  if (typed !== undefined && /^\d+$/.test(typed)) return typed;
  console.error("--seed takes a number, or the word random.");
  process.exit(2);
}
