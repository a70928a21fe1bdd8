/** Jobs from start to end over a backend: limits, output, and that nothing of them is left. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  StartFailure,
  type Backend,
  type JobEnd,
  type Exit,
  type Launch,
  type Pipe,
  type ProcessTree,
} from "./backend.ts";
import { checkFormat, explainFailure, locate } from "./executable.ts";
import type { JobList } from "./job-list.ts";
import { nextJob } from "./marks.ts";
import { Outputs, type Streams } from "./outputs.ts";
import type { ProcessExit, ProcessJob, Runner } from "./runner.ts";
import { sandboxed, writeFilter } from "./sandbox.ts";

/** All in milliseconds. */
const TERM_GRACE = 150;
/** The time for what a job left behind: the reader at the end of a pipe needs a moment to see that it is over. */
const NATURAL_GRACE = 50;
/** A process that the kernel does not let go of (a dead disk) is given up after so long. */
const KILL_PATIENCE = 5_000;
const TICK = 50;
const MAX_TIMER_MS = 2_147_483_647;

/** The system may have had a bad moment: worth another try. */
const PASSING: ReadonlySet<string> = new Set(["EAGAIN", "ENOMEM", "ETXTBSY", "EMFILE", "ENFILE"]);
const START_TRIES = 6;

/** A job that runs. */
interface Running extends ProcessTree {
  readonly job: ProcessJob;
  readonly streams: Streams;
  readonly started: number;
  readonly place: number;
  readonly settle: (how: JobEnd) => void;
  readonly stop: () => void;
  timer: NodeJS.Timeout;
  ended: JobEnd | undefined;
  timedOut: boolean;
  ending: boolean;
}

export interface LocalRunnerOptions {
  readonly backend: Backend;
  /** The directory of the files that take the output. */
  readonly directory: string;
  /** Where the pids of running jobs are noted for the watchdog. */
  readonly list: JobList;
  /** Called when the runner is closed and nothing of it runs any more. */
  readonly release: () => Promise<void>;
}

