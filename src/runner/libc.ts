/** The calls of the C library that Node does not offer, bound through koffi: glibc on 64-bit Linux only. */
import { isMainThread } from "node:worker_threads";
import { loadKoffi, type Koffi } from "./koffi.ts";

/** Memory handed to C: it must stay referenced, and alone in its buffer, for as long as C may look at it. */
type Memory = Uint8Array;

/** Where the pid goes, path, actions, attributes, argv, environment. */
export type SpawnArguments = [Int32Array, string, Memory, Memory, Memory, Memory];

export interface Libc {
  readonly address: (memory: Memory) => bigint;
  readonly kill: (pid: number, signal: number) => number;
  readonly wait4: (pid: number, status: Int32Array, options: number, usage: null) => number;
  readonly prlimit: (pid: number, resource: number, limit: BigUint64Array | null, old: BigUint64Array | null) => number;
  readonly prctl: (option: number, value: number) => number;
  /** Both ends, for reading and for writing. */
  readonly pipe: (ends: Int32Array, flags: number) => number;
  readonly fallocate: (fd: number, mode: number, from: number, length: number) => number;
  readonly schedulingPolicy: (pid: number) => number;
  /** `sched_setattr`, which the C library does not offer by name. */
  readonly setScheduling: (pid: number, attributes: Memory) => number;
  /** Answers the number of the error, 0 for none. Does not return before the program is loaded. */
  readonly posixSpawn: ((...args: SpawnArguments) => number) & {
    /** In another thread. All that is pointed to must be kept until the answer is there. */
    readonly async: (...args: [...SpawnArguments, (error: Error | null, answer: number) => void]) => void;
  };
  readonly initAttributes: (attributes: Memory) => number;
  readonly setFlags: (attributes: Memory, flags: number) => number;
  readonly setDefaultSignals: (attributes: Memory, set: Memory) => number;
  readonly setMask: (attributes: Memory, set: Memory) => number;
  readonly initActions: (actions: Memory) => number;
  readonly destroyActions: (actions: Memory) => number;
  readonly addDup: (actions: Memory, from: number, to: number) => number;
  readonly addClose: (actions: Memory, fd: number) => number;
  readonly addOpen: (actions: Memory, fd: number, path: string, flags: number, mode: number) => number;
  readonly addChdir: (actions: Memory, path: string) => number;
}

/** `posix_spawn_file_actions_addchdir_np` came with it. */
const OLDEST_GLIBC = 2.29;

/** The bindings, or in words why there are none. */
export const loadLibc = (): Libc | string => {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    return `posix_spawn is not bound on ${process.platform} ${process.arch}`;
  }
  if (!isMainThread) return "a worker thread is not told of children that have ended";
  try {
    return bind(loadKoffi());
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "koffi is missing") : String(error);
  }
};

type Syscall = (number: number, pid: number, attributes: Memory, flags: number) => number;

const SCHED_SETATTR: Readonly<Record<string, number>> = { x64: 314, arm64: 274 };

const schedulingOf =
  (syscall: Syscall): Libc["setScheduling"] =>
  (pid, attributes) =>
    syscall(SCHED_SETATTR[process.arch] ?? -1, pid, attributes, 0);

const bind = (koffi: Koffi): Libc => {
  const library = koffi.load("libc.so.6");
  const bound = (definition: string): never => library.func(definition) as never;
  const versionOf: () => string = bound("const char *gnu_get_libc_version()");
  const version = versionOf();
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major + minor / 100 < OLDEST_GLIBC) throw new Error(`glibc ${version} is older than ${OLDEST_GLIBC}`);
  return {
    address: (memory) => koffi.address(memory),
    kill: bound("int kill(int pid, int signal)"),
    wait4: bound("int wait4(int pid, void *status, int options, void *usage)"),
    prlimit: bound("int prlimit(int pid, int resource, void *limit, void *old)"),
    prctl: bound("int prctl(int option, unsigned long value)"),
    pipe: bound("int pipe2(void *ends, int flags)"),
    fallocate: bound("int fallocate(int fd, int mode, int64_t from, int64_t length)"),
    schedulingPolicy: bound("int sched_getscheduler(int pid)"),
    setScheduling: schedulingOf(bound("long syscall(long number, int pid, void *attributes, unsigned int flags)")),
    posixSpawn: bound("int posix_spawn(void *pid, const char *path, void *actions, void *attr, void *argv, void *env)"),
    initAttributes: bound("int posix_spawnattr_init(void *attr)"),
    setFlags: bound("int posix_spawnattr_setflags(void *attr, short flags)"),
    setDefaultSignals: bound("int posix_spawnattr_setsigdefault(void *attr, void *set)"),
    setMask: bound("int posix_spawnattr_setsigmask(void *attr, void *set)"),
    initActions: bound("int posix_spawn_file_actions_init(void *actions)"),
    destroyActions: bound("int posix_spawn_file_actions_destroy(void *actions)"),
    addDup: bound("int posix_spawn_file_actions_adddup2(void *actions, int from, int to)"),
    addClose: bound("int posix_spawn_file_actions_addclose(void *actions, int fd)"),
    addOpen: bound(
      "int posix_spawn_file_actions_addopen(void *actions, int fd, const char *path, int flags, unsigned int mode)",
    ),
    addChdir: bound("int posix_spawn_file_actions_addchdir_np(void *actions, const char *path)"),
  };
};
