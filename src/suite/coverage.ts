/** What a run has covered: sets of entities of a program, as bits over a list of names that a whole suite shares. */

export type EntityKind = "statement" | "branch" | "function";

/** Names of entities, numbered as they come; the numbers hold for all runs of a suite. */
export interface Universe {
  readonly size: number;
  /** The number of an entity, a new one if it was not seen before. A statement is "file:line", a function "file:name", a branch "file:line:n". */
  number(kind: EntityKind, name: string): number;
  kindOf(number: number): EntityKind;
  nameOf(number: number): string;
}

/** A set of entities by their numbers. Sets of one universe can be of different length: what is behind the end is not in it. */
export interface Cover {
  readonly bits: Uint32Array;
}

/** What is known of a run when its data are read. */
export interface CoveredRun {
  /** A directory that belongs to this run alone; it was empty before it. */
  readonly data: string;
  /** Where it ran. */
  readonly cwd: string;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

export interface ReaderOptions {
  readonly universe: Universe;
  /** What stands behind the name on the command line: "file:PATH", "gcov:BUILD". */
  readonly argument: string;
  /** The directory pare was started in. */
  readonly origin: string;
  /** The command that runs a test; {} is the test. */
  readonly command: readonly string[];
  /** A directory of the run's own for what has to be kept. */
  readonly storage: string;
}

export interface OpenReader {
  /** Everything that decides what is read, as plain data. */
  readonly identity: unknown;
  /** What the run needs in its environment to write its data below `data`, and nowhere else. */
  environment(data: string): Readonly<Record<string, string>>;
  /** The command as it has to be run, where the environment does not do: words that already have their test in place of {}. */
  wrap?(command: readonly string[], data: string): readonly string[];
  /** Throws a `UserError` (NO_COVERAGE, STALE_COVERAGE, …) when there are no data or they belong to another program. */
  read(run: CoveredRun): Promise<Cover>;
  close(): Promise<void>;
}

/** One file and one line of the registry. */
export interface CoverageReader {
  readonly name: string;
  /** What the help says about it. */
  readonly about: string;
  /** How a program is built and run so that it can be read; for messages and the documentation. */
  readonly howTo: string;
  open(options: ReaderOptions): Promise<OpenReader>;
}
