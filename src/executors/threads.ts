/** Predicates in worker threads: for tests that compute, and for those that may never end. */
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { ValueCase } from "../core/case.ts";
import { UserError } from "../core/errors.ts";
import { unresolved, type Finding, type Verdict } from "../core/verdict.ts";
import {
  messageOf,
  verdictOf,
  verdictOnThrow,
  type TesterSettings,
  type ValueExecutor,
  type ValueTester,
} from "./value-tester.ts";

/** The limits of a thread, and which export of the module is the test. */
export interface ThreadOptions extends TesterSettings {
  /** The name the module exports the predicate by. */
  readonly export?: string;
  /** How much heap each thread may use, in MiB. */
  readonly memory?: number;
}

/** A module that has not loaded by then never will. */
const LOAD_LIMIT_MS = 60_000;

/**
 * The predicate that a module exports, in as many threads as there are jobs (one per core unless said otherwise). Values are sent
 * by structured clone. Whatever a test does, endless loops and exits included, ends with its thread, and another takes its place.
 *
 * @example
 * ```ts
 * const test = threads<number[]>(new URL("./heavy.mjs", import.meta.url), { timeout: 10_000 });
 * const small = await minimize(items, test, { jobs: 4 });
 * ```
 */
export const threads = <T>(module: URL | string, options: ThreadOptions = {}): ValueTester<T> => ({
  open: (settings) => {
    if (!(module instanceof URL) && typeof module !== "string") throw noModule();
    const address = module instanceof URL || module.startsWith("file:") ? String(module) : pathToFileURL(module).href;
    return new ThreadPool<T>({ ...settings, ...options, module: address });
  },
});

const noModule = (): UserError =>
  new UserError("BAD_MODULE", "There is no module with a predicate.", {
    advice: 'Give its address: threads(new URL("./slow.js", import.meta.url)).',
  });

interface PoolOptions extends ThreadOptions {
  readonly module: string;
}

/** How a test in a thread ended. */
type Ending =
  | ThreadMessage
  | { readonly kind: "died"; readonly reason: string }
  | { readonly kind: "timeout" | "aborted" };

class ThreadPool<T> implements ValueExecutor<T> {
  readonly capacity: number;
  readonly #options: PoolOptions;
  readonly #idle: Thread[] = [];
  readonly #all = new Set<Thread>();
  #thrown: { readonly error: unknown } | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.capacity = options.jobs ?? availableParallelism();
  }

  get thrown(): { readonly error: unknown } | undefined {
    return this.#thrown;
  }

  /** The number of threads stays what it is. */
  onCapacity(): () => void {
    return () => undefined;
  }

  async run(candidate: ValueCase<T>, signal: AbortSignal): Promise<Finding> {
    const used = this.#idle.pop();
    const thread = used ?? this.#start();
    await this.#load(thread, signal);
    const startedAt = performance.now();
    const ending = await this.#ask(thread, candidate, signal);
    // What kills a thread may have been left behind by an earlier test: a fresh one tells.
    if (ending.kind === "died" && used !== undefined) return this.#runFresh(candidate, signal);
    return this.#finding(ending, startedAt);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  async #runFresh(candidate: ValueCase<T>, signal: AbortSignal): Promise<Finding> {
    const thread = this.#start();
    await this.#load(thread, signal);
    const startedAt = performance.now();
    return this.#finding(await this.#ask(thread, candidate, signal), startedAt);
  }

  async #ask(thread: Thread, candidate: ValueCase<T>, signal: AbortSignal): Promise<Ending> {
    let ending: Ending = { kind: "aborted" };
    try {
      if (!signal.aborted) ending = await thread.ask(candidate.value(), this.#options.timeout, signal);
    } finally {
      this.#release(thread, ending);
    }
    return ending;
  }

  #finding(ending: Ending, startedAt: number): Finding {
    const ms = performance.now() - startedAt;
    return { ...this.#verdict(ending), ms, ...(ending.kind === "timeout" && { evidence: { timedOut: true } }) };
  }

  #start(): Thread {
    const thread = new Thread(this.#options, () => {
      this.#all.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#all.add(thread);
    return thread;
  }

  async #load(thread: Thread, signal: AbortSignal): Promise<void> {
    const loading = await thread.loaded(signal);
    if (loading.kind === "ready") return;
    void thread.end();
    if (loading.kind === "aborted") return;
    const why =
      loading.kind === "unusable" ? loading.message : loading.kind === "died" ? loading.reason : "it takes too long";
    throw new UserError("BAD_MODULE", `The module with the predicate cannot be used: ${why}.`, {
      advice: `Check ${this.#options.module}: JavaScript that exports a function as "${this.#options.export ?? "default"}".`,
    });
  }

  /** A thread that answered and lives is free for the next test; any other is of no more use. */
  #release(thread: Thread, ending: Ending): void {
    if (!this.#all.has(thread)) return;
    if (ending.kind === "said" || ending.kind === "threw") this.#idle.push(thread);
    else void thread.end();
  }

  #verdict(ending: Ending): Verdict {
    if (ending.kind === "said") return verdictOf(ending.said);
    if (ending.kind !== "threw") return unresolved(ending.kind === "died" ? ending.reason : ending.kind);
    this.#thrown ??= { error: ending.error };
    return verdictOnThrow(ending.error);
  }
}

