/** One process of a warm oracle: it is asked by numbered lines, at most one at a time, and answers each with one line. */
import { isUtf8 } from "node:buffer";
import { spawn, type ChildProcess } from "node:child_process";
import type { UserError } from "../core/errors.ts";
import { marked, runMark } from "../runner/marks.ts";
import { notText, readAnswer, spokeOutOfTurn, spokeTooLong, type ServerAnswer } from "./server-protocol.ts";
import { environment } from "./trial.ts";

/** How a question ended. */
export type ServerReply =
  | { readonly kind: "answer"; readonly answer: ServerAnswer }
  | { readonly kind: "died"; readonly how: string }
  | { readonly kind: "timeout" };

export interface ServerOptions {
  /** For sh. */
  readonly command: string;
  /** The directory pare was started in. */
  readonly origin: string;
  /** It has broken the protocol: it is ended, and nothing that it says is heard any more. */
  readonly onBroken: (error: UserError) => void;
}

/** In bytes. */
const LONGEST_LINE = 1024 * 1024;
const SHOWN_CHARACTERS = 2000;
/** From the end of standard output to the exit, in milliseconds. */
const EXIT_MS = 2000;

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #options: ServerOptions;
  readonly #gone: Promise<void>;
  #open: ((answer: ServerReply) => void) | undefined;
  #refuse: ((error: UserError) => void) | undefined;
  #ended: string | undefined;
  #broken: UserError | undefined;
  #questions = 0;
  /** It repeats the numbers of its questions. */
  #isNumbered = false;
  /** It has answered before. */
  isWarm = false;
  /** The end of what it printed on standard error. */
  said = "";

  constructor(options: ServerOptions) {
    this.#options = options;
    const inherited = environment(options.origin);
    this.#child = spawn("/bin/sh", ["-c", options.command], {
      cwd: options.origin,
      // Marked as this run's: the watchdog of the runner ends it when pare itself is killed.
      env: { ...inherited, PARE_RUN: marked(inherited, "PARE_RUN", runMark) },
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own, so that whatever it starts ends with it.
      detached: true,
    });
    this.#gone = new Promise((resolve) => {
      this.#child.on("error", (error) => resolve(this.#die(`could not be started: ${error.message}`)));
      this.#child.on("exit", (code, signal) =>
        resolve(this.#die(signal === null ? `exited with ${code}` : `was ended by ${signal}`)),
      );
    });
    // A server that has died does not read any more; that it died is told by "exit".
    this.#child.stdin?.on("error", () => undefined);
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.said = (this.said + text).slice(-SHOWN_CHARACTERS);
    });
    const lines = new BoundedLines(LONGEST_LINE);
    this.#child.stdout?.on("data", (chunk: Buffer) => this.#hear(lines, chunk));
    // Whoever closes it can answer no more; the exit, which says more, may be a moment away.
    this.#child.stdout?.on("end", () => setTimeout(() => this.#die("closed its standard output"), EXIT_MS).unref());
  }

  /** Rejects with the signal's reason after an abort, and with a `UserError` for what is no answer. */
  async ask(path: string, timeout: number, signal: AbortSignal): Promise<ServerReply> {
    if (this.#ended !== undefined) return { kind: "died", how: this.#ended };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let abort: (() => void) | undefined;
    try {
      const answer = await new Promise<ServerReply>((resolve, reject) => {
        this.#open = resolve;
        this.#refuse = reject;
        abort = () => reject(signal.reason as Error);
        signal.addEventListener("abort", abort, { once: true });
        timer = setTimeout(() => resolve({ kind: "timeout" }), timeout);
        this.#child.stdin?.write(`${JSON.stringify({ id: ++this.#questions, path })}\n`);
      });
      // What it has printed besides is heard now: it must not be taken for the next answer.
      if (answer.kind === "answer") await new Promise((resolve) => setImmediate(resolve));
      if (this.#broken !== undefined) throw this.#broken;
      return answer;
    } finally {
      this.#open = undefined;
      clearTimeout(timer);
      if (abort !== undefined) signal.removeEventListener("abort", abort);
    }
  }

  /** Ends the process and everything in its group. What it says from now on is not heard. */
  async end(): Promise<void> {
    this.#ended ??= "was ended";
    if (this.#child.pid === undefined) return;
    this.#kill();
    await this.#gone;
  }

  #hear(lines: BoundedLines, chunk: Buffer): void {
    if (this.#ended !== undefined) return;
    try {
      for (const line of lines.of(chunk)) if (!isBlank(line)) this.#answer(line);
      if (this.#open === undefined && !isBlank(lines.rest)) throw spokeOutOfTurn(lines.rest);
      if (lines.isTooLong) throw spokeTooLong(LONGEST_LINE);
    } catch (error) {
      this.#break(error as UserError);
    }
  }

  #answer(line: Buffer): void {
    const open = this.#open;
    if (open === undefined) throw spokeOutOfTurn(line);
    if (!isUtf8(line)) throw notText(line);
    const answer = readAnswer(line.toString(), { id: this.#questions, isNumbered: this.#isNumbered });
    this.#isNumbered = answer.isNumbered;
    this.isWarm = true;
    this.#open = undefined;
    open({ kind: "answer", answer });
  }

  #break(error: UserError): void {
    this.#ended = "broke the protocol";
    this.#broken = error;
    this.#kill();
    this.#options.onBroken(error);
    this.#refuse?.(error);
  }

  #die(how: string): void {
    this.#ended ??= how;
    this.#open?.({ kind: "died", how: this.#ended });
  }

  #kill(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing of the group is left.
    }
  }
}

const SPACE = new Set([9, 10, 13, 32]);

const isBlank = (line: Uint8Array): boolean => line.every((byte) => SPACE.has(byte));

/** The end of a line in bytes. */
const NEWLINE = 10;
/** A line that comes in single bytes is put together so often. */
const MAX_PIECES = 256;

class BoundedLines {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  #held = 0;
  /** A line was longer than the bound; nothing is heard any more. */
  isTooLong = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** What has arrived of a line that has not ended. */
  get rest(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0] as Buffer;
  }

  /** The lines that a chunk ends. */
  *of(chunk: Buffer): Generator<Buffer> {
    for (let from = 0; !this.isTooLong;) {
      const end = chunk.indexOf(NEWLINE, from);
      if (!this.#keep(chunk.subarray(from, end < 0 ? chunk.length : end)) || end < 0) return;
      const line = this.rest;
      this.#forget();
      yield line;
      from = end + 1;
    }
  }

  #keep(piece: Buffer): boolean {
    this.#held += piece.length;
    if (this.#held > this.#longest) {
      this.#forget();
      this.isTooLong = true;
      return false;
    }
    this.#pieces.push(piece);
    if (this.#pieces.length > MAX_PIECES) this.#pieces = [Buffer.concat(this.#pieces)];
    return true;
  }

  #forget(): void {
    this.#pieces = [];
    this.#held = 0;
  }
}
