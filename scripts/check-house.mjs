/**
 * Checks that the house stays small: `node scripts/check-house.mjs`. No folder of src has more than 25 files, no six lines stand in
 * two places, and no two exported types have one name. The limits of files and functions are rules of .oxlintrc.json. An exception that is no longer needed is an error too.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const MAX_FILES = 25;
const MAX_EQUAL_LINES = 5;

/** @typedef {{ folders: Record<string, string>, repeats: readonly (readonly [first: string, second: string, why: string])[] }} Exceptions */

/** @type {Exceptions} `folders` may have more files, `repeats` may have equal lines; each with its reason. */
const EXCEPTIONS = {
  folders: {
    "src/languages/known": "a registry: one file for each language, all of one shape",
  },
  repeats: [],
};

/**
 * @param {string} root the folder that holds src
 * @param {Exceptions} exceptions
 * @returns {string[]} a sentence for each violation
 */
export function violations(root, exceptions) {
  return [
    ...crowdedFolders(root, exceptions.folders),
    ...repeatedLines(root, exceptions.repeats),
    ...findNamesakes(root).map(({ name, files }) => `${name}: declared in ${files.join(" and ")}: one type, one name`),
  ];
}

/** A language and a family of binary files have a vocabulary of their own: Token, Module, Section. */
const VOCABULARY = /^src\/(languages\/[^/]+|formats\/binary(\/[^/]+)?)\/(?=[^/]+)/;

/**
 * Exported types that have the same name, where one reader may meet both.
 * @param {string} root
 */
export function findNamesakes(root) {
  /** @type {Map<string, { name: string, files: string[] }>} */
  const types = new Map();
  for (const file of filesIn(root, "src").filter((name) => /(?<!\.test)\.tsx?$/.test(name)))
    for (const [, name = ""] of readFileSync(join(root, file), "utf8").matchAll(TYPE)) {
      const key = `${VOCABULARY.exec(file)?.[0] ?? ""}${name}`;
      const { files } = types.get(key) ?? { files: [] };
      types.set(key, { name, files: [...files, file] });
    }
  return [...types.values()].filter(({ files }) => files.length > 1);
}

const TYPE = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm;

/**
 * @param {string} root
 * @param {Exceptions["folders"]} exceptions
 */
function crowdedFolders(root, exceptions) {
  const crowded = findCrowds(root);
  const found = crowded.filter(([folder]) => exceptions[folder] === undefined);
  const needless = Object.keys(exceptions).filter((folder) => !crowded.some(([name]) => name === folder));
  return [
    ...found.map(([folder, size]) => `${folder}: ${size} files, at most ${MAX_FILES} may be in one folder`),
    ...needless.map((folder) => `${folder}: no longer needs its exception in scripts/check-house.mjs`),
  ];
}

/**
 * The folders of src with too many files, tests included, and how many they have.
 * @param {string} root
 */
export function findCrowds(root) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const file of filesIn(root, "src")) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  return [...sizes].filter(([, size]) => size > MAX_FILES);
}

/**
 * @param {string} root
 * @param {Exceptions["repeats"]} exceptions
 */
function repeatedLines(root, exceptions) {
  const repeats = findRepeats(root);
  const found = repeats.filter((repeat) => !exceptions.some((exception) => isOf(exception, repeat)));
  const needless = exceptions.filter((exception) => !repeats.some((repeat) => isOf(exception, repeat)));
  return [
    ...found.map(
      ({ first, second, length }) =>
        `${second.file}:${second.line}: ${length} lines equal ${first.file}:${first.line}: share them`,
    ),
    ...needless.map(
      ([first, second]) => `${first}, ${second}: no longer need their exception in scripts/check-house.mjs`,
    ),
  ];
}

/**
 * @param {Exceptions["repeats"][number]} exception
 * @param {Repeat} repeat
 */
function isOf(exception, { first, second }) {
  return exception.slice(0, 2).toSorted().join() === [first.file, second.file].toSorted().join();
}

/**
 * @param {string} root
 * @param {string} folder
 */
function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}

/** @typedef {{ text: string, line: number }} CodeLine */
/** @typedef {{ file: string, line: number }} Place */
/** @typedef {{ first: Place, second: Place, length: number }} Repeat */

/**
 * The lines that count: no blank ones, comments, imports and re-exports; indentation does not matter.
 * @param {string} source
 * @returns {CodeLine[]}
 */
function codeLines(source) {
  const code = source.replaceAll(/^(import|export) (type )?(\{[^}]*\}|\*)?[^;{]*?"[^"]*";$/gm, (found) =>
    found.replaceAll(/[^\n]+/g, ""),
  );
  return code
    .split("\n")
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text !== "" && !/^(\/\/|\/?\*)/.test(text));
}

/**
 * The longest repeats; of a text that stands in many places, each later place with the first.
 * @param {string} root
 */
export function findRepeats(root) {
  const files = ["src", "bench", "scripts"].flatMap((folder) => filesIn(root, folder));
  const code = files.filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.test\.\w+$/.test(file));
  /** @type {Map<string, Place & { at: number }>} where six lines were met first; `at` counts lines of code */
  const places = new Map();
  /** @type {Repeat[]} */
  const repeats = [];
  for (const file of code) {
    const lines = codeLines(readFileSync(join(root, file), "utf8"));
    /** @type {{ at: number, first: Place & { at: number } } | undefined} */
    let before;
    for (let at = 0; at + MAX_EQUAL_LINES < lines.length; at++) {
      const window = lines.slice(at, at + MAX_EQUAL_LINES + 1);
      const text = window.map((line) => line.text).join("\n");
      const line = window[0]?.line ?? 0;
      const first = places.get(text);
      if (first === undefined) places.set(text, { file, at, line });
      if (first === undefined || (first.file === file && at - first.at <= MAX_EQUAL_LINES)) continue;
      const goesOn = before?.at === at - 1 && before.first.file === first.file && before.first.at === first.at - 1;
      const last = goesOn ? repeats.at(-1) : undefined;
      if (last) last.length++;
      else repeats.push({ first, second: { file, line }, length: window.length });
      before = { at, first };
    }
  }
  return repeats;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations(join(dirname(fileURLToPath(import.meta.url)), ".."), EXCEPTIONS);
  for (const sentence of found) console.log(sentence);
  process.exitCode = found.length > 0 ? 1 : 0;
}
