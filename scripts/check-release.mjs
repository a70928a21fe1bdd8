/**
 * Is the package ready to be published? `npm run release:check`: a line for each thing that must hold, in the package as npm packs and installs it.
 * With `--publish` placeholders in package.json are an error, too. Exits with 1 if something does not hold.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { root } from "./run.mjs";

const PLACEHOLDER = "OWNER";
/** A module for each file of src would be two thousand. */
const MAX_FILES = 600;
/** How many times as long as node alone a command may take until it has ended. */
const MAX_STARTS = [
  { words: ["--version"], code: 0, times: 1.7 },
  { words: ["missing-file", "--test", "./missing-test"], code: 2, times: 3.2 },
];
/** Of so many starts, the quickest counts: the others were held up by somebody else. */
const STARTS = 15;
/** Other runtimes, as npm has them: the package, its program, and what comes before a script. */
const runtimes = [
  { name: "bun", version: "1.4.4", before: [] },
  { name: "deno", version: "2.9.6", before: ["run", "-A"] },
];

const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
mkdirSync(join(root, ".cache"), { recursive: true });
const scratch = mkdtempSync(join(root, ".cache", "release-"));
const tarball = join(scratch, `${about.name}-${about.version}.tgz`);
const place = join(scratch, "place");
const global = join(scratch, "global");
const installed = join(place, "node_modules", about.name);
/** Not those of whoever runs the check: a package is installed with what everybody has. */
const plain = ["--no-audit", "--no-fund", "--prefer-offline"];

let failures = 0;
try {
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }\n');
  check("packs", () => npm(["pack", "--silent", "--ignore-scripts", "--pack-destination", scratch], root) && "");
  check(`has at most ${MAX_FILES} files`, files);
  check("installs without a warning", installs);
  check("every dependency supports Node 20", engines);
  check("says where it is at home", fields);
  check("the links of the README lead somewhere", links);
  check("npx pare reduces a file", () => reduces(["npx", "pare"]));
  check("pare starts quickly, compared with node", starts);
  check("every export can be imported", imports);
  check("every export has types", types);
  check("man pare, completion and pare are installed", shellFiles);
  for (const runtime of runtimes) check(`${runtime.name} ${runtime.version} reduces a file`, () => elsewhere(runtime));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(failures === 0 ? "the package can be released" : `${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;

/**
 * @param {string} title
 * @param {() => string} run returns a remark, or nothing; throws if it does not hold
 */
function check(title, run) {
  try {
    const remark = run();
    console.log(`ok      ${title}${remark === "" ? "" : ` (${remark})`}`);
  } catch (error) {
    failures++;
    console.log(`failed  ${title}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  throw new Error(message);
}

/**
 * @param {readonly string[]} command
 * @param {{ cwd?: string, env?: Record<string, string> }} [where]
 */
function say([program = "", ...args], { cwd = place, env = {} } = {}) {
  const result = spawnSync(program, args, { cwd, encoding: "utf8", env: { ...process.env, ...env }, input: "" });
  if (result.status === 0) return { out: result.stdout, err: result.stderr };
  return fail(`${[program, ...args].join(" ")}\n${result.error?.message ?? ""}${result.stdout}${result.stderr}`);
}

/**
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
function npm(args, cwd = place) {
  const { out, err } = say(["npm", ...args], { cwd });
  return `${out}${err}`;
}

function installs() {
  const said = npm(["install", ...plain, tarball]);
  // What the machine's own settings are warned of is not about the package.
  const warnings = said.split("\n").filter((line) => /^npm warn(?! Unknown (user|env|project) config)/i.test(line));
  if (warnings.length > 0) fail(warnings.join("\n"));
  return `${packages().length} packages`;
}

function files() {
  const { length } = readdirSync(unpacked(), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  if (length > MAX_FILES) fail(`${length} files`);
  return `${length}`;
}

/** Where the files of the package lie before it is installed. */
function unpacked() {
  const folder = join(scratch, "unpacked");
  mkdirSync(folder);
  say(["tar", "-xzf", tarball, "-C", folder]);
  return folder;
}

function starts() {
  const bare = quickest(["-e", "0"], 0);
  const told = MAX_STARTS.map(({ words, code, times }) => {
    const ratio = quickest([join(installed, about.bin.pare), ...words], code) / bare;
    if (ratio > times)
      fail(`pare ${words.join(" ")} takes ${ratio.toFixed(2)} times as long as node, more than ${times}`);
    return `${words[0]} ${ratio.toFixed(2)}`;
  });
  return `${told.join(", ")} times as long`;
}

/**
 * @param {readonly string[]} words
 * @param {number} code with which it has to end
 */
function quickest(words, code) {
  const times = Array.from({ length: STARTS }, () => {
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: place, encoding: "utf8" });
    if (status !== code) fail(`${words.join(" ")} ended with ${status}, not ${code}\n${stderr}`);
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

/** The package.json of everything that was installed. */
function packages() {
  const modules = join(place, "node_modules");
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
  );
  return names
    .map((name) => join(modules, name, "package.json"))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")));
}

function engines() {
  const { node } = about.engines;
  if (!semver.subset(node, ">=20") || !semver.satisfies("20.0.0", node)) fail(`engines.node is ${node}`);
  const narrow = packages().filter((each) => each.engines?.node && !semver.subset(node, each.engines.node));
  if (narrow.length > 0) fail(narrow.map((each) => `${each.name} ${each.version}: ${each.engines.node}`).join("\n"));
  return "";
}

