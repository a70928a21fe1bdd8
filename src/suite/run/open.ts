/** Opens what tests are measured with: a reader and processes, or threads. */
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { openRunnerSpace } from "../../runner/index.ts";
import { makePrivateAmongRuns } from "../../runs/private.ts";
import type { Cover, EntityKind, Universe } from "../coverage.ts";
import { coverFilter, createUniverse, ENTITY_KINDS } from "../covers.ts";
import type { SuiteGoal } from "../../settings/suite.ts";
import type { MeasureOptions } from "../options.ts";
import { inProcess, isInProcessKind, parseInProcess, type InProcess } from "../readers/in-process/in-process.ts";
import { chooseReader } from "../readers/index.ts";
import type { TestFile } from "../tests.ts";
import type { Measurer, Measurement } from "./measurer.ts";
import { processMeasurer } from "./process.ts";
import { programStamps } from "./stamps.ts";

export interface OpenMeasurer {
  readonly measurer: Measurer;
  /** Takes the entities out that do not count. */
  readonly filter: (cover: Cover) => Cover;
  /** Entities that depend on volume are dropped. */
  readonly dropVolume: boolean;
  readonly identity: unknown;
  close(): Promise<void>;
}

const KINDS: Readonly<Record<SuiteGoal, readonly EntityKind[]>> = {
  statements: ["statement", "function"],
  branches: ["branch", "function"],
  functions: ["function"],
  all: ENTITY_KINDS,
};

/** `storage`: for what the reader keeps between runs. */
export const openMeasurer = async (
  options: MeasureOptions,
  tests: readonly TestFile[],
  storage: string,
  universe: Universe = createUniverse(),
): Promise<OpenMeasurer> => {
  const { goal = "statements", ignoreCover = [], coverOnly = [] } = options;
  const ignored = ignoreCover.filter((word) => word !== "none");
  const only = expressionOf(coverOnly);
  const ignore = expressionOf(ignored);
  const filter = coverFilter(universe, { kinds: KINDS[goal], ...(only && { only }), ...(ignore && { ignore }) });
  const program = programStamps(options);
  const opened = await (options.inProcess === undefined
    ? processes(options, universe, storage)
    : threads(options, universe, tests));
  return {
    ...opened,
    filter,
    dropVolume: ignored.length === ignoreCover.length,
    identity: { ...(opened.measurer.identity as object), goal, ignoreCover, coverOnly, program },
  };
};

const expressionOf = (words: readonly string[]): RegExp | undefined =>
  words.length === 0 ? undefined : new RegExp(words.map((word) => `(?:${word})`).join("|"), "u");

type ClosableMeasurer = Pick<OpenMeasurer, "measurer" | "close">;

const threads = async (
  options: MeasureOptions,
  universe: Universe,
  tests: readonly TestFile[],
): Promise<ClosableMeasurer> => {
  const { inProcess: word = "", cover = "counters", cwd = process.cwd() } = options;
  const [kind, ...measured] = cover.split(/[:,]/);
  if (!isInProcessKind(kind))
    throw new UserError("BAD_READER", `With --in-process, --cover cannot be ${cover}.`, {
      advice: "Use --cover counters (the default), v8 or istanbul; counters:FOLDER,… names what is measured.",
    });
  if (options.command !== undefined && options.command.length > 0)
    throw new UserError("USAGE", "With --in-process there is no command to run.", {
      advice: "Leave out the command after --, or leave out --in-process.",
    });
  // What a library makes at its first use must not be covered by whatever test comes first.
  const warmUp = tests.slice(0, 2).map((test) => test.bytes());
  const opened = inProcess({ universe, origin: resolve(cwd), ...parseInProcess(word), kind, measured, warmUp });
  return { measurer: threadMeasurer(universe, opened), close: () => opened.close() };
};

const processes = async (options: MeasureOptions, universe: Universe, storage: string): Promise<ClosableMeasurer> => {
  const { cover, command = [], cwd = process.cwd(), extraFiles = [], stdin = false, memory } = options;
  if (cover === undefined)
    throw new UserError("NO_READER", "No reader of coverage was given.", {
      advice: "Give --cover READER (sancov, gcov, llvm, v8, lcov:PATH, file:PATH, …), or --in-process MODULE#EXPORT.",
    });
  const origin = resolve(cwd);
  const { reader: kind, argument } = chooseReader(cover);
  makePrivateAmongRuns(storage);
  const reader = await kind.open({ universe, argument, origin, command, storage });
  const space = openRunnerSpace();
  const setting = {
    universe,
    reader,
    command,
    origin,
    stdin,
    runner: space.runner,
    scratch: space.scratch,
    ...(memory !== undefined && { memory }),
  };
  const close = async (): Promise<void> => {
    await reader.close();
    await space.close();
  };
  try {
    const absolute = extraFiles.map((path) => resolve(origin, path));
    return { measurer: processMeasurer({ ...setting, extraFiles: absolute }), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Tests that are run by a function of a module, in threads of this process. */
const threadMeasurer = (universe: Universe, library: InProcess): Measurer => ({
  universe,
  identity: library.identity,
  measure: async ({ bytes }, { timeout, signal }): Promise<Measurement> => {
    const { outcome, reason, cover, ms } = await library.run(bytes, { timeout, signal });
    if (outcome === "aborted") signal.throwIfAborted();
    return {
      ending: endingOf(outcome, reason),
      timedOut: outcome === "timeout",
      ...(cover !== undefined && { cover }),
      ms,
    };
  },
  close: () => library.close(),
});

/** Messages name places, which change with every unit that goes: of what was thrown only its kind counts. */
const endingOf = (outcome: string, reason: string | undefined): string => {
  if (outcome === "returned") return "returns";
  if (outcome === "timeout") return "does not end";
  if (outcome === "died") return "ends its thread";
  const [, name] = /^([\w$.]+)(?::|$)/.exec(reason ?? "") ?? [];
  return name === undefined ? "throws" : `throws ${name}`;
};
