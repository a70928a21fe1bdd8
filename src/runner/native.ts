/** Starting processes by posix_spawn: the cost does not grow with the memory of this process. */
import { closeSync, constants, openSync } from "node:fs";
import { constants as system, getPriority } from "node:os";
import {
  StartFailure,
  type Backend,
  type Exit,
  type Launch,
  type JobEnd,
  type Pipe,
  type ProcessTree,
} from "./backend.ts";
import { StartsUnderWay } from "./busy-text.ts";
import { Family } from "./family.ts";
import type { Libc, SpawnArguments } from "./libc.ts";
import { jobMark, marked, runMark } from "./marks.ts";
import { strangeDescriptors } from "./descriptors.ts";
import { makePapers, ROOM, Strings, type Papers } from "./papers.ts";
import { childrenOf, hasTerminal, processesMarked } from "./processes.ts";

const SPAWN_FLAGS = { group: 0x02, signalDefaults: 0x04, signalMask: 0x08, session: 0x80 } as const;
const LIMIT = { core: 4, addressSpace: 9 } as const;
const NO_HANG = 1;
/** More do not go faster, and the number of calls in threads is limited. */
const MAX_STARTS = 32;

/** Somebody else has reaped the child. */
const LOST: JobEnd = { lost: true };

interface Child {
  readonly number: number;
  readonly ended: (how: JobEnd) => void;
}

/** Of a pipe: no program inherits it. */
const CLOSE_ON_EXEC = 0o2000000;
/** The mode of `fallocate`. */
const PUNCH_HOLE_AND_KEEP_SIZE = 3;

export class NativeBackend implements Backend {
  readonly name = "native";
  readonly #libc: Libc;
  readonly #family: Family;
  readonly #attributes = Buffer.allocUnsafeSlow(ROOM);
  readonly #status = new Int32Array(1);
  /** The limit of this process, to be put back. */
  readonly #coreLimit = new BigUint64Array(2);
  readonly #restoreSlice: () => void;
  readonly #nothing = openSync("/dev/null", "r");
  readonly #strange = strangeDescriptors();
  readonly #environments = new WeakMap<Launch["env"], Strings>();
  /** Those that no thread looks at. */
  readonly #papers: Papers[] = [];
  readonly #starts = new StartsUnderWay(MAX_STARTS);
  /** First processes of jobs that have not been reaped. */
  readonly #children = new Map<number, Child>();