export class LocalRunner implements Runner {
  readonly name: "native" | "spawn";
  readonly #options: LocalRunnerOptions;
  readonly #outputs: Outputs;
  readonly #running = new Set<Running>();
  readonly #located = new Map<string, string>();
  #filter: string | undefined;
  #starting = 0;
  #ticker: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: LocalRunnerOptions) {
    this.name = options.backend.name;
    this.#options = options;
    this.#outputs = new Outputs(options.directory, (fd, length) => options.backend.punch?.(fd, length) === true);
  }

  async run(given: ProcessJob, signal: AbortSignal): Promise<ProcessExit> {
    const job = whole(given);
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      if (this.#closed !== undefined) throw new Error("the runner is closed");
      const path = this.#locate(job);
      try {
        return await this.#once(job, path, signal);
      } catch (error) {
        if (!(error instanceof StartFailure)) throw error;
        this.#located.clear();
        if (!PASSING.has(error.code) || attempt === START_TRIES) throw explainFailure(error.code, path, job);
        await sleep(10 * 2 ** attempt);
      }
    }
  }

  pipe(): Pipe | undefined {
    return this.#options.backend.pipe?.();
  }

  /** Ends what still runs; those jobs reject as if aborted. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const running = [...this.#running];
    for (const each of running) each.stop();
    while (this.#running.size > 0 || this.#starting > 0) await sleep(5);
    clearInterval(this.#ticker);
    this.#outputs.close();
    await this.#options.release();
  }

  #locate(job: ProcessJob): string {
    const name = job.command[0] ?? "";
    const key = `${name}\0${name.startsWith("/") ? "" : `${job.cwd}\0${job.env["PATH"]}`}`;
    let path = this.#located.get(key);
    if (path === undefined) {
      path = locate(job);
      // A shell would be tried by the spawn of Node; the same command must not mean different things.
      if (this.name === "spawn") checkFormat(path, name);
      if (this.#located.size > 1000) this.#located.clear();
      this.#located.set(key, path);
    }
    return path;
  }

  async #once(job: ProcessJob, path: string, signal: AbortSignal): Promise<ProcessExit> {
    const streams = this.#outputs.lend();
    const started = performance.now();
    let running: Running | undefined;
    let early: JobEnd | undefined;
    const ended = (how: JobEnd): void => {
      if (running === undefined) early = how;
      else this.#ended(running, how);
    };
    let pid: number;
    const number = nextJob();
    this.#starting += 1;
    try {
      const third = job.sandbox === undefined ? undefined : (this.#filter ??= writeFilter(this.#options.directory));
      pid = await this.#options.backend.start(launchOf(job, { number, path, streams, third }), ended);
    } catch (error) {
      this.#outputs.giveBack(streams);
      throw error;
    } finally {
      this.#starting -= 1;
    }
    return new Promise<ProcessExit>((resolve, reject) => {
      const stop = (): void => this.#stop(own);
      const settle = (how: JobEnd): void => {
        signal.removeEventListener("abort", stop);
        // Also when it is of no use: the next job must find nothing in its files.
        const exit = this.#collect(own, "lost" in how ? { code: 0 } : how);
        // As if it had not been started: worth another try.
        if ("lost" in how) reject(new StartFailure("EAGAIN"));
        else if (signal.aborted) reject(signal.reason as Error);
        else if (this.#closed !== undefined && own.ending && !own.timedOut) reject(new Error("the runner was closed"));
        else resolve(exit);
      };
      const place = this.#options.list.enter(pid);
      const timer = setTimeout(() => this.#timeOut(own), Math.min(job.timeout, MAX_TIMER_MS));
      const state = { timer, ended: undefined, timedOut: false, ending: false };
      const own: Running = { pid, number, job, streams, started, place, settle, stop, ...state };
      running = own;
      this.#running.add(own);
      this.#ticker ??= setInterval(() => this.#tick(), TICK);
      signal.addEventListener("abort", stop);
      job.onStart?.(() => this.#options.backend.hasOrphans?.(own) === true);
      if (signal.aborted || this.#closed !== undefined) stop();
      if (early !== undefined) this.#ended(own, early);
    });
  }

  #ended(running: Running, how: JobEnd): void {
    running.ended = how;
    clearTimeout(running.timer);
    if (running.ending) return;
    if (!this.#options.backend.remains(running)) {
      this.#finish(running, how);
      return;
    }
    running.ending = true;
    void this.#wait(running, NATURAL_GRACE).then(() => this.#kill(running));
  }

  #timeOut(running: Running): void {
    if (running.ending) return;
    running.timedOut = true;
    this.#stop(running);
  }

  #stop(running: Running): void {
    if (running.ending) return;
    running.ending = true;
    this.#options.backend.signal(running, "SIGTERM", false);
    void this.#wait(running, TERM_GRACE).then(() => this.#kill(running));
  }

  /** Until nothing is left, or for so long. Holds the event loop: nothing else may be alive in it. */
  async #wait(running: Running, longest: number): Promise<void> {
    const limit = performance.now() + longest;
    for (let pause = 1; performance.now() < limit; pause = Math.min(2 * pause, 10)) {
      if (running.ended !== undefined && !this.#options.backend.remains(running)) return;
      await sleep(pause);
    }
  }

  /** Round after round, as long as there is something: what forks while it is killed is found in the next one. */
  async #kill(running: Running): Promise<void> {
    const { backend } = this.#options;
    const limit = performance.now() + KILL_PATIENCE;
    for (let round = 0; running.ended === undefined || backend.remains(running); round++) {
      if (performance.now() > limit) return this.#abandon(running);
      backend.signal(running, "SIGKILL", round > 1);
      if (round > 0) await sleep(Math.min(round, 10));
    }
    this.#finish(running, running.ended);
  }

  #finish(running: Running, how: JobEnd): void {
    running.settle(how);
    this.#leave(running);
    this.#outputs.giveBack(running.streams);
  }

  #abandon(running: Running): void {
    running.settle(running.ended ?? { signal: "SIGKILL" });
    this.#leave(running);
    this.#outputs.discard(running.streams);
  }

  #leave(running: Running): void {
    clearTimeout(running.timer);
    this.#options.list.leave(running.place);
    this.#options.backend.forget(running);
    this.#running.delete(running);
  }

  #collect({ job, streams, started, timedOut }: Running, how: Exit): ProcessExit {
    const stdout = streams.stdout.take(job.keep);
    const stderr = streams.stderr.take(job.keep);
    return {
      ...how,
      timedOut,
      ms: performance.now() - started,
      stdout: stdout.bytes,
      stderr: stderr.bytes,
      truncated: stdout.truncated || stderr.truncated,
    };
  }

  #tick(): void {
    if (this.#running.size === 0) {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
      return;
    }
    this.#options.backend.tick();
    for (const { streams, job } of this.#running) {
      streams.stdout.trim(job.keep);
      streams.stderr.trim(job.keep);
    }
  }
}

interface Prepared {
  readonly number: number;
  readonly path: string;
  readonly streams: Streams;
  readonly third: string | undefined;
}

/** With all the words that are run. */
const whole = (job: ProcessJob): ProcessJob => {
  if (job.sandbox === undefined && job.under === undefined) return job;
  const command = job.sandbox === undefined ? job.command : sandboxed(job.command, job.cwd, job.sandbox);
  return { ...job, command: [...(job.under ?? []), ...command] };
};

const launchOf = (job: ProcessJob, { number, path, streams, third }: Prepared): Launch => ({
  number,
  path,
  argv: job.command,
  env: job.env,
  cwd: job.cwd,
  ...(job.stdin === undefined ? {} : { stdin: job.stdin }),
  ...(third === undefined ? {} : { third }),
  ...(job.memory === undefined ? {} : { memory: job.memory }),
  ...(job.descriptors === undefined ? {} : { descriptors: job.descriptors }),
  stdout: streams.stdout.fd,
  stderr: streams.stderr.fd,
});