function fields() {
  const wanted = ["description", "license", "repository", "homepage", "bugs", "funding", "keywords", "engines", "man"];
  const missing = wanted.filter((field) => about[field] === undefined);
  if (missing.length > 0) fail(`package.json has no ${missing.join(", ")}`);
  if (about.publishConfig?.provenance !== true) fail("publishConfig.provenance is not true");
  const isPlaceholder = JSON.stringify(about).includes(PLACEHOLDER);
  if (isPlaceholder && process.argv.includes("--publish"))
    fail(`package.json still has the placeholder ${PLACEHOLDER}`);
  return isPlaceholder ? `as ${PLACEHOLDER}: a placeholder, with which npm publish is refused` : "";
}

/** A link leads to a file of the package, or to a file of the repository, which the registry links to by the field `repository`. */
function links() {
  const text = readFileSync(join(installed, "README.md"), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  const all = Array.from(text.matchAll(/\]\(([^)\s#]+)/g), ([, link = ""]) => link);
  const local = all.filter((link) => !/^https?:/.test(link));
  const outside = local.filter((link) => !existsSync(join(installed, link)));
  const kept = new Set(execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n"));
  const dead = outside.filter((link) => !kept.has(link));
  if (dead.length > 0) fail(`neither in the package nor in the repository: ${dead.join(", ")}`);
  return `${local.length - outside.length} in the package, ${outside.length} by the field repository`;
}

/**
 * @param {readonly string[]} pare
 * @returns {string}
 */
function reduces(pare) {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  if (say([...pare, "--version"]).out.trim() !== version) fail(`${pare.join(" ")} --version is not ${version}`);
  writeFileSync(join(place, "list.txt"), Array.from({ length: 60 }, (_, i) => `line ${i}\n`).join(""));
  const command = ["--plain", "--fresh", "--", "sh", "-c", 'grep -q "line 37" list.txt && echo boom >&2 && exit 3'];
  say([...pare, "list.txt", "-o", "small.txt", ...command]);
  const small = readFileSync(join(place, "small.txt"), "utf8");
  rmSync(join(place, "small.txt"));
  if (small.trim() !== "line 37") fail(`60 lines became ${JSON.stringify(small)}`);
  return "";
}

/** The entries of the package: "pare", "pare/core", … */
function entries() {
  return Object.keys(about.exports)
    .filter((path) => !path.endsWith(".json"))
    .map((path) => join(about.name, path));
}

function imports() {
  for (const entry of entries()) {
    const script = `const all = await import("${entry}"); if (Object.keys(all).length === 0) throw new Error("empty");`;
    say([process.execPath, "--input-type=module", "-e", script]);
  }
  return `${entries().length} exports`;
}

function types() {
  const lines = entries().map(
    (entry, i) => `import * as all${i} from "${entry}";\nexport type All${i} = typeof all${i};`,
  );
  writeFileSync(join(place, "types.ts"), `${lines.join("\n")}\n`);
  const flags = ["--noEmit", "--strict", "--target", "es2023", "--lib", "es2023,dom", "--types", "node"];
  const typeRoots = ["--typeRoots", join(root, "node_modules", "@types")];
  const tsc = join(root, "node_modules", ".bin", "tsc");
  for (const module of ["nodenext", "preserve"])
    say([tsc, ...flags, ...typeRoots, "--module", module, "--ignoreConfig", "types.ts"]);
  return "";
}

function shellFiles() {
  npm(["install", "--global", "--prefix", global, ...plain, tarball]);
  const manuals = join(global, "share", "man");
  if (!existsSync(join(manuals, "man1", "pare.1"))) fail("npm install --global installs no man page");
  const page = say(["man", "-P", "cat", "pare"], { env: { MANPATH: manuals, MANWIDTH: "80" } }).out;
  for (const word of ["NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "--max-tests"])
    if (!page.includes(word)) fail(`man pare has no ${word}`);
  const completion = join(installed, "dist", "completion");
  const words = 'COMP_WORDS=(pare reduce --max); COMP_CWORD=2; _pare; echo "${COMPREPLY[@]}"';
  const offered = say(["bash", "--norc", "-c", `. ${join(completion, "bash", "pare")}; ${words}`]).out.trim();
  if (offered !== "--max-tests") fail(`bash completes --max to ${offered}`);
  for (const file of ["zsh/_pare", "fish/pare.fish"])
    if (!existsSync(join(completion, file))) fail(`the package has no dist/completion/${file}`);
  return reduces([join(global, "bin", "pare")]);
}

/** @param {(typeof runtimes)[number]} runtime */
function elsewhere({ name, before }) {
  const prefix = join(root, ".cache", "runtimes");
  const program = join(prefix, "node_modules", ".bin", name);
  mkdirSync(prefix, { recursive: true });
  try {
    if (!existsSync(program))
      npm([
        "install",
        "--prefix",
        prefix,
        "--no-save",
        ...plain,
        ...runtimes.map((each) => `${each.name}@${each.version}`),
      ]);
  } catch {
    return "not tried: npm cannot install it here";
  }
  const library = join(place, "library.mjs");
  const values = "await minimize([1, 2, 3, 4, 5, 6, 7, 8], (list) => list.includes(3) && list.includes(7))";
  writeFileSync(library, `import { minimize } from "pare";\nconsole.log(JSON.stringify(${values}));\n`);
  const small = say([program, ...before, library]).out.trim();
  if (small !== "[3,7]") fail(`the library finds ${small}`);
  return reduces([program, ...before, join(installed, about.bin.pare)]);
}
