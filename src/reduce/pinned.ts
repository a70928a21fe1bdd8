/** What the test of a reduction is made of, besides the candidate: as far as the command line says so. */
import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { attempt } from "../core/maybe.ts";
import { filesIn, programIn } from "../external/index.ts";
import { scriptCommand, scriptFile } from "../oracles/command-line.ts";
import type { Subject } from "../oracles/oracle.ts";
import { locate } from "../runner/executable.ts";
import type { TestPart } from "../runs/pins.ts";
import type { ReduceOptions } from "./options.ts";

/** What is not there is told by others. */
export const partsOf = (options: ReduceOptions, subject: Subject): readonly TestPart[] => {
  const { test, runs = [], command = runs, oracleServer, passes = [], validators = [], differs = [] } = options;
  const { origin, extraFiles } = subject;
  const parts: readonly TestPart[] = [
    ...(test === undefined ? [] : scriptPart(test, subject)),
    ...extraFiles.map((path, index) => ({
      path,
      called: `--with ${options.extraFiles?.[index] ?? path}`,
      loose: true,
    })),
    ...commandParts(command, origin),
    ...(oracleServer === undefined ? [] : shellParts(oracleServer, "the oracle server", origin)),
    ...differs.flatMap((line) => shellParts(line, "--differs", origin)),
    ...validators.flatMap((line) => shellParts(line, "--passes", origin)),
    ...passes.flatMap((pass) => shellParts(pass, "the pass", origin)),
  ];
  const { root = "/dev/null", inputs = [] } = subject;
  const own = [subject.typed, ...inputs.map(({ typed }) => typed)].map((typed) => resolve(origin, typed));
  const isOwn = (path: string): boolean => own.includes(path) || path.startsWith(`${root}/`);
  return parts.filter(({ path }, index) => !isOwn(path) && parts.findIndex((part) => part.path === path) === index);
};

export const scriptPart = (test: string, subject: Subject): readonly TestPart[] => {
  const path = found(() => scriptFile(scriptCommand(test, subject)));
  return path === undefined ? [] : [{ path, called: `the test script ${test}` }];
};

/** The program, and files that are named by absolute paths, in lines for a shell too: others are not seen by a test. */
const commandParts = (command: readonly string[], origin: string): readonly TestPart[] => [
  ...programPart(command[0] ?? "", "the program", origin),
  ...command
    .slice(1)
    .flatMap((word) => [word, ...word.split(/[\s;&|<>()'"`=]+/)])
    .filter((word) => isAbsolute(word) && isFile(word))
    .map((path) => ({ path, called: `${path}, which the command names`, loose: true })),
];

/** The program of a line for a shell, and the files it names. */
const shellParts = (line: string, what: string, origin: string): readonly TestPart[] => [
  ...programPart(programIn(line), `the program of ${what}`, origin),
  ...filesIn(line, origin).map((word) => ({
    path: resolve(origin, word),
    called: `${word}, which the command of ${what} names`,
  })),
];

export const programPart = (word: string, what: string, origin: string): readonly TestPart[] => {
  const path = found(() => locate({ command: [word], cwd: origin, env: process.env as Record<string, string> }));
  return path === undefined ? [] : [{ path, called: `${what} ${word}` }];
};

const found = (look: () => string): string | undefined => attempt(look);

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    // Most words are no paths at all.
    return false;
  }
};
