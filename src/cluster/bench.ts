/** What a worker makes of a kit: the place where jobs of a run are done. */

/** Everything that decides the answers, as plain data: the same kit means the same oracle, whoever asks. Stored as canonical JSON. */
export interface Kit {
  /** Which `BenchOpener`: "test", "mixture", "suite". */
  readonly kind: string;
  readonly pare: string;
  readonly body: unknown;
}

/** What a job was answered with. */
export interface Reply {
  /** Plain data: a `Finding`, say. */
  readonly body: unknown;
  readonly payload?: Uint8Array;
  /** It would be the same at any other time: it may be kept as an outcome. */
  readonly lasting: boolean;
  /** What is kept as an outcome where that is less than the body: runs hold all that is known about their oracle in memory. */
  readonly kept?: unknown;
}

export interface Bench {
  /** Does a reply to the original mean that this machine can take part? Words for the user where not. */
  judge(reply: Reply): string | undefined;
  /** `content` was checked against its digest. Rejects with a `UserError` when nothing can be run here at all, and on abort. */
  run(content: Uint8Array, terms: unknown, signal: AbortSignal): Promise<Reply>;
  close(): Promise<void>;
}

/** What a bench finds on a worker. */
export interface BenchPlace {
  /** The bytes of a blob. */
  blob(name: string): Promise<Uint8Array>;
  /** The absolute path of a tree that was packed by `packTree`, unpacked once and kept; not to be changed. */
  tree(name: string): Promise<string>;
  /** A directory of the bench's own, which exists and is removed after `close`. */
  readonly directory: string;
  /** How many jobs at once. */
  readonly slots: number;
}

export type BenchOpener = (kit: Kit, place: BenchPlace) => Promise<Bench>;
