/** Coverage of a JavaScript library without a process for each run: a module is loaded once in a thread and called for each test. */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { digest } from "../../core/digest.ts";
import { UserError } from "../../core/errors.ts";
import type { Cover, Universe } from "../coverage.ts";
import { threadCovers } from "./in-process-cover.ts";
import { countedScripts } from "./in-process-scripts.ts";
import type { InProcessThreadOptions } from "./in-process-thread.ts";
import { MeasuredThread } from "./measured-thread.ts";
import { badArgument } from "./troubles.ts";
import { scriptScope } from "./v8-scope.ts";

const KINDS = ["counters", "v8", "istanbul"] as const;
export type InProcessKind = (typeof KINDS)[number];

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
  /** Of the function alone. */
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
    `"${word}" names no module and function.`,
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
