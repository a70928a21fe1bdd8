/** Spawning processes: one interface, several ways. */
import type { Descriptor, Pipe } from "./backend.ts";

/** What a job in a sandbox finds. */
export interface Sandbox {
  /** The one directory that can be written to. */
  readonly scratch: string;
  /** Absolute paths that the command needs to see, wherever they lie. */
  readonly readable: readonly string[];
}

export interface ProcessJob {
  /** Executed directly, not by a shell; looked up in PATH of `env`. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The file that is fed to it; nothing unless given. */
  readonly stdin?: string;
  /** After so many milliseconds the whole process tree is killed. */
  readonly timeout: number;
  /** Address space in bytes. */
  readonly memory?: number;
  /** How many bytes of each stream are kept: the first and the last half of them. */
  readonly keep: number;
  /** No sandbox unless given. */
  readonly sandbox?: Sandbox;
  /** Words before the command, outside of its sandbox: a program that watches it. */
  readonly under?: readonly string[];
  /** Others than the usual ones; only where `Runner.pipe` gives pipes. */
  readonly descriptors?: readonly Descriptor[];
  /** Called when it runs. `hasOrphans`: something that it has started is alive and has lost its parents. */
  readonly onStart?: (hasOrphans: () => boolean) => void;
}

export interface ProcessExit {
  /** Missing when a signal ended it. */
  readonly code?: number;
  /** "SIGSEGV", … */
  readonly signal?: string;
  readonly timedOut: boolean;
  readonly ms: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Some output was not kept. */
  readonly truncated: boolean;
}

/**
 * Runs jobs. When the promise settles, nothing of the job is left: its group was killed (TERM, then KILL) and so was what had left
 * the group. Rejects with a `UserError` (code NO_COMMAND) when the command cannot be started; rejects with `signal.reason` after an
 * abort.
 */
export interface Runner {
  readonly name: "native" | "spawn";
  run(job: ProcessJob, signal: AbortSignal): Promise<ProcessExit>;
  /** For a job that is talked to; `undefined` where there can be none. */
  pipe?(): Pipe | undefined;
  close(): Promise<void>;
}
