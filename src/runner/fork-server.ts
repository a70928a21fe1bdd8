/**
 * A program that AFL++ has compiled is its own server: loaded once, it forks for every run. Loading a program with a sanitizer takes
 * longer than most of its runs.
 */
import { closeSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { attempt } from "../core/maybe.ts";
import { meaningOf } from "./native.ts";
import type { Streams } from "./outputs.ts";
import type { ProcessExit, ProcessJob, Runner } from "./runner.ts";

/** Where such a program expects its pipes: it reads requests from the first, and writes answers to the second. */
const [REQUESTS, ANSWERS] = [198, 199];
/** Newer ones then talk as all older ones do. */
const OLD_TALK = { AFL_OLD_FORKSERVER: "1" };
/** A first word with these bits says that something is wrong. */
const TROUBLE = 0xf800008f;
const WORD = 4;
const GO: Buffer = Buffer.alloc(WORD);
const MAX_TIMER_MS = 2_147_483_647;
const TRIM_MS = 50;
/** A run that is killed is over within so many milliseconds. */
const KILL_MS = 1000;
/** What a status says of a process that is stopped, and not over. */
const STOPPED = 0x7f;

export type ServedProgram = Pick<ProcessJob, "command" | "cwd" | "env" | "memory">;

export class ForkServer {
  readonly #streams: Streams;
  readonly #ending = new AbortController();
  readonly #requests: number;
  readonly #answers: Socket;
  readonly #over: Promise<void>;
  #hasOrphans: () => boolean = () => false;
  #heard: Buffer = Buffer.alloc(0);
  #listener: ((word: number | undefined) => void) | undefined;
  #isOver = false;
  /** The process of the run. */
  #child: number | undefined;
  #isStopping = false;
  #patience: NodeJS.Timeout | undefined;

  /** `undefined` where there is no such server. `patience`: how long loading it may take, in milliseconds. */
  static async open(
    runner: Runner,
    program: ServedProgram,
    streams: Streams,
    patience: number,
  ): Promise<ForkServer | undefined> {
    const requests = runner.pipe?.();
    const answers = requests === undefined ? undefined : runner.pipe?.();
    if (requests === undefined || answers === undefined) return undefined;
    const server = new ForkServer(runner, program, streams, {
      requests: requests.write,
      answers: answers.read,
      given: [requests.read, answers.write],
    });
    const late = setTimeout(() => void server.close(), Math.min(patience, MAX_TIMER_MS));
    const word = await server.#word();
    clearTimeout(late);
    for (const stream of [streams.stdout, streams.stderr]) stream.take(0);
    if (word !== undefined && (word & TROUBLE) >>> 0 !== TROUBLE) return server;
    await server.close();
    return undefined;
  }

  private constructor(
    runner: Runner,
    { command, cwd, env, memory }: ServedProgram,
    streams: Streams,
    ends: { readonly requests: number; readonly answers: number; readonly given: readonly [number, number] },
  ) {
    const given = [...ends.given];
    this.#streams = streams;
    this.#requests = ends.requests;
    this.#answers = new Socket({ fd: ends.answers, readable: true, writable: false });
    this.#answers.on("data", (bytes: Buffer) => this.#hear(bytes));
    this.#answers.on("error", () => this.#leave());
    this.#answers.on("close", () => this.#leave());
    const job: ProcessJob = {
      command,
      cwd,
      env: { ...env, ...OLD_TALK },
      timeout: MAX_TIMER_MS,
      keep: 0,
      ...(memory !== undefined && { memory }),
      descriptors: [
        { from: streams.stdout.fd, to: 1 },
        { from: streams.stderr.fd, to: 2 },
        { from: ends.given[0], to: REQUESTS },
        { from: ends.given[1], to: ANSWERS },
      ],
      onStart: (hasOrphans) => {
        this.#hasOrphans = hasOrphans;
        given.splice(0).forEach((end) => closeSync(end));
      },
    };
    const leave = (): void => {
      given.splice(0).forEach((end) => closeSync(end));
      this.#leave();
    };
    this.#over = runner.run(job, this.#ending.signal).then(leave, leave);
  }

  get isOver(): boolean {
    return this.#isOver || this.#ending.signal.aborted;
  }

  /** One run of the program. `undefined` if the server is gone, and nothing is known. Rejects with `signal.reason` after an abort. */
  async run(
    { timeout, keep }: Pick<ProcessJob, "timeout" | "keep">,
    signal: AbortSignal,
  ): Promise<ProcessExit | undefined> {
    signal.throwIfAborted();
    const started = performance.now();
    let timedOut = false;
    const stop = (): void => this.#stop();
    const timer = setTimeout(
      () => {
        timedOut = true;
        stop();
      },
      Math.min(timeout, MAX_TIMER_MS),
    );
    const trimming = setInterval(() => this.#each((stream) => stream.trim(keep)), TRIM_MS);
    signal.addEventListener("abort", stop);
    try {
      const status = await this.#status();
      if (status === undefined && !timedOut && !signal.aborted) return undefined;
      // What the run has left behind ends with the server.
      if (status === undefined || this.#hasOrphans()) await this.close();
      if (signal.aborted) this.#each((stream) => void stream.take(0));
      signal.throwIfAborted();
      const ms = performance.now() - started;
      const how = status === undefined ? { signal: "SIGKILL" } : meaningOf(status);
      const stdout = this.#streams.stdout.take(keep);
      const stderr = this.#streams.stderr.take(keep);
      const truncated = stdout.truncated || stderr.truncated;
      return { ...how, timedOut, ms, stdout: stdout.bytes, stderr: stderr.bytes, truncated };
    } finally {
      clearTimeout(this.#patience);
      this.#patience = undefined;
      this.#isStopping = false;
      clearTimeout(timer);
      clearInterval(trimming);
      signal.removeEventListener("abort", stop);
    }
  }

  /** Ends the run, and the server too if it does not say so. */
  #stop(): void {
    this.#isStopping = true;
    const child = this.#child;
    if (child !== undefined) attempt(() => process.kill(child, "SIGKILL"));
    this.#patience ??= setTimeout(() => void this.close(), KILL_MS);
  }

  /** Ends it, and all that it has started. */
  async close(): Promise<void> {
    this.#ending.abort(new Error("the server was ended"));
    await this.#over;
  }

  #each(act: (stream: Streams["stdout"]) => void): void {
    for (const stream of [this.#streams.stdout, this.#streams.stderr]) act(stream);
  }

  async #status(): Promise<number | undefined> {
    if (this.isOver) return undefined;
    try {
      writeSync(this.#requests, GO);
    } catch {
      return undefined;
    }
    this.#child = await this.#word();
    if (this.#isStopping) this.#stop();
    const status = this.#child === undefined ? undefined : await this.#word();
    this.#child = undefined;
    if (status === undefined || (status & 0xff) !== STOPPED) return status;
    await this.close();
    return undefined;
  }

  #word(): Promise<number | undefined> {
    return new Promise((resolve) => {
      this.#listener = resolve;
      this.#tell();
    });
  }

  #hear(bytes: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, bytes]);
    this.#tell();
  }

  #tell(): void {
    const listener = this.#listener;
    if (listener === undefined || (this.#heard.length < WORD && !this.#isOver)) return;
    this.#listener = undefined;
    if (this.#heard.length < WORD) return listener(undefined);
    const word = this.#heard.readUInt32LE(0);
    this.#heard = this.#heard.subarray(WORD);
    listener(word);
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#answers.destroy();
    closeSync(this.#requests);
    this.#tell();
    void this.close();
  }
}
