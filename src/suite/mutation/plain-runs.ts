/** Runs tests as a user would, without looking at coverage: how a run ended and what it printed. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { checkBeside } from "../../oracles/layout.ts";
import type { Subject } from "../../oracles/oracle.ts";
import { endingOf, endingWords } from "../../oracles/signature.ts";
import { environment } from "../../oracles/trial.ts";
import type { ProcessExit } from "../../runner/index.ts";
import { dataSlots } from "../run/data-slots.ts";
import { runLaid, type RunSetting } from "../run/laid-run.ts";
import type { MeasureLimits } from "../run/measurer.ts";
import type { TestFile } from "../tests.ts";

export interface PlainOutcome {
  /** "exits with 0", "is ended by SIGSEGV", "does not end". */
  readonly ending: string;
  /** A digest of both outputs, without what differs from run to run: addresses, and where the program and the test lie. */
  readonly output: string;
  readonly ms: number;
}

/** Where the program lies, and what is put before the command. */
export interface Program {
  /** Stands for the directory that pare was started in, wherever the command names it. */
  readonly root: string;
  /** Instead of the program that was named. */
  readonly program?: string;
  readonly prefix?: readonly string[];
}

export interface PlainRuns {
  run(test: TestFile, program: Program, limits: MeasureLimits): Promise<PlainOutcome>;
}

/** How much of each output is kept; what is longer is compared by its beginning and its end. */
const KEEP_BYTES = 4 * 1024 * 1024;

export const plainRuns = (setting: RunSetting): PlainRuns => {
  const slot = dataSlots(setting.scratch);
  return {
    run: async (test, program, limits) => {
      const name = basename(test.name);
      const extraFiles = setting.extraFiles.map((path) => movedFile(path, setting.origin, program.root));
      const subject: Subject = { name, typed: "{}", origin: program.root, extraFiles, stdin: setting.stdin };
      checkBeside(subject);
      const data = slot();
      const laid = {
        subject,
        command: wordsFor(setting, program),
        wrap: (words: readonly string[]) => [...(program.prefix ?? []), ...words],
        environment: { ...environment(program.root), ...dataIn(data.path) },
        keep: KEEP_BYTES,
        ...limits,
      };
      try {
        return await runLaid(setting, { name, mode: test.mode, bytes: test.bytes() }, laid, (trial) =>
          outcomeOf(trial, [trial.directory, data.path, program.root]),
        );
      } finally {
        data.giveBack();
      }
    },
  };
};

/** The command, with what it names below the directory of the program meant below another. */
export const wordsFor = (
  { command, origin }: Pick<RunSetting, "command" | "origin">,
  to: Program,
): readonly string[] => {
  const words = origin === to.root ? command : command.map((word) => movedWord(word, origin, to.root));
  return to.program === undefined ? words : [to.program, ...words.slice(1)];
};

const movedWord = (word: string, from: string, to: string): string =>
  word === from ? to : word.replaceAll(join(from, "/"), () => join(to, "/"));

/** What was not copied lies where it lay. */
const movedFile = (path: string, from: string, to: string): string => {
  const moved = movedWord(path, from, to);
  return existsSync(moved) ? moved : path;
};

/** A program that was built to measure coverage writes what nobody reads: out of the way of other runs. */
export const dataIn = (path: string): Readonly<Record<string, string>> => ({
  PARE_COVERAGE: path,
  GCOV_PREFIX: path,
  GCOV_PREFIX_STRIP: "0",
  LLVM_PROFILE_FILE: join(path, "%p-%m.profraw"),
  COVERAGE_FILE: join(path, ".coverage"),
  GOCOVERDIR: path,
});

const outcomeOf = (exit: ProcessExit, places: readonly string[]): PlainOutcome => {
  const ending = endingOf(exit);
  const hash = createHash("sha256");
  for (const stream of [exit.stdout, exit.stderr]) hash.update(`${steady(stream, places)}\0`, "latin1");
  return {
    ending: exit.timedOut || ending === undefined ? DOES_NOT_END : endingWords(ending),
    output: hash.digest("hex"),
    ms: exit.ms,
  };
};

const DOES_NOT_END = "does not end";

const ADDRESS = /0x[\da-f]+/giu;

const steady = (stream: Uint8Array, places: readonly string[]): string => {
  let text = Buffer.from(stream).toString("latin1");
  for (const place of places) text = text.replaceAll(Buffer.from(place).toString("latin1"), "");
  return text.replaceAll(ADDRESS, "0x");
};
