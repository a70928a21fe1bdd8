/**
 * Checks which part of src imports which: `node scripts/check-imports.mjs`. Prints file:line and the rule broken.
 * Tests beside the source (*.test.ts) may import anything.
 */
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { importsOf, resolve, sourceFiles } from "./source-imports.mjs";

/** What everything that runs tests builds on. */
const runsTests = ["oracles", "runner", "runs", "settings", "strategies"];

/** What each part (a folder of src, or a file in it) may import besides itself; lower parts first. */
export const mayImport = {
  core: [],
  languages: ["core", "formats"],
  runner: ["core"],
  strategies: ["core"],
  journals: ["core"],
  progress: ["core"],
  driver: ["core"],
  projects: ["core"],
  formats: ["core"],
  dependences: ["core", "formats", "languages"],
  executors: ["core", "oracles"],
  passes: ["core", "dependences", "formats", "languages"],
  runs: ["core", "driver", "journals", "runner"],
  pipelines: ["core", "dependences", "formats", "languages", "passes", "strategies"],
  settings: ["languages", "pipelines", "strategies"],
  oracles: ["core", "runner", "settings"],
  external: ["core", "oracles", "passes", "runner"],
  tui: ["core", "languages", "progress"],
  study: ["core", "driver", "strategies"],
  library: ["core", "driver", "executors", "formats", "journals", "pipelines", "strategies"],
  testing: ["library"],
  cluster: ["core", "executors", "oracles", "runner", "runs"],
  reduce: [
    "cluster",
    "core",
    "driver",
    "executors",
    "external",
    "formats",
    "journals",
    "languages",
    "passes",
    "pipelines",
    "progress",
    "projects",
    ...runsTests,
  ],
  isolate: [
    "cluster",
    "core",
    "driver",
    "executors",
    "journals",
    "languages",
    "pipelines",
    "projects",
    "reduce",
    ...runsTests,
  ],
  reporters: ["core", "isolate", "languages", "progress"],
  web: ["core", "languages", "progress", "reporters"],
  suite: ["cluster", "core", "driver", "isolate", "journals", "languages", "progress", "reduce", ...runsTests],
  "run-report": [
    "core",
    "formats",
    "journals",
    "languages",
    "oracles",
    "passes",
    "progress",
    "reduce",
    "reporters",
    "runs",
    "tui",
    "web",
  ],
  triage: [
    "cluster",
    "core",
    "driver",
    "executors",
    "formats",
    "isolate",
    "journals",
    "progress",
    "reduce",
    "reporters",
    "run-report",
    "web",
    ...runsTests,
  ],
  cli: "everything",
  "browser.ts": ["core", "driver", "executors", "formats", "library", "pipelines"],
  "index.ts": ["browser.ts", "core", "isolate", "reduce"],
};
const importedByNobody = ["index.ts", "cli", "study", "testing"];

/** What must run in a browser: it loads no module of Node, neither itself nor through what it imports. Types are free. */
const runsInBrowser = [
  "core/",
  "strategies/",
  "dependences/",
  "driver/",
  "formats/",
  "languages/syntax.ts",
  "languages/roles.ts",
  "languages/detect.ts",
  "languages/plain.ts",
  "languages/registry.ts",
  "passes/",
  "pipelines/",
  "progress/",
  "journals/memory.ts",
  "executors/in-process.ts",
  "executors/simulated.ts",
  "library/",
  "browser.ts",
];

/** What the bundle for browsers does without: values have no syntax, and nobody should load it for them. */
const notForValues = ["dependences/", "languages/", "passes/", "pipelines/auto.ts"];

/** @typedef {import("./source-imports.mjs").Import} Import */
/** @typedef {{ file: string, line: number, rule: string }} Violation */

/**
 * @param {string} root the folder that holds src and package.json
 * @returns {Violation[]}
 */
