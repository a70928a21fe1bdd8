/** All checks, the quick ones first: a line for each, the output of those that failed. Exits with 1 if one failed. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packs = join(".cache", "pack");
const tarball = join(packs, `${name}-${version}.tgz`);
mkdirSync(join(root, packs), { recursive: true });

/** Each step is a name and the commands that make it up; the first that fails ends the step. */
const steps = /** @type {const} */ ([
  ["imports", [["node", "scripts/check-imports.mjs"]]],
  ["house", [["node", "scripts/check-house.mjs"]]],
  ["format", [["oxfmt", "--check"]]],
  ["lint", [["npm", "run", "--silent", "lint"]]],
  ["types", [["tsc"], ["tsc", "-p", "tsconfig.scripts.json"], ["tsc", "-p", "tsconfig.web.json"]]],
  ["build", [["npm", "run", "--silent", "build"]]],
  ["unused code", [["knip"]]],
  [
    "package",
    [
      ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", packs],
      ["publint", "run", tarball, "--strict"],
      ["attw", tarball, "--profile", "esm-only"],
    ],
  ],
  ["tests", [["vitest", "run", "--project=quick", "--project=shared"]]],
]);

let failures = 0;
for (const [step, commands] of steps) {
  const failed = firstFailure(commands);
  console.log(`${failed ? "failed" : "ok    "}  ${step}`);
  if (failed) {
    failures++;
    console.log(`\n> ${failed.command.join(" ")}\n${failed.output}`);
  }
}
console.log(failures === 0 ? `all ${steps.length} checks passed` : `${failures} of ${steps.length} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;

/** @param {readonly (readonly string[])[]} commands */
function firstFailure(commands) {
  for (const command of commands) {
    const { ok, output } = run(command, { quiet: true });
    if (!ok) return { command, output };
  }
  return undefined;
}
