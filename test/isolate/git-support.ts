/** What tests of the git kind share. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { gitKind } from "../../src/isolate/kinds/git/kind.ts";
import type { KindOptions, OpenKind } from "../../src/isolate/kind.ts";
import type { Ends } from "../../src/isolate/kinds/index.ts";
import { copyOf, makeRepository, snapshotOf, type TestRepository } from "./repository.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "pare-git-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
export const fresh = (): string => join(root, String(made++));

export interface Opened {
  readonly kind: OpenKind;
  readonly notes: readonly string[];
}

export const open = async (
  origin: string,
  git: NonNullable<Ends["git"]>,
  more: Partial<KindOptions> = {},
): Promise<Opened> => {
  const notes: string[] = [];
  const storage = fresh();
  mkdirSync(storage);
  const kind = await gitKind.open({
    ends: { git },
    origin,
    storage,
    only: [],
    skip: [],
    level: "auto",
    note: (text) => notes.push(text),
    signal: new AbortController().signal,
    ...more,
  });
  return { kind, notes };
};

/** Of a place, without what git keeps for itself. */
export const filesIn = (directory: string): Readonly<Record<string, string>> =>
  snapshotOf(directory, (path) => path === ".git" || path.endsWith("/.git"));

/** What a checkout of a revision has, by git itself. */
export const checkedOut = (repository: TestRepository, revision: string): Readonly<Record<string, string>> => {
  const commit = repository.git("rev-parse", revision);
  const known = checkouts.get(commit);
  if (known !== undefined) return known;
  const directory = fresh();
  execFileSync("git", ["clone", "-q", "-n", "-s", repository.path, directory], { stdio: "ignore" });
  execFileSync("git", ["checkout", "-q", "--detach", commit], { cwd: directory, stdio: "ignore" });
  const files = filesIn(directory);
  checkouts.set(commit, files);
  return files;
};

const checkouts = new Map<string, Readonly<Record<string, string>>>();

export const numbers = (count: number, other: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, i) => `${other[i + 1] ?? `line ${i + 1}`}\n`).join("");

const STRANGE = 'a folder/ä\nö "x" \t*.txt';

/** Renames, modes, links, binary files, a merge, names that have to be quoted. */
export const eventful = (): TestRepository => copyOf((template ??= first()), fresh());

let template: TestRepository | undefined;

const first = (): TestRepository =>
  makeRepository(fresh(), [
    {
      message: "first",
      tag: "v1",
      files: {
        "lib/a.js": numbers(30),
        "lib/gone.js": "gone\n",
        "lib/moves.js": numbers(20),
        "bin/run": "#!/bin/sh\n",
        "data.bin": new Uint8Array([0, 1, 2, 255]),
        link: { link: "lib/a.js" },
        [STRANGE]: "strange\n",
        "becomes/a/folder.txt": "x\n",
        crlf: "one\r\ntwo\r\nno end",
      },
    },
    { message: "second", author: "bob", files: { "lib/a.js": numbers(30, { 5: "five" }), "lib/gone.js": null } },
    {
      message: "side",
      branch: "side",
      from: "v1",
      author: "eve",
      files: { "lib/a.js": numbers(30, { 25: "side" }), "side.txt": "s\n" },
    },
    { message: "join", branch: "main", merge: "side" },
    {
      message: "many",
      author: "dan",
      moves: { "lib/moves.js": "src/moved.js" },
      files: {
        "src/moved.js": numbers(20, { 7: "seven" }),
        "bin/run": { run: "#!/bin/sh\n" },
        "data.bin": new Uint8Array([0, 1, 3, 255]),
        link: { link: "src/moved.js" },
        [STRANGE]: "stranger\n",
        becomes: "a file\n",
        crlf: "one\r\n2\r\nno end",
        "new.txt": "new\n",
      },
    },
    {
      message: "last",
      tag: "v2",
      files: { "lib/a.js": numbers(30, { 1: "0\nline 1", 5: "five", 12: "twelve", 25: "side" }) },
    },
  ]);