/** One worker thread with at most one question. It keeps the process alive only while a question is open. */
class Thread {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  #answer: ((ending: Ending) => void) | undefined;
  #ready: Promise<Ending> | undefined;
  #reason = "";

  constructor(options: PoolOptions, onEnd: () => void) {
    this.#onEnd = onEnd;
    const workerData: ThreadData = { module: options.module, name: options.export ?? "default" };
    const limits = options.memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: options.memory } };
    this.#worker = new Worker(THREAD_SOURCE, { eval: true, workerData, ...limits });
    this.#worker.on("message", (message: ThreadMessage) => this.#answer?.(message));
    this.#worker.on("messageerror", (error) => this.#die(messageOf(error)));
    this.#worker.on("error", (error) => {
      this.#reason = messageOf(error);
    });
    this.#worker.on("exit", (code) =>
      this.#die(this.#reason === "" ? `the thread exited with code ${code}` : this.#reason),
    );
  }

  /** What became of loading the module. */
  async loaded(signal: AbortSignal): Promise<Ending> {
    if (this.#ready === undefined) this.#ready = this.#wait(LOAD_LIMIT_MS, signal);
    return this.#ready;
  }

  async ask(value: unknown, timeout: number | undefined, signal: AbortSignal): Promise<Ending> {
    const ending = this.#wait(timeout, signal);
    try {
      this.#worker.postMessage(value, []);
    } catch (error) {
      this.#answer?.({ kind: "aborted" });
      throw new UserError("BAD_VALUE", `The value cannot be sent to a thread: ${messageOf(error)}.`, {
        advice:
          "Threads get values by structured clone: no functions, no class instances. Test such values in this process.",
        cause: error,
      });
    }
    return ending;
  }

  async end(): Promise<void> {
    this.#onEnd();
    await this.#worker.terminate();
  }

  /** The next thing that happens to this thread. */
  async #wait(timeout: number | undefined, signal: AbortSignal): Promise<Ending> {
    this.#worker.ref();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let abort: (() => void) | undefined;
    try {
      return await new Promise<Ending>((resolve) => {
        this.#answer = resolve;
        abort = () => resolve({ kind: "aborted" });
        signal.addEventListener("abort", abort);
        if (timeout !== undefined) timer = setTimeout(() => resolve({ kind: "timeout" }), timeout);
      });
    } finally {
      this.#answer = undefined;
      clearTimeout(timer);
      if (abort !== undefined) signal.removeEventListener("abort", abort);
      this.#worker.unref();
    }
  }

  #die(reason: string): void {
    this.#onEnd();
    this.#answer?.({ kind: "died", reason });
  }
}

/** What a thread says: first that it is ready or why not, then one answer for each value. */
type ThreadMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly message: string }
  | { readonly kind: "said"; readonly said: unknown }
  | { readonly kind: "threw"; readonly error: unknown };

/** What a thread is told at its start. */
interface ThreadData {
  /** The address of the module with the predicate. */
  readonly module: string;
  readonly name: string;
}

/**
 * Loads as a script and as a module, for a thread inherits how its process was started. Answers that cannot be cloned are no
 * answers either; what was thrown travels as an error, or as its text.
 */
const THREAD_SOURCE: string = `
import("node:worker_threads").then(async ({ parentPort, workerData }) => {
  const answer = (message, fallback) => {
    try { parentPort.postMessage(message); } catch { parentPort.postMessage(fallback); }
  };
  const textOf = (error) => { try { return String(error); } catch { return "an error without a text"; } };
  const load = async () => {
    const loaded = await import(workerData.module);
    if (typeof loaded[workerData.name] === "function") return loaded[workerData.name];
    throw new Error('it has no function exported as "' + workerData.name + '"');
  };
  const test = async (predicate, value) => {
    try {
      const said = await predicate(value, { signal: new AbortController().signal });
      answer({ kind: "said", said }, { kind: "said", said: {} });
    } catch (error) {
      answer({ kind: "threw", error }, { kind: "threw", error: textOf(error) });
    }
  };
  try {
    const predicate = await load();
    parentPort.on("message", (value) => test(predicate, value));
    parentPort.postMessage({ kind: "ready" });
  } catch (error) {
    parentPort.postMessage({ kind: "unusable", message: textOf(error) });
  }
});
`;
