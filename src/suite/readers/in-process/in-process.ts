/** Coverage of a JavaScript library without a process for each run: a module is loaded once in a thread and called for each test. */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import type { Cover, Universe } from "../../coverage.ts";
import { countedScripts, type CountedScripts } from "./scripts.ts";
import type { InProcessThreadOptions, ThreadAnswer } from "./thread.ts";
import { MeasuredThread } from "./measured-thread.ts";
import { badArgument } from "../troubles.ts";
import { scriptScope } from "../v8/scope.ts";
import { gather } from "../gathering.ts";
import type { IstanbulFile } from "../reports/istanbul.ts";
import { fileNames } from "../names.ts";
import { v8Entities } from "../v8/entities.ts";

const KINDS = ["counters", "v8", "istanbul"] as const;
type InProcessKind = (typeof KINDS)[number];

export const isInProcessKind = (word: string | undefined): word is InProcessKind => KINDS.some((kind) => kind === word);

export interface InProcessOptions {
  readonly universe: Universe;
  /** The directory pare was started in. */
  readonly origin: string;
  /** The module, relative to `origin`. */
  readonly module: string;
  /** The function it exports, `default` unless said otherwise. It is called with one test; a promise is waited for. */
  readonly export?: string;
  /**
   * Counters that are written into the scripts as they are loaded (the quickest), V8's own (they need not understand the scripts, but take
   * some 30 ms a run, for V8 must forget what it has optimised), or istanbul's if the user has istanbul-lib-instrument.
   */
  readonly kind?: InProcessKind;
  /** A fresh thread, with the module loaded anew, after so many runs. */
  readonly recycle?: number;
  /** What the function gets: the test as a string (the default; UTF-8), or its bytes as a Uint8Array. */
  readonly input?: "text" | "bytes";
  /** Files and folders that are measured, relative to `origin`; without them everything below it but packages. */
  readonly measured?: readonly string[];
  /**
   * Tests that every fresh thread runs before it measures: what a library makes at its first use and keeps (caches, tables) would else be
   * covered by whatever test comes first to a thread. What stays is for calibration to find.
   */
  readonly warmUp?: readonly (string | Uint8Array)[];
  /** How much heap each thread may use, in MiB. */
  readonly memory?: number;
}

interface InProcessRun {
  /** Returned, threw, did not end in time, or ended its thread (exit, no memory). */
  readonly outcome: "returned" | "threw" | "timeout" | "died" | "aborted";
  /** What it threw, or how the thread died. */
  readonly reason: string | undefined;
  /** Nothing if the thread had to be ended. */
  readonly cover: Cover | undefined;
  /** The time of the function alone. */
  readonly ms: number;
}

interface InProcessLimits {
  /** In milliseconds. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

export interface InProcess {
  readonly identity: unknown;
  /** As many at once as are asked for: each has a thread for itself while it runs. */
  run(test: string | Uint8Array, limits?: InProcessLimits): Promise<InProcessRun>;
  close(): Promise<void>;
}

/** A fresh thread is slow until V8 has optimised what it loads. */
const RECYCLE = 4000;

/** What stands behind `--in-process`: MODULE#EXPORT, or MODULE alone for its default export. */
export const parseInProcess = (word: string): { readonly module: string; readonly export: string } => {
  const hash = word.lastIndexOf("#");
  const [module, name] = hash < 0 ? [word, "default"] : [word.slice(0, hash), word.slice(hash + 1)];
  if (module !== "" && name !== "") return { module, export: name };
  throw badArgument(
    `"${word}" does not name a module and a function.`,
    "Write --in-process MODULE#EXPORT: ./fuzz.js#run for a function exported as run.",
  );
};

export const inProcess = (options: InProcessOptions): InProcess => {
  const { recycle = RECYCLE, memory } = options;
  const order = orderOf(options);
  const scripts = order.kind === "counters" ? countedScripts(options.universe, options.origin) : undefined;
  const coverOf = threadCovers(options.universe, options.origin, scripts);
  const idle: MeasuredThread[] = [];
  const all = new Set<MeasuredThread>();
  const start = (): MeasuredThread => {
    const thread = new MeasuredThread(order, memory, scripts);
    all.add(thread);
    return thread;
  };
  const end = async (thread: MeasuredThread): Promise<void> => {
    all.delete(thread);
    await thread.end();
  };
  const run = async (test: string | Uint8Array, { timeout, signal }: InProcessLimits = {}): Promise<InProcessRun> => {
    const thread = idle.pop() ?? start();
    const startedAt = performance.now();
    const ending = await thread.run(bytesOf(test), timeout, signal);
    if (ending.kind === "unusable") {
      await end(thread);
      throw unusable(options, ending.reason);
    }
    if (ending.kind !== "ran") {
      const isUsed = thread.runs > 1 && ending.kind === "died";
      await end(thread);
      // What kills a thread may have been left behind by an earlier test: a fresh one tells.
      if (isUsed) return runFresh(test, { ...(timeout !== undefined && { timeout }), ...(signal && { signal }) });
      return { outcome: ending.kind, reason: ending.reason, cover: undefined, ms: performance.now() - startedAt };
    }
    const cover = coverOf(ending, thread);
    if (thread.runs >= recycle) await end(thread);
    else idle.push(thread);
    return { outcome: ending.thrown === undefined ? "returned" : "threw", reason: ending.thrown, cover, ms: ending.ms };
  };
  const runFresh = async (test: string | Uint8Array, limits: InProcessLimits): Promise<InProcessRun> => {
    const waiting = idle.splice(0);
    const answer = run(test, limits);
    // Taken before the first wait, so the run above has found none of them.
    for (const thread of waiting) idle.push(thread);
    return answer;
  };
  return {
    identity: { reader: "in-process", ...order, warmUp: order.warmUp.map(digest), recycle },
    run,
    close: async () => {
      await Promise.all([...all].map(end));
    },
  };
};