  /** `harmless`: a child of this process that does not start others. */
  constructor(libc: Libc, harmless: number | undefined) {
    this.#libc = libc;
    this.#family = new Family(libc, (pid) => this.#children.get(pid)?.number, harmless);
    this.#prepareAttributes();
    this.#restoreSlice = shortenSlice(libc);
    libc.prlimit(0, LIMIT.core, null, this.#coreLimit);
    const [, most = 0n] = this.#coreLimit;
    // Jobs inherit it. One byte: too small for a file, and unlike zero it also stops dumps into a program.
    libc.prlimit(0, LIMIT.core, BigUint64Array.of(most === 0n ? 0n : 1n, most), null);
    process.on("SIGCHLD", this.#reap);
  }

  async start(launch: Launch, ended: (how: JobEnd) => void): Promise<number> {
    while (this.#starts.mustWait) await this.#starts.turn();
    const pid = await this.#load(launch, (started) => {
      this.#children.set(started, { number: launch.number, ended });
      this.#family.add({ pid: started, number: launch.number });
    });
    // Its end may have been announced before it was known here.
    this.#reapOne(pid);
    return pid;
  }

  signal(tree: ProcessTree, signal: "SIGTERM" | "SIGKILL", thorough: boolean): void {
    const number = system.signals[signal];
    this.#libc.kill(-tree.pid, number);
    for (const pid of this.#family.orphansOf(tree)) this.#libc.kill(pid, number);
    if (thorough) for (const pid of processesMarked(jobMark(tree.number))) this.#libc.kill(pid, number);
  }

  remains(tree: ProcessTree): boolean {
    return this.#family.hasGroup(tree.pid) || this.#family.orphansOf(tree).length > 0;
  }

  punch(fd: number, length: number): boolean {
    return this.#libc.fallocate(fd, PUNCH_HOLE_AND_KEEP_SIZE, 0, length) === 0;
  }

  hasOrphans(tree: ProcessTree): boolean {
    return this.#family.orphansOf(tree).length > 0;
  }

  pipe(): Pipe | undefined {
    const ends = new Int32Array(2);
    if (this.#libc.pipe(ends, CLOSE_ON_EXEC) !== 0) return undefined;
    const [read = -1, write = -1] = ends;
    return { read, write };
  }

  tick(): void {
    this.#reap();
    this.#family.reapOrphans();
  }

  forget(tree: ProcessTree): void {
    this.#family.remove(tree);
  }

  close(): void {
    process.off("SIGCHLD", this.#reap);
    this.#family.close();
    this.#restoreSlice();
    this.#libc.prlimit(0, LIMIT.core, this.#coreLimit, null);
    closeSync(this.#nothing);
  }

  readonly #reap = (): void => {
    for (const pid of this.#children.keys()) this.#reapOne(pid);
  };

  #reapOne(pid: number): void {
    const reaped = this.#libc.wait4(pid, this.#status, NO_HANG, null);
    if (reaped === 0) return;
    const child = this.#children.get(pid);
    this.#children.delete(pid);
    child?.ended(reaped === pid ? meaningOf(this.#status[0] ?? 0) : LOST);
  }

  /** `known` is called at once: whoever sees a child that nobody knows takes it for an orphan, and its exit is gone. */
  async #load(launch: Launch, known: (pid: number) => void): Promise<number> {
    const libc = this.#libc;
    const papers = this.#papers.pop() ?? makePapers(libc);
    const { pid, actions } = papers;
    const mark = `PARE_JOB=${marked(launch.env, "PARE_JOB", jobMark(launch.number))}`;
    const argv = papers.argv.pack(launch.argv).pointers;
    const env = papers.env.pack([mark], this.#environment(launch.env)).pointers;
    this.#prepareActions(actions, launch);
    const args: SpawnArguments = [pid, launch.path, actions, this.#attributes, argv, env];
    const error = this.#isAlone(launch) ? libc.posixSpawn(...args) : await this.#starts.during(inThread(libc, args));
    const started = pid[0] ?? 0;
    if (error === 0) known(started);
    // Without a pause after the start: the limit must be there before the program takes memory.
    if (launch.memory !== undefined && error === 0) this.#limitMemory(started, launch.memory);
    libc.destroyActions(actions);
    this.#papers.push(papers);
    if (error !== 0) throw new StartFailure(ERROR_NAMES.get(error) ?? String(error));
    return started;
  }

  /** Loading a program takes most of the time of a short test: other threads do it when there are other jobs to go on with. */
  #isAlone({ memory }: Launch): boolean {
    return memory !== undefined || (this.#children.size === 0 && this.#starts.count === 0);
  }

  /** The program runs already: what it has started by now is limited too, what it starts later inherits the limit. */
  #limitMemory(pid: number, memory: number): void {
    const bytes = BigInt(Math.trunc(memory));
    this.#libc.prlimit(pid, LIMIT.addressSpace, BigUint64Array.of(bytes, bytes), null);
    for (const child of childrenOf(pid)) this.#limitMemory(child, memory);
  }

  #environment(env: Launch["env"]): Strings {
    const known = this.#environments.get(env);
    if (known !== undefined) return known;
    const entries = Object.entries({ ...env, PARE_RUN: marked(env, "PARE_RUN", runMark) });
    const strings = entries.flatMap(([name, value]) => (name === "PARE_JOB" ? [] : [`${name}=${value}`]));
    const packed = new Strings(this.#libc).pack(strings);
    this.#environments.set(env, packed);
    return packed;
  }

  /**
   * Signals as a fresh process has them, and a group of its own: no Ctrl-C meant for pare. Where there is a terminal, a session of its
   * own, so that none is there to stop at. Not elsewhere: the scheduler shares the machine out by sessions, so that a session for each
   * test would have to wait its turn beside everything else, and this process beside its tests.
   */
  #prepareAttributes(): void {
    const libc = this.#libc;
    libc.initAttributes(this.#attributes);
    const apart = hasTerminal() ? SPAWN_FLAGS.session : SPAWN_FLAGS.group;
    libc.setFlags(this.#attributes, SPAWN_FLAGS.signalDefaults | SPAWN_FLAGS.signalMask | apart);
    // Not by sigfillset: it leaves out two signals of the library's own, which would then be ignored.
    libc.setDefaultSignals(this.#attributes, Buffer.alloc(ROOM, 0xff));
    libc.setMask(this.#attributes, Buffer.alloc(ROOM));
  }

  #prepareActions(actions: Buffer, { stdin, stdout, stderr, third, cwd, descriptors = [] }: Launch): void {
    const libc = this.#libc;
    libc.initActions(actions);
    if (stdin === undefined) libc.addDup(actions, this.#nothing, 0);
    else libc.addOpen(actions, 0, stdin, constants.O_RDONLY, 0);
    libc.addDup(actions, stdout, 1);
    libc.addDup(actions, stderr, 2);
    for (const fd of this.#strange) libc.addClose(actions, fd);
    if (third !== undefined) libc.addOpen(actions, 3, third, constants.O_RDONLY, 0);
    for (const { from, to } of descriptors) libc.addDup(actions, from, to);
    libc.addChdir(actions, cwd);
  }
}

const inThread = (libc: Libc, args: SpawnArguments): Promise<number> =>
  new Promise((resolve, reject) => {
    libc.posixSpawn.async(...args, (error, answer) => (error === null ? resolve(answer) : reject(error)));
  });

/** Where a number has several names, the first is the usual one. */
const namesOf = (numbers: Readonly<Record<string, number>>): ReadonlyMap<number, string> =>
  new Map(
    Object.entries(numbers)
      .toReversed()
      .map(([name, number]) => [number, name]),
  );

const SIGNAL_NAMES = namesOf(system.signals);
const ERROR_NAMES = namesOf(system.errno);

/** Of a status as `wait` gives it. */
export const meaningOf = (status: number): Exit => {
  const signal = status & 0x7f;
  return signal === 0 ? { code: (status >> 8) & 0xff } : { signal: SIGNAL_NAMES.get(signal) ?? `SIG${signal}` };
};

const ATTRIBUTES_SIZE = 48;
/** SCHED_OTHER. */
const USUAL_POLICY = 0;
/** Processes and threads that are started have the usual slice again. */
const RESET_ON_FORK = 1n;
/** In nanoseconds; the shortest there is. */
const SHORTEST = 100_000n;

/**
 * Since Linux 6.12 a thread with a shorter slice goes before one with a longer slice when it wakes; otherwise it may wait for as long
 * as a short test takes, and a core stands still meanwhile. Refusals do no harm. Returns what puts the usual slice back.
 */
const shortenSlice = (libc: Libc): (() => void) => {
  if (libc.schedulingPolicy(0) !== USUAL_POLICY) return () => undefined;
  libc.setScheduling(0, attributesFor(SHORTEST));
  return () => void libc.setScheduling(0, attributesFor(0n));
};

/** Policy and priority as they are; a slice of zero is the usual one. */
const attributesFor = (slice: bigint): Uint8Array => {
  const attributes = Buffer.alloc(ATTRIBUTES_SIZE);
  attributes.writeUInt32LE(ATTRIBUTES_SIZE, 0);
  attributes.writeUInt32LE(USUAL_POLICY, 4);
  attributes.writeBigUInt64LE(RESET_ON_FORK, 8);
  attributes.writeInt32LE(getPriority(), 16);
  attributes.writeBigUInt64LE(slice, 24);
  return attributes;
};
