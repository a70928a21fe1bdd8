/** The tests of a program, run on the program as it is: what do they cover, and do they look at it at all? */
import { UserError } from "../../core/errors.ts";
import { entriesCase, type TestCase } from "../../core/test-case.ts";
import { layOut } from "../../oracles/layout.ts";
import type { Subject } from "../../oracles/oracle.ts";
import { environment } from "../../oracles/trial.ts";
import { openRunnerSpace, type ProcessExit, type Runner, type Scratch } from "../../runner/index.ts";
import { createUniverse, numbersIn } from "../covers.ts";
import type { Cover, Universe } from "../coverage.ts";
import { chooseReader } from "../readers/index.ts";
import type { CoveredLines } from "./removed.ts";

export interface PassingOptions {
  readonly original: TestCase;
  readonly subject: Subject;
  readonly command: readonly string[];
  /** A reader and its argument. Unless given, processes of node are looked at, if there are any. */
  readonly cover?: string;
  /** In milliseconds. */
  readonly timeout: number;
  readonly memory?: number;
  readonly signal: AbortSignal;
  /** A directory for what the reader keeps. */
  readonly storage: string;
}

const KEEP_BYTES = 16 * 1024;
/** Needs nothing but processes of node. */
const USUAL = "v8";

/**
 * The lines that the tests cover; nothing if that cannot be known, or if they do not pass (whoever reduces says so). Throws a `UserError`
 * when they pass with nothing left of the program, and when the reader that was asked for has nothing to read.
 */
export const linesCoveredByTests = async (options: PassingOptions): Promise<CoveredLines | undefined> => {
  const { runner, scratch, close } = openRunnerSpace();
  try {
    const { exit, lines } = await measured(options, runner, scratch);
    if (exit.code !== 0) return undefined;
    await checkNeeded(options, runner, scratch);
    return lines;
  } finally {
    await close();
  }
};

interface ProgramRun {
  readonly exit: ProcessExit;
  readonly lines: CoveredLines | undefined;
}

/** The directory of the run is the program: readers that leave out what is not below their origin look there. */
const measured = async (options: PassingOptions, runner: Runner, scratch: Scratch): Promise<ProgramRun> => {
  const { original, subject, command, cover, storage } = options;
  const universe = createUniverse();
  const laid = layOut(original, subject, scratch);
  await laid.written;
  const data = scratch.directory([]);
  const { reader: kind, argument } = chooseReader(cover ?? USUAL);
  const reader = await kind.open({ universe, argument, origin: laid.directory, command, storage });
  try {
    const exit = await runner.run(
      {
        ...jobOf(options),
        command: reader.wrap?.(command, data.path) ?? command,
        cwd: laid.directory,
        env: { ...environment(subject.origin), ...reader.environment(data.path) },
      },
      options.signal,
    );
    if (exit.code !== 0) return { exit, lines: undefined };
    const { stdout, stderr, code } = exit;
    const run = { data: data.path, cwd: laid.directory, stdout, stderr, code, signal: undefined };
    const seen = await reader.read(run).catch((error: unknown) => {
      if (cover === undefined && error instanceof UserError) return undefined;
      throw error;
    });
    return { exit, lines: seen === undefined ? undefined : linesIn(seen, universe, original) };
  } finally {
    await reader.close();
    laid.remove();
    data.remove();
  }
};

const jobOf = ({ timeout, memory }: PassingOptions) => ({
  timeout,
  ...(memory !== undefined && { memory }),
  keep: KEEP_BYTES,
});

/** A statement is called PATH:LINE. What the reader names otherwise belongs to no line; lines of other files are not the program's. */
const linesIn = (cover: Cover, universe: Universe, { files }: TestCase): CoveredLines | undefined => {
  const lines = new Map<string, Set<number>>(files.map(({ path }) => [path, new Set()]));
  let isNamed = false;
  for (const number of numbersIn(cover)) {
    if (universe.kindOf(number) !== "statement") continue;
    const [, path = "", line] = /^(.*):(\d+)$/s.exec(universe.nameOf(number)) ?? [];
    const own = lines.get(path);
    if (own === undefined) continue;
    own.add(Number(line));
    isNamed = true;
  }
  return isNamed ? lines : undefined;
};

/** Tests that pass with nothing there would let everything go. */
const checkNeeded = async (options: PassingOptions, runner: Runner, scratch: Scratch): Promise<void> => {
  const { original, subject, command } = options;
  const files = subject.kind === "directory" ? [] : original.files;
  const nothing = entriesCase({ files: files.map((file) => ({ ...file, bytes: () => new Uint8Array(0) })) });
  const laid = layOut(nothing, subject, scratch);
  try {
    const job = { ...jobOf(options), command, cwd: laid.directory, env: environment(subject.origin) };
    const { code } = await runner.run(job, options.signal);
    if (code !== 0) return;
  } finally {
    laid.remove();
  }
  throw new UserError("NOT_NEEDED", `The tests pass with nothing left of ${subject.typed}: they do not check it.`, {
    advice: `They run in a copy of it, and tests that lie in it are reduced as well. Keep them elsewhere and copy them beside it: --keep-passing 'cp -R "$PARE_ORIGIN/test" .. && node --test ../test'.`,
  });
};
