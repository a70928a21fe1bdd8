/** What holds of all tests: chance comes from seeds, nothing is skipped silently, and a test lies where its rule says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { canInstall } from "../../scripts/programs.mjs";
import { lacks, without } from "./needs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["src", "test", "scripts", "bench"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.m?ts$|\.mjs$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const isTest = (file: string): boolean => /\.(?:test|storm)\.m?[jt]s$/.test(file);
const own = "test/support/rules.test.ts";
const testFiles = files.filter((file) => isTest(file) && file !== own);
/** Tests, and what they are made of. */
const testCode = files.filter((file) => (isTest(file) || file.startsWith("test/")) && file !== own);
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const linesWith = (some: readonly string[], pattern: RegExp): readonly string[] =>
  some.flatMap((file) =>
    textOf(file)
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test("chance comes from a seed; only what must never repeat does not", () => {
  const unseeded = linesWith(testCode, /Math\.random|randomBytes\(\d|randomInt\(|randomUUID\(|\/dev\/urandom|\$RANDOM/);
  // Outputs that differ in every run, which is what these tests are about.
  const found = new Set(unseeded.map((line) => line.split(": ")[0] ?? ""));
  expect([...found].toSorted((a, b) => a.localeCompare(b))).toEqual([
    "test/oracles/differs.test.ts",
    "test/oracles/learning.test.ts",
    "test/suite/compare.long.test.ts",
  ]);
});

test("a test is skipped for lack of a program that cannot be installed, or of something that nobody can install", () => {
  const skips = linesWith(testFiles, /\b(?:test|it|describe)\b[\w.]*\.(?:skipIf|runIf|skip|todo)\(|\bcontext\.skip\(/);
  expect(skips.length).toBeGreaterThan(40);
  expect(skips.filter((line) => !/\.skip(?:If)?\((?:lacks|without)\(/.test(line))).toEqual([]);
});

test.skipIf(without("Debian", canInstall()))(
  "a program that is missing where it could be installed is an error, and so is one that nobody has listed",
  () => {
    const path = process.env["PATH"];
    expect(lacks("git")).toBe(false);
    expect(() => lacks("a-program-that-nobody-has-listed")).toThrow("scripts/programs.mjs does not list");
    try {
      process.env["PATH"] = "";
      // What is in /usr/sbin is found without a path.
      expect(() => lacks("git", "gcc")).toThrow("git, gcc must be installed: run node scripts/setup.mjs --tests");
    } finally {
      process.env["PATH"] = path;
    }
  },
);

/** In milliseconds: on a busy machine anything may take minutes. */
const SHORTEST_LIMIT = 600_000;

test("limits of time only end what hangs: no test, hook or poll has a short one of its own", () => {
  const limits =
    /^\s*\}, (\d[\d_]{4,})\);$|\b(?:poll|waitFor|waitUntil)\(.*(?:timeout: |, )(\d[\d_]*)|^\s*(?:test|it|describe)\(.*\{ timeout: (\d[\d_]*)/;
  const msOf = (line: string): number => {
    const [, ...found] = limits.exec(line.slice(line.indexOf(": ") + 2)) ?? [];
    return Number(found.find((each) => each !== undefined)?.replaceAll("_", ""));
  };
  expect(linesWith(testFiles, limits).filter((line) => msOf(line) < SHORTEST_LIMIT)).toEqual([]);
});

test("no test is marked to be the only one", () => {
  expect(linesWith(testFiles, /\b(?:test|it|describe)\.only\b/)).toEqual([]);
});

const inSource = testFiles.filter((file) => file.startsWith("src/"));

test("a test lies beside a source file if it is about that file alone and starts no process", () => {
  expect(inSource.length).toBeGreaterThan(20);
  const astray = inSource.filter((file) => {
    const name = file.slice(file.lastIndexOf("/") + 1).replace(".test.ts", "");
    const text = textOf(file);
    const isAbout = text.includes(`from "./${name}.ts"`) || text.includes(`import("./${name}.ts")`);
    return !isAbout || /"node:child_process"|\bdist\/|startNats|playwright/.test(text);
  });
  expect(astray).toEqual([]);
});

/** Folders of test/ that are no part of src: what is tested across parts, and what tests are made of. */
const ACROSS: readonly string[] =
  "binary contracts directories docs e2e examples extensions fixtures golden properties report storm support".split(
    " ",
  );

test("all other tests lie in the folder of test that has the name of their part of src", () => {
  const parts = readdirSync(join(root, "src"));
  const folders = new Set(
    testFiles.filter((file) => /^test\/[^/]+\//.test(file)).map((file) => file.split("/")[1] as string),
  );
  expect([...folders].filter((folder) => !parts.includes(folder) && !ACROSS.includes(folder))).toEqual([]);
});
