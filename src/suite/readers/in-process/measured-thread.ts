/** One worker thread of `inProcess` with at most one run at a time. It keeps the process alive only while a run is open. */
import { MessageChannel, Worker } from "node:worker_threads";
import { answerOn } from "./counters.ts";
import { ROOM, type CountedScripts } from "./scripts.ts";
import { IN_PROCESS_THREAD, type ThreadAnswer, type ThreadCounting, type InProcessThreadOptions } from "./thread.ts";

export type ThreadEnding =
  | Exclude<ThreadAnswer, { readonly kind: "ready" }>
  | { readonly kind: "died"; readonly reason: string }
  | { readonly kind: "timeout" | "aborted"; readonly reason: undefined };

type ThreadEvent = ThreadEnding | { readonly kind: "ready" };

/** A module that has not loaded by then never will. */
const LOAD_LIMIT_MS = 120_000;

export class MeasuredThread {
  readonly #worker: Worker;
  #answer: ((ending: ThreadEvent) => void) | undefined;
  #loading: Promise<ThreadEvent> | undefined;
  #dead: Extract<ThreadEnding, { readonly kind: "died" }> | undefined;
  #reason = "";
  #runs = 0;

  /** `scripts`: for our own counters. */
  constructor(options: InProcessThreadOptions, memory: number | undefined, scripts: CountedScripts | undefined) {
    const counting = scripts && countingBy(scripts);
    const limits = memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } };
    this.#worker = new Worker(IN_PROCESS_THREAD, {
      eval: true,
      workerData: { ...options, counting },
      ...(counting && { transferList: [counting.port, counting.hooksPort] }),
      stdout: true,
      stderr: true,
      ...limits,
    });
    // What tests print is nobody's business here, and must not fill the memory.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on("message", (message: ThreadAnswer) => this.#answer?.(message));
    this.#worker.on("error", (error) => {
      this.#reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    });
    this.#worker.on("exit", (code) => {
      this.#dead = { kind: "died", reason: this.#reason === "" ? `the thread exited with code ${code}` : this.#reason };
      this.#answer?.(this.#dead);
    });
  }

  get runs(): number {
    return this.#runs;
  }

  /** The time of loading the module is not the run's. */
  async run(test: Uint8Array, timeout: number | undefined, signal: AbortSignal | undefined): Promise<ThreadEnding> {
    this.#loading ??= this.#wait(LOAD_LIMIT_MS, signal);
    const loaded = await this.#loading;
    if (loaded.kind === "died") return { kind: "unusable", reason: loaded.reason };
    if (loaded.kind === "timeout") return { kind: "unusable", reason: "it takes too long to load" };
    if (loaded.kind !== "ready") return loaded;
    this.#runs++;
    const waiting = this.#wait(timeout, signal);
    this.#worker.postMessage(test, []);
    const ending = await waiting;
    return ending.kind === "ready" ? { kind: "died", reason: "it was loaded twice" } : ending;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** The next thing that happens to this thread. */
  async #wait(timeout: number | undefined, signal: AbortSignal | undefined): Promise<ThreadEvent> {
    if (signal?.aborted) return { kind: "aborted", reason: undefined };
    this.#worker.ref();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let abort: (() => void) | undefined;
    try {
      return await new Promise<ThreadEvent>((done) => {
        this.#answer = done;
        if (this.#dead) done(this.#dead);
        abort = () => done({ kind: "aborted", reason: undefined });
        signal?.addEventListener("abort", abort);
        if (timeout !== undefined) timer = setTimeout(() => done({ kind: "timeout", reason: undefined }), timeout);
      });
    } finally {
      this.#answer = undefined;
      clearTimeout(timer);
      if (abort !== undefined) signal?.removeEventListener("abort", abort);
      this.#worker.unref();
    }
  }
}

/** Both ports of a thread are closed with it. */
const countingBy = (scripts: CountedScripts): ThreadCounting => {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const [own, hooks] = [new MessageChannel(), new MessageChannel()];
  answerOn(own.port1, shared, scripts);
  answerOn(hooks.port1, shared, scripts);
  return { shared, port: own.port2, hooksPort: hooks.port2, room: ROOM };
};
