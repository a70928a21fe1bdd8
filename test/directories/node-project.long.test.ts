import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readManifest, withVersions } from "../../src/projects/manifest.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { newDirectory } from "../runs/support.ts";
import { makeTree, readBack } from "./support.ts";

/** A package with a program that refuses what it is configured to refuse. */
const CHECKER = {
  "node_modules/checker/package.json": '{"name": "checker", "version": "2.1.0", "bin": {"checker": "bin.js"}}',
  "node_modules/checker/bin.js": `#!/usr/bin/env node
const { readFileSync } = require("node:fs");
const { word } = require("helper");
const text = readFileSync("src/index.js", "utf8");
if (!text.includes(word)) process.exit(0);
console.error("Error: the word is there");
process.exit(3);
`,
  "node_modules/.bin/checker": "->../checker/bin.js",
  "node_modules/helper/package.json": '{"name": "helper", "version": "1.0.0", "main": "index.js"}',
  "node_modules/helper/index.js": 'exports.word = "needle";\n',
  "node_modules/unused/package.json": '{"name": "unused", "version": "1.2.3"}',
} as const;

const CHECK = ["sh", "-c", "node_modules/.bin/checker"];

const PROJECT = {
  "package.json": JSON.stringify(
    {
      name: "app",
      scripts: { test: "checker" },
      dependencies: { unused: "^1.0.0" },
      devDependencies: { checker: "^2.0.0" },
    },
    undefined,
    2,
  ),
  "package-lock.json": "{}",
  "README.md": "# App\n",
  "src/index.js": 'import { a } from "./a.js";\nexport const needle = a;\nexport const other = 1;\n',
  "src/a.js": "export const a = 1;\n",
  ".git/HEAD": "ref: refs/heads/main\n",
  ...CHECKER,
} as const;

const place = (content: Readonly<Record<string, string>>): string => {
  const directory = newDirectory();
  makeTree(join(directory, "app"), content);
  chmodSync(join(directory, "app/node_modules/checker/bin.js"), 0o755);
  return directory;
};

test("packages are linked, dependencies shrink to what is needed, by the version that is installed", async () => {
  const directory = place(PROJECT);
  const before = readBack(join(directory, "app"));
  const result = await reduce({ cwd: directory, input: "app", command: CHECK }).result;
  const { "README.md": readme = "", ...after } = readBack(join(directory, "app.reduced"));
  expect(Object.keys(after)).toEqual(["package.json", "src/index.js"]);
  expect(JSON.parse(after["package.json"] ?? "")).toEqual({ devDependencies: { checker: "2.1.0" } });
  expect(after["src/index.js"]?.trim()).toBe("needle");
  expect(readme).toContain("    npm install\n    sh -c node_modules/.bin/checker\n");
  expect(readme).toContain("Error: the word is there");
  expect(result.status).toBe("complete");
  expect(readBack(join(directory, "app"))).toEqual(before);
  // What `npm install` would bring.
  const copy = join(directory, "copy");
  cpSync(join(directory, "app.reduced"), copy, { recursive: true });
  cpSync(join(directory, "app", "node_modules"), join(copy, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  expect(spawnSync("node_modules/.bin/checker", { cwd: copy }).status).toBe(3);
});

test("a finished run is answered with its README, and is known for its own", async () => {
  const directory = place(PROJECT);
  const options = { cwd: directory, input: "app", command: CHECK };
  await reduce(options).result;
  const first = readBack(join(directory, "app.reduced"));
  const again = await reduce(options).result;
  expect(again.tests.run).toBe(0);
  expect(readBack(join(directory, "app.reduced"))).toEqual(first);
});

test("packages that nobody asks for stay linked where they are needed", async () => {
  const { "package.json": _, ...others } = PROJECT;
  const directory = place({ ...others, "package.json": '{"name": "app"}' });
  await reduce({ cwd: directory, input: "app", command: CHECK }).result;
  expect(lstatSync(join(directory, "app.reduced", "node_modules")).isSymbolicLink()).toBe(true);
  expect(existsSync(join(directory, "app", "node_modules", "checker", "bin.js"))).toBe(true);
});

test("packages of the project itself are reduced with it", async () => {
  const directory = place({
    ...PROJECT,
    "packages/own/package.json": '{"name": "own", "version": "1.0.0", "main": "index.js"}',
    "packages/own/index.js": 'exports.word = "needle";\nexports.more = 1;\n',
    "node_modules/own": "->../packages/own",
    "package.json": '{"dependencies": {"own": "1.0.0"}}',
  });
  const command = ["node", "-e", 'process.exit(require("own").word === "needle" ? 7 : 0)'];
  await reduce({ cwd: directory, input: "app", command, refine: { exit: 7 } }).result;
  const after = readBack(join(directory, "app.reduced"));
  expect(after["packages/own/index.js"]).not.toContain("more");
  expect(after["packages/own/index.js"]).toContain("needle");
});

test("a script is handed on with the result", async () => {
  const directory = place(PROJECT);
  writeFileSync(join(directory, "t.sh"), "#!/bin/sh\nnode_modules/.bin/checker 2>&1 | grep -q 'word is there'\n", {
    mode: 0o755,
  });
  await reduce({ cwd: directory, input: "app", test: "./t.sh" }).result;
  expect(readFileSync(join(directory, "app.reduced", "reproduce.sh"), "utf8")).toContain("bin/checker");
  expect(readFileSync(join(directory, "app.reduced", "README.md"), "utf8")).toContain('./reproduce.sh "$PWD"');
});

test("names that are no packages lead nowhere, and only versions are made exact", () => {
  const text =
    '{"dependencies": {"../../x": "1.0.0", "..": "1.0.0", "a": "npm:b@^1.0.0", "c": "^2.0.0", "@s/d": "~3.0.0"}}';
  expect([...(readManifest(text)?.wanted.keys() ?? [])]).toEqual(["a", "c", "@s/d"]);
  const versions = new Map([
    ["a", "1.2.3"],
    ["c", "2.3.4"],
    ["@s/d", "3.0.1"],
  ]);
  expect(JSON.parse(withVersions(text, versions))).toMatchObject({
    dependencies: { a: "npm:b@^1.0.0", c: "2.3.4", "@s/d": "3.0.1" },
  });
});

test("other packages make another run", async () => {
  const directory = place(PROJECT);
  const options = { cwd: directory, input: "app", command: CHECK, maxTests: 3 };
  const first = await reduce(options).result;
  makeTree(join(directory, "app"), {
    "node_modules/helper/package.json": '{"name": "helper", "version": "1.0.1", "main": "index.js"}',
  });
  expect((await reduce(options).result).run).not.toBe(first.run);
});
