/** The types of what can be imported: what the compiler declares, without what no entry of the package leads to. */
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { libraries } from "./bundle-code.mjs";
import { run } from "./run.mjs";

/** Where another file of declarations is named: `from "./x.js"`, `import("./x.js")`. */
const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/**
 * Compiles src, which checks it, too.
 *
 * @param {string} dist
 * @param {string} scratch
 * @returns {boolean} whether there was nothing wrong
 */
export function writeTypes(dist, scratch) {
  if (!run(["tsc", "-p", "tsconfig.build.json", "--outDir", scratch]).ok) return false;
  // What is added while it is walked is walked, too.
  const known = new Set(libraries.map((path) => path.replace(/\.ts$/, ".d.ts")));
  for (const path of known) {
    for (const [, name = ""] of readFileSync(join(scratch, path), "utf8").matchAll(NAMED))
      known.add(join(dirname(path), name.replace(/\.(?:js|ts)$/, ".d.ts")));
    mkdirSync(join(dist, dirname(path)), { recursive: true });
    renameSync(join(scratch, path), join(dist, path));
  }
  return true;
}
