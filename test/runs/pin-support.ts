/** Reductions whose test somebody changes at a chosen moment, without a clock deciding anything. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../src/core/errors.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import type { ReduceResult } from "../../src/reduce/result.ts";
import { newDirectory, writeScript } from "./support.ts";

const WANTED = ["needle", "thread"];
const LINES = Array.from({ length: 40 }, (_, i) => `line ${i} ${WANTED[i % 20] ?? "filler"}\n`);

/** The part of the test that somebody changes, and what it takes to be one. */
export interface PartKind {
  /** Below the directory. */
  readonly path: string;
  /** That makes every candidate fail, or every question another one. */
  readonly lie: string;
  options(directory: string): Partial<ReduceOptions>;
}

const HONEST = `for word in ${WANTED.join(" ")}; do grep -q "$word" "$1" || exit 1; done`;
const LIAR = "#!/bin/sh\nexit 0\n";
const WORDS_TEST = 'for word in $(cat words); do grep -q "$word" "$1" || exit 1; done';
const SERVER = `while read -r line; do
  path=$(echo "$line" | sed 's/.*"path":"\\([^"]*\\)".*/\\1/')
  if grep -q needle "$path" && grep -q thread "$path"; then echo '{"outcome":"fail"}'; else echo '{"outcome":"pass"}'; fi
done`;
const LYING_SERVER = `#!/bin/sh\nwhile read -r line; do echo '{"outcome":"fail"}'; done\n`;

/** The ways to be a part of a test. */
export const PARTS: Readonly<Record<string, PartKind>> = {
  "the script": { path: "test.sh", lie: LIAR, options: () => ({ test: "./test.sh" }) },
  "the program of the command": { path: "check", lie: LIAR, options: () => ({ command: ["./check", "{}"] }) },
  "a word of the command": {
    path: "check",
    lie: LIAR,
    options: (directory) => ({ command: ["sh", join(directory, "check"), "{}"] }),
  },
  "a file beside": { path: "words", lie: "line", options: () => ({ test: "./words.sh", extraFiles: ["words"] }) },
  "a file in a directory beside": {
    path: "lib/words",
    lie: "line",
    options: () => ({ test: "./lib.sh", extraFiles: ["lib"] }),
  },
  "the command of a pass": {
    path: "pass.sh",
    lie: "#!/bin/sh\nexit 1\n",
    options: () => ({ test: "./test.sh", passes: ["./pass.sh"] }),
  },
  "the command of an oracle server": {
    path: "server.sh",
    lie: LYING_SERVER,
    options: () => ({ oracleServer: "./server.sh" }),
  },
};

export const newPinned = (kind: PartKind): { directory: string; options: ReduceOptions; part: string } => {
  const directory = newDirectory();
  writeFileSync(join(directory, "input.txt"), LINES.join(""));
  mkdirSync(join(directory, "lib"));
  for (const words of ["words", "lib/words"]) writeFileSync(join(directory, words), WANTED.join("\n"));
  writeScript(join(directory, "test.sh"), HONEST);
  // A command fails as an exit code that is not 0.
  writeScript(join(directory, "check"), `${HONEST.replaceAll("exit 1", "exit 0")}\nexit 7`);
  writeScript(join(directory, "words.sh"), WORDS_TEST);
  writeScript(join(directory, "lib.sh"), WORDS_TEST.replace("cat words", "cat lib/words"));
  writeScript(join(directory, "pass.sh"), "exit 0");
  writeScript(join(directory, "server.sh"), SERVER);
  const options = { cwd: directory, input: "input.txt", jobs: 1, format: "lines", ...kind.options(directory) } as const;
  return { directory, options, part: join(directory, kind.path) };
};

/** Is what lies there an answer of the honest test? */
export const isHonest = (path: string): boolean =>
  existsSync(path) && WANTED.every((word) => readFileSync(path, "utf8").includes(word));

export type Change = (path: string, lie: string) => void;

/** Changes after which the test is another one, and how each is taken back. */
export const CHANGES: Readonly<Record<string, Change>> = {
  replaced: (path, lie) => {
    writeFileSync(`${path}.new`, lie, { mode: 0o755 });
    renameSync(`${path}.new`, path);
  },
  rewritten: (path, lie) => writeFileSync(path, lie),
  appended: (path) => writeFileSync(path, `${readFileSync(path, "utf8")}\n`),
  "rewritten with its old time": (path, lie) => {
    writeFileSync(path, lie);
    utimesSync(path, 1, 1);
  },
  deleted: (path) => rmSync(path),
};

/** Somebody has been there, but the test is the same. */
export const TOUCHES: Readonly<Record<string, Change>> = {
  touched: (path) => utimesSync(path, 1, 1),
  "written again": (path) => writeFileSync(path, readFileSync(path)),
  "put there again": (path) => {
    const { mode } = { mode: 0o755 };
    writeFileSync(`${path}.new`, readFileSync(path), { mode });
    renameSync(`${path}.new`, path);
  },
};

export interface Outcome {
  readonly result: ReduceResult | undefined;
  readonly error: UserError | undefined;
  /** How many tests were committed. */
  readonly tests: number;
}

/** Runs a reduction; `act` is called with the number of tests that were committed so far, 0 when it begins. */
export const watched = async (options: ReduceOptions, act: (tests: number) => void): Promise<Outcome> => {
  let tests = 0;
  let hasBegun = false;
  const onEvent: ReduceOptions["onEvent"] = (event) => {
    if (event.type === "run" && !hasBegun) {
      hasBegun = true;
      act(0);
    }
    if (event.type === "test" && event.provenance === "run") act(++tests);
  };
  try {
    return { result: await reduce({ ...options, onEvent }).result, error: undefined, tests };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { result: undefined, error, tests };
  }
};

/** Keeps a part as it is, to be put back as it was: content and mode, not its times. */
export const keep = (path: string): (() => void) => {
  const bytes = readFileSync(path);
  return () => {
    writeFileSync(path, bytes);
    chmodSync(path, 0o755);
  };
};
