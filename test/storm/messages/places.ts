/** States of a file system that a user can bring about, around a small input and its test. */
import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Draw } from "./draw.ts";

/** What can lie at a path. */
const KINDS: Readonly<Record<string, (path: string) => void>> = {
  nothing: () => {},
  file: (path) => writeFileSync(path, "x\n"),
  empty: (path) => writeFileSync(path, ""),
  garbage: (path) => writeFileSync(path, Buffer.from([0xff, 0, 0x1b, 0x5b, 0x32, 0x4a, 0xc3, 0x28])),
  directory: (path) => mkdirSync(path),
  full: (path) => {
    mkdirSync(join(path, "sub"), { recursive: true });
    writeFileSync(join(path, "sub", "file"), "needle\n");
  },
  circle: (path) => symlinkSync(path, path),
  dangling: (path) => symlinkSync("nowhere/at/all", path),
  linked: (path) => symlinkSync("in.txt", path),
  pipe: (path) => void execFileSync("mkfifo", [path]),
  closed: (path) => {
    writeFileSync(path, "x\n");
    chmodSync(path, 0);
  },
  bare: (path) => {
    mkdirSync(path);
    chmodSync(path, 0);
  },
};

const put = (path: string, kind: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  (KINDS[kind] as (at: string) => void)(path);
};

const MEMBERS = [
  "run.json",
  "journal.jsonl",
  "steps.jsonl",
  "evidence.json",
  "witnesses.jsonl",
  "progress.json",
  "necessity.json",
  "published",
  "lock",
];

const CONFIGS = [
  "{",
  "[]",
  "null",
  '{"jobs": 0}',
  '{"jobs": 1e400}',
  '{"no-such": 1}',
  '{"timeout": "soon"}',
  '{"json": true}',
  '{"command": []}',
  '{"test": "./t.sh"}',
  `{"match": [${'"a",'.repeat(20_000)}"b"]}`,
  '{"__proto__": {"json": true}}',
];

/** Names that a file may have. */
export const NAMES: readonly string[] = [
  "n".repeat(255),
  `${"m".repeat(251)}.txt`,
  "a\nb.txt",
  'it\'s "so".txt',
  "\u001B[2J\u0007.txt",
  "-dash.txt",
  "déjà\u202Evu\u200B.txt",
  "$(touch x).txt",
  " ",
];

/** The place of a case: `paths` are what its command lines may name. */
export interface Place {
  readonly directory: string;
  readonly paths: readonly string[];
}

export const makePlace = (directory: string, draw: Draw): Place => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "in.txt"), "a\nneedle\nb\n");
  writeFileSync(join(directory, "t.sh"), '#!/bin/sh\ngrep -q needle "$1"\n', { mode: 0o755 });
  mkdirSync(join(directory, "tests"));
  writeFileSync(join(directory, "tests", "one"), "needle\n");
  const odd = draw.one(Object.keys(KINDS));
  put(join(directory, "odd"), odd);
  const name = draw.one(NAMES);
  writeFileSync(join(directory, name), "needle\nx\n");
  if (draw.rarely(3)) put(join(directory, ".pare"), draw.one(Object.keys(KINDS)));
  if (draw.rarely(8)) put(join(directory, "in.reduced.txt"), draw.one(Object.keys(KINDS)));
  if (draw.rarely(6)) {
    const config = join(directory, "pare.config.json");
    if (draw.rarely(4)) put(config, draw.one(Object.keys(KINDS)));
    else writeFileSync(config, draw.one(CONFIGS));
  }
  const paths = ["in.txt", "in.txt", "in.txt", "odd", name, "tests", "missing", "", ".", "/", "/dev/null", "in.txt/x"];
  return { directory, paths };
};

/** Spoils one file of a run. */
export const spoil = (run: string, draw: Draw): string => {
  const member = draw.one(MEMBERS);
  const kind = draw.one(Object.keys(KINDS));
  rmSync(join(run, member), { recursive: true, force: true });
  put(join(run, member), kind);
  return `${member} is ${kind}`;
};