export function violations(root) {
  const source = join(root, "src");
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const installed = Object.keys(dependencies ?? {});
  const bundled = [...installed, ...Object.keys(devDependencies ?? {})];
  const files = sourceFiles(source);
  const imports = new Map(files.map((file) => [file, importsOf(readFileSync(join(source, file), "utf8"), file)]));
  return [
    ...each(
      imports,
      (file, found) => brokenDirection(file, found) ?? unknownPackage(found, isBundled(file) ? bundled : installed),
    ),
    ...each(imports, (file, found) => leavesBrowser(file, found, imports)),
    ...each(imports, (file, found) => burdensBrowser(file, found, imports)),
    ...cycles(imports),
  ].toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/**
 * @param {ReadonlyMap<string, readonly Import[]>} imports
 * @param {(file: string, found: Import) => string | undefined} broken
 * @returns {Violation[]}
 */
function each(imports, broken) {
  return [...imports].flatMap(([file, all]) =>
    all.flatMap((found) => {
      const rule = broken(file, found);
      return rule ? [{ file: `src/${file}`, line: found.line, rule }] : [];
    }),
  );
}

/**
 * @param {string} file
 * @param {Import} found
 */
function brokenDirection(file, { specifier }) {
  const target = resolve(file, specifier);
  if (target === undefined) return undefined;
  if (target.startsWith("../")) return `src imports nothing outside src: ${specifier}`;
  const [from, to] = [partOf(file), partOf(target)];
  if (from === to) return undefined;
  if (importedByNobody.includes(to)) return `nobody imports ${to}`;
  const allowed = mayImport[from];
  if (allowed === undefined) return `${from} has no rule: add it to the table in scripts/check-imports.mjs`;
  if (allowed === "everything" || allowed.includes(to)) return undefined;
  return `${from} may import ${allowed.length > 0 ? allowed.join(", ") : "nothing"}, not ${to}`;
}

/**
 * @param {Import} found
 * @param {readonly string[]} dependencies
 */
function unknownPackage({ specifier }, dependencies) {
  if (specifier.startsWith(".") || isBuiltin(specifier)) return undefined;
  const known = dependencies.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  return known ? undefined : `${specifier} is not among the dependencies of package.json`;
}

/**
 * @param {string} file
 * @param {Import} found
 * @param {ReadonlyMap<string, readonly Import[]>} imports
 */
function leavesBrowser(file, found, imports) {
  if (!isForBrowser(file) || !found.loads) return undefined;
  if (isBuiltin(found.specifier)) return `must run in a browser, but loads ${found.specifier}`;
  const target = resolve(file, found.specifier);
  // A file that must run in a browser itself answers for its own imports.
  if (target === undefined || isForBrowser(target)) return undefined;
  const path = pathTo(target, imports, isBuiltin);
  return path && `must run in a browser, but loads ${path.join(" → ")}`;
}

/**
 * @param {string} file
 * @param {Import} found
 * @param {ReadonlyMap<string, readonly Import[]>} imports
 */
function burdensBrowser(file, found, imports) {
  const target = file === "browser.ts" && found.loads ? resolve(file, found.specifier) : undefined;
  const path = target && pathTo(target, imports, (loaded) => isAmong(notForValues, loaded));
  return path && `is for values alone, but loads ${path.join(" → ")}`;
}

/**
 * @param {string} start
 * @param {ReadonlyMap<string, readonly Import[]>} imports
 * @param {(loaded: string) => boolean} isGoal asked about files relative to src, and about packages
 * @returns {string[] | undefined} the files on the way to something, and that itself
 */
function pathTo(start, imports, isGoal, seen = new Set()) {
  if (isGoal(start)) return [start];
  if (seen.has(start)) return undefined;
  seen.add(start);
  for (const { specifier, loads } of imports.get(start) ?? []) {
    const rest = loads ? pathTo(resolve(start, specifier) ?? specifier, imports, isGoal, seen) : undefined;
    if (rest) return [start, ...rest];
  }
  return undefined;
}

/**
 * One violation for each import that closes a cycle, met on a walk through all files in order. Types count: two files that need each
 * other's types are one idea, or lack a third file.
 * @param {ReadonlyMap<string, readonly Import[]>} imports
 * @returns {Violation[]}
 */
function cycles(imports) {
  /** @type {Violation[]} */
  const found = [];
  const finished = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file */
  const visit = (file) => {
    path.push(file);
    for (const { specifier, line } of imports.get(file) ?? []) {
      const target = resolve(file, specifier);
      if (target === undefined || finished.has(target)) continue;
      const start = path.indexOf(target);
      if (start < 0) visit(target);
      else found.push({ file: `src/${file}`, line, rule: `no cycles: ${[...path.slice(start), target].join(" → ")}` });
    }
    path.pop();
    finished.add(file);
  };
  for (const file of imports.keys()) if (!finished.has(file)) visit(file);
  return found;
}

/** @param {string} file */
function partOf(file) {
  return file.split("/")[0] ?? file;
}

/**
 * The live page is bundled when pare is built, with the packages it needs.
 * @param {string} file
 */
function isBundled(file) {
  return file.startsWith("web/client/");
}

/** @param {string} file */
function isForBrowser(file) {
  return isAmong(runsInBrowser, file);
}

/**
 * @param {readonly string[]} parts folders and files
 * @param {string} file
 */
function isAmong(parts, file) {
  return parts.some((part) => (part.endsWith("/") ? file.startsWith(part) : file === part));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations(join(dirname(fileURLToPath(import.meta.url)), ".."));
  for (const { file, line, rule } of found) console.log(`${file}:${line}: ${rule}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
