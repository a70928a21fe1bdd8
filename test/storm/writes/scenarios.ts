/** The commands whose every write is broken, what they are given, and what they leave. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Scenario {
  readonly name: string;
  /** What lies there before; scripts can be run, and a name that ends with a slash is an empty directory. */
  readonly files: Readonly<Record<string, string>>;
  readonly typed: readonly string[];
  /** Their bytes are the same after every run that goes on to its end. */
  readonly outputs: readonly string[];
  /** Is this something that may be seen at an output while a run is at work, besides what was there before? `undefined`: nothing. */
  readonly isResult: (seen: string | undefined, expected: string | undefined) => boolean;
  /** Two names cannot change places in one step. */
  readonly noExchange?: boolean;
}

const INPUT = "one\nneedle\ntwo\n";
const SCRIPT = '#!/bin/sh\ngrep -rq needle "$1"\n';
const QUIETLY = ["-j", "1", "--json", "--quiet"] as const;
const BY_LINES = ["--test", "./test.sh", "--format", "lines", "--strategy", "ddmin", ...QUIETLY] as const;

/** Some of the lines, in their order, with the one that counts. */
const isTested = (text: string): boolean => {
  const lines = INPUT.split("\n");
  let at = 0;
  for (const line of text.split("\n")) if ((at = lines.indexOf(line, at) + 1) === 0) return false;
  return text.includes("needle\n");
};
const isTestedFile = (seen: string | undefined): boolean => seen !== undefined && isTested(seen);

const isTestedTree = (seen: string | undefined): boolean => {
  if (seen === undefined || !seen.startsWith("{")) return false;
  const { "sub/a": kept, b, ...others } = JSON.parse(seen) as Readonly<Record<string, string>>;
  const isFine = kept !== undefined && /^[^]*needle/.test(kept) && INPUT.includes(kept.trim());
  return isFine && Object.keys(others).length === 0 && (b === undefined || "other\n".includes(b));
};
/** An empty directory is there already: the first publication takes its place. */
const TREE = { "in/sub/a": INPUT, "in/b": "other\n", "in.reduced/": "", "test.sh": SCRIPT };
const OF_TREE = ["in", "--test", "./test.sh", "--strategy", "ddmin", ...QUIETLY] as const;

const isEnd = (seen: string | undefined, expected: string | undefined): boolean => seen === expected;

/** Coverage is the set of lines. */
const COVERED = 'sort -u "$1" > "$PARE_COVERAGE/covered"';

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "a file",
    files: { "in.txt": INPUT, "in.reduced.txt": "the result of another day\n", "test.sh": SCRIPT },
    typed: ["in.txt", ...BY_LINES, "--events", "ev", "--report", "r.md"],
    outputs: ["in.reduced.txt"],
    isResult: isTestedFile,
  },
  {
    name: "a file in place",
    files: { "in.txt": INPUT, "test.sh": SCRIPT },
    typed: ["in.txt", ...BY_LINES, "--in-place"],
    outputs: ["in.txt", "in.txt.orig"],
    isResult: isTestedFile,
  },
  { name: "a directory", files: TREE, typed: OF_TREE, outputs: ["in.reduced"], isResult: isTestedTree },
  {
    name: "a directory, where names cannot be exchanged",
    files: TREE,
    typed: OF_TREE,
    outputs: ["in.reduced"],
    // It may have stepped aside.
    isResult: (seen) => seen === undefined || isTestedTree(seen),
    noExchange: true,
  },
  {
    name: "isolate",
    files: { "good/a": "good\n", "good/b": "good\n", "bad/a": "bad\n", "bad/b": "bad\n" },
    typed: ["isolate", "good", "bad", "--apply", "--report", "r.md", ...QUIETLY, "--", "grep", "-q", "good", "{}/a"],
    outputs: ["culprit.patch"],
    isResult: isEnd,
  },
  {
    name: "suite reduce",
    files: {
      "tests/a.txt": "one\ntwo\none\n",
      "tests/b.txt": "three\none\nthree\n",
      "small/b.txt": "of another day\n",
    },
    typed: [
      "suite",
      "reduce",
      "tests",
      "--cover",
      "file:covered",
      "--start",
      "whole",
      "-o",
      "small",
      ...QUIETLY,
    ].concat(["--", "sh", "-c", COVERED, "sh", "{}"]),
    outputs: ["small/a.txt", "small/b.txt"],
    isResult: isEnd,
  },
];

export const prepare = (directory: string, { files }: Scenario): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (name.endsWith("/")) continue;
    writeFileSync(path, text);
    if (text.startsWith("#!")) chmodSync(path, 0o755);
  }
};

/** All names below; that of a run may depend on where it is. */
export const namesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => name.replace(/^(\.pare\/[^/]+)-[0-9a-f]{12}(?=\/|$)/, "$1-HASH"))
    .toSorted();

/** What lies there: of a directory, all that is in it. `undefined`: nothing. */
export const seenAt = (path: string): string | undefined => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) return readFileSync(path, "utf8");
  const files = namesIn(path).filter((name) => lstatSync(join(path, name)).isFile());
  return JSON.stringify(Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name), "utf8")])));
};
