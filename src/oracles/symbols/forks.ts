/** Trials of programs that AFL++ has compiled, by their own fork servers: each server has a room, in which one input after the other lies. */
import { closeSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/maybe.ts";
import type { TestCase } from "../../core/test-case.ts";
import { ForkServer } from "../../runner/fork-server.ts";
import { Outputs, type Streams } from "../../runner/outputs.ts";
import type { Runner } from "../../runner/runner.ts";
import type { Scratch } from "../../runner/scratch.ts";
import { environment, KEEP_BYTES, type RunTrialOptions, type Trial, type TrialContext } from "../trial.ts";

const MARK = Buffer.from("__AFL_SHM_ID");
const PIECE = 1 << 23;
/** Loading a program may take so long, in milliseconds. */
const PATIENCE_MS = 10_000;
const LOOKED_AT = 1 << 29;

/** Has AFL++ compiled the program at a path? */
export const hasForkServer = (path: string): boolean => attempt(() => isMarked(path)) ?? false;

const isMarked = (path: string): boolean => {
  const file = openSync(path, "r");
  const bytes = Buffer.allocUnsafe(PIECE);
  try {
    for (let at = 0; at < LOOKED_AT; at += PIECE - MARK.length) {
      const read = readSync(file, bytes, 0, PIECE, at);
      if (bytes.subarray(0, read).includes(MARK)) return true;
      if (read < PIECE) return false;
    }
    return false;
  } finally {
    closeSync(file);
  }
};

interface Room {
  readonly key: string;
  readonly directory: ReturnType<Scratch["directory"]>;
  readonly server: ForkServer;
  readonly streams: Streams;
}

export class Forks {
  readonly #runner: Runner;
  readonly #scratch: Scratch;
  readonly #outputs: Outputs;
  readonly #idle: Room[] = [];
  readonly #environments = new Map<object, number>();

  /** With a runner that changes nothing of its jobs. */
  constructor(runner: Runner, scratch: Scratch) {
    this.#runner = runner;
    this.#scratch = scratch;
    this.#outputs = new Outputs(scratch.path, () => false);
  }

  /** Can such a trial be had of a server at all? */
  static fits({ subject }: TrialContext, { files, links = [], folders = [], words }: TestCase): boolean {
    const { kind = "file", extraFiles, stdin } = subject;
    return (
      kind === "file" &&
      extraFiles.length === 0 &&
      !stdin &&
      words === undefined &&
      files.length + links.length + folders.length === 1
    );
  }

  /** `undefined` if no server answers. */
  async trial(setting: TrialContext, candidate: TestCase, options: RunTrialOptions): Promise<Trial | undefined> {
    const [file] = candidate.files;
    const room = file === undefined ? undefined : await this.#take(setting, candidate, options);
    if (room === undefined || file === undefined) return undefined;
    const { path } = room.directory;
    try {
      writeFileSync(join(path, file.path), file.bytes(), { mode: file.mode });
      const exit = await room.server.run(
        { timeout: options.timeout, keep: options.keep ?? KEEP_BYTES },
        options.signal,
      );
      return exit === undefined ? undefined : { ...exit, directory: path };
    } finally {
      await this.#leave(room);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((room) => this.#end(room)));
  }

  /** A server finds no input where it is started: one that reads it too early shows nothing, and is not believed. */
  async #take(setting: TrialContext, candidate: TestCase, options: RunTrialOptions): Promise<Room | undefined> {
    const { subject, memory } = setting;
    const env = options.environment ?? environment(subject.origin);
    const key = JSON.stringify([options.command("\0", candidate), this.#numberOf(env), memory, subject.name]);
    const at = this.#idle.findIndex((room) => room.key === key);
    if (at >= 0) return this.#idle.splice(at, 1)[0];
    const directory = this.#scratch.directory([]);
    const streams = this.#outputs.lend();
    const command = options.command(join(directory.path, subject.name), candidate);
    const program = { command, cwd: directory.path, env, ...(memory !== undefined && { memory }) };
    const server = await ForkServer.open(this.#runner, program, streams, PATIENCE_MS);
    if (server !== undefined) return { key, directory, server, streams };
    this.#outputs.discard(streams);
    directory.remove();
    return undefined;
  }

  async #end({ server, directory, streams }: Room): Promise<void> {
    await server.close();
    this.#outputs.discard(streams);
    directory.remove();
  }

  async #leave(room: Room): Promise<void> {
    const { path } = room.directory;
    if (room.server.isOver) return await this.#end(room);
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true, force: true });
    this.#idle.push(room);
  }

  #numberOf(env: object): number {
    const known = this.#environments.get(env) ?? this.#environments.size;
    this.#environments.set(env, known);
    return known;
  }
}
