/** What the runner needs of a way to start processes. */

/** A job, ready to be started. */
export interface Launch {
  /** Unique in this process, counting up. */
  readonly number: number;
  /** The absolute path of the executable. */
  readonly path: string;
  /** With the name it was called by first. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin?: string;
  /** The file that it finds open for reading as descriptor 3. */
  readonly third?: string;
  readonly stdout: number;
  readonly stderr: number;
  /** Address space in bytes. */
  readonly memory?: number;
  readonly descriptors?: readonly Descriptor[];
}

/** A descriptor of this process, and the number under which a job finds it. */
export interface Descriptor {
  readonly from: number;
  readonly to: number;
}

/** Two ends of a pipe: descriptors of this process that no job inherits. */
export interface Pipe {
  readonly read: number;
  readonly write: number;
}

export type Exit = { readonly code: number } | { readonly signal: string };

/** Lost: it has ended, and how will never be known. */
export type JobEnd = Exit | { readonly lost: true };

/** The processes of one job, known by the first of them: the leader of its own group. */
export interface ProcessTree {
  readonly pid: number;
  readonly number: number;
}

export interface Backend {
  readonly name: "native" | "spawn";
  /**
   * Starts the job as leader of a group of its own; calls `ended` once, later, when its first process has ended and is reaped.
   * Fails with a `StartFailure`.
   */
  start(launch: Launch, ended: (how: JobEnd) => void): Promise<number>;
  /** Sends a signal to the group and to what has left it. Thorough: with a look at all processes of the machine. */
  signal(tree: ProcessTree, signal: "SIGTERM" | "SIGKILL", thorough: boolean): void;
  /** Whether something of a job whose first process has ended is still alive. Cheap when nothing is. */
  remains(tree: ProcessTree): boolean;
  /** Frees the space of the first bytes of a file, which stays as long as it is; false where that cannot be done. */
  punch?(fd: number, length: number): boolean;
  /** Whether something that a job has started is alive and has lost its parents. */
  hasOrphans?(tree: ProcessTree): boolean;
  /** `undefined` where there can be none. */
  pipe?(): Pipe | undefined;
  /** Called now and then while jobs run. */
  tick(): void;
  /** The job is over: nothing of it will be asked again. */
  forget(tree: ProcessTree): void;
  close(): void;
}

/** The operating system refused to start a job. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
  /** "ENOENT", … */
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
