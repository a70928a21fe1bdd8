/**
 * Adds to package-lock.json the optional packages of other platforms that the registry at hand did not offer when the lockfile was
 * written; without them `npm ci` refuses the lockfile. Run it after `npm install <package>` behind an incomplete mirror.
 * The entries name the exact version that their parent asks for; they have no integrity, for want of the package.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const path = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8"));

const missing = Object.values(lock.packages)
  .flatMap((entry) => Object.entries(entry.optionalDependencies ?? {}))
  .filter(([name]) => lock.packages[`node_modules/${name}`] === undefined);
for (const [name, version] of missing) {
  lock.packages[`node_modules/${name}`] = { version, dev: true, optional: true, ...platformOf(name) };
  console.log(`added ${name}@${version}`);
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, "en"));
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, undefined, 2)}\n`);

/**
 * The platforms a package is for, as its newest version at hand says.
 * @param {string} name
 */
function platformOf(name) {
  const fields = ["name", "os", "cpu", "libc", "license"];
  const { ok, output } = run(["npm", "view", name, ...fields, "--json", "--loglevel=silent"], { quiet: true });
  if (!ok) throw new Error(`the registry does not know ${name}:\n${output}`);
  const { os, cpu, libc, license } = JSON.parse(output);
  return { os, cpu: name.includes("wasm32") ? ["wasm32"] : cpu, libc, license };
}