const bytesOf = (test: string | Uint8Array): Uint8Array => (typeof test === "string" ? Buffer.from(test) : test);

const orderOf = (options: InProcessOptions): InProcessThreadOptions => {
  const { origin, kind = "counters", measured = [] } = options;
  return {
    module: pathToFileURL(resolve(origin, options.module)).href,
    name: options.export ?? "default",
    kind,
    input: options.input ?? "text",
    roots: scriptScope(origin, measured).roots.map((root) => pathToFileURL(root).href),
    packages: measured.length > 0,
    warmUp: (options.warmUp ?? []).map(bytesOf),
    instrumenter: kind === "istanbul" ? instrumenterFor(origin) : undefined,
  };
};

const instrumenterFor = (origin: string): string => {
  try {
    return createRequire(join(origin, "package.json")).resolve("istanbul-lib-instrument");
  } catch (error) {
    throw new UserError(
      "NO_COVERAGE_TOOL",
      "istanbul's counters need istanbul-lib-instrument, which is not installed here.",
      {
        advice: "npm install --save-dev istanbul-lib-instrument, or use V8's own counters, which need nothing.",
        cause: error,
      },
    );
  }
};

const unusable = (options: InProcessOptions, reason: string): UserError =>
  new UserError("BAD_MODULE", `${options.module} cannot be used: ${reason}.`, {
    advice: `It must be JavaScript that node can import from ${options.origin} and that exports a function as "${options.export ?? "default"}".`,
  });

type ThreadRun = Extract<ThreadAnswer, { readonly kind: "ran" }>;

/** `thread` tells threads apart: each sends istanbul's maps once, of the texts it has loaded. */
const threadCovers = (
  universe: Universe,
  origin: string,
  counted: CountedScripts | undefined,
): ((ran: ThreadRun, thread: object) => Cover) => {
  const scripts = v8Entities(universe, origin);
  const { nameOf } = fileNames(origin, origin);
  const maps = new WeakMap<object, Map<string, Int32Array>>();
  const numbersOf = (thread: object, path: string, file: unknown): Int32Array => {
    const known = maps.get(thread) ?? new Map<string, Int32Array>();
    maps.set(thread, known);
    const numbers = file === undefined ? known.get(path) : numbered(file as IstanbulFile, nameOf(path), universe);
    if (numbers === undefined) throw new Error(`The thread has not sent the maps of ${path}.`);
    known.set(path, numbers);
    return numbers;
  };
  return (ran, thread) => {
    if (counted !== undefined && ran.bytes !== undefined) return counted.cover(ran.bytes);
    const entities = gather(universe);
    for (const { path, ranges, functions, names } of ran.scripts) {
      scripts.ranges(path, ranges, entities);
      for (const [at, name] of names.entries())
        scripts.function(path, name, functions[at * 2] as number, functions[at * 2 + 1] as number, entities);
    }
    for (const { path, flags, file } of ran.counters) {
      const numbers = numbersOf(thread, path, file);
      for (let at = 0; at < flags.length; at++) if (flags[at] === 1) entities.number(numbers[at] as number);
    }
    return entities.cover();
  };
};

/** The entities in the order of the flags: statements, functions, arms of branches. */
const numbered = (file: IstanbulFile, name: string, universe: Universe): Int32Array =>
  Int32Array.from([
    ...Object.keys(file.s).map((id) =>
      universe.number("statement", `${name}:${file.statementMap[id]?.start.line ?? 0}`),
    ),
    ...Object.keys(file.f).map((id) => {
      const known = file.fnMap[id];
      return universe.number("function", `${name}:${known?.name}@${(known?.decl ?? known?.loc)?.start.line ?? 0}`);
    }),
    ...Object.entries(file.b).flatMap(([id, arms]) =>
      arms.map((_, arm) =>
        universe.number("branch", `${name}:${file.branchMap[id]?.loc?.start.line ?? 0}:${id}.${arm}`),
      ),
    ),
  ]);
