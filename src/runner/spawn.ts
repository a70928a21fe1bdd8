/** Starting processes by child_process.spawn: slower, and needs nothing but Node. */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { StartFailure, type Backend, type JobEnd, type Launch, type ProcessTree } from "./backend.ts";
import { strangeDescriptors } from "./descriptors.ts";
import { jobMark, marked, runMark } from "./marks.ts";
import { livingInGroup, processesMarked, allChildrenOf, statOf } from "./processes.ts";
import { Departed } from "./job-list.ts";

/** Orphans go to the first process of the machine; they are known by their marks, or because they were seen before. */
export class SpawnBackend implements Backend {
  readonly name = "spawn";
  readonly #descent = new Descent();

  async start(launch: Launch, ended: (how: JobEnd) => void): Promise<number> {
    const child = startChild(launch);
    const { pid } = child;
    if (pid === undefined) throw new StartFailure(await failureOf(child));
    child.once("exit", (code, signal) => ended(code === null ? { signal: signal ?? "SIGKILL" } : { code }));
    this.#descent.add({ pid, number: launch.number });
    return pid;
  }

  signal(tree: ProcessTree, signal: "SIGTERM" | "SIGKILL", thorough: boolean): void {
    this.#descent.look(tree);
    const strays = this.#descent.strays(tree);
    send(-tree.pid, signal);
    for (const pid of strays) send(pid, signal);
    for (const pid of withMark(tree, thorough ? undefined : tree.pid)) if (!strays.includes(pid)) send(pid, signal);
  }

  remains(tree: ProcessTree): boolean {
    if (send(-tree.pid, 0) && livingInGroup(tree.pid).length > 0) return true;
    return this.#descent.strays(tree).length > 0 || withMark(tree, tree.pid).length > 0;
  }

  tick(): void {
    this.#descent.tick();
  }

  forget(tree: ProcessTree): void {
    this.#descent.remove(tree);
  }

  close(): void {}
}

const withMark = (tree: ProcessTree, since: number | undefined): readonly number[] =>
  processesMarked(jobMark(tree.number), since);

const startChild = (launch: Launch): ChildProcess => {
  const { argv, memory, env } = launch;
  const [name = "", ...rest] = argv;
  const [path, argv0, args] =
    memory === undefined
      ? [launch.path, name, rest]
      : ["/bin/sh", "sh", ["-c", LIMITED, String(Math.floor(memory / 1024)), launch.path, ...rest]];
  const opened: number[] = [];
  const open = (file: string): number => {
    const fd = openSync(file, "r");
    opened.push(fd);
    return fd;
  };
  try {
    return spawn(path, args, {
      argv0,
      cwd: launch.cwd,
      env: {
        ...env,
        PARE_RUN: marked(env, "PARE_RUN", runMark),
        PARE_JOB: marked(env, "PARE_JOB", jobMark(launch.number)),
      },
      detached: true,
      stdio: [
        launch.stdin === undefined ? "ignore" : open(launch.stdin),
        launch.stdout,
        launch.stderr,
        ...further(open, launch.third),
      ],
    });
  } catch (error) {
    throw new StartFailure((error as NodeJS.ErrnoException).code ?? String(error));
  } finally {
    for (const fd of opened) closeSync(fd);
  }
};

/** From descriptor 3 on. Node leaves those open that it is told to ignore: what would be handed down is covered. */
const further = (open: (file: string) => number, third: string | undefined): readonly ("ignore" | number)[] => {
  const files = new Map(strangeDescriptors().map((fd) => [fd, "/dev/null"]));
  if (third !== undefined) files.set(3, third);
  return Array.from({ length: Math.max(2, ...files.keys()) - 2 }, (_, index) => {
    const file = files.get(index + 3);
    return file === undefined ? "ignore" : open(file);
  });
};

/** $0 is the limit in units of 1024 bytes. */
const LIMITED = 'ulimit -c 0; ulimit -v "$0"; exec "$@"';

const failureOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });

/** Whether there was somebody to send it to. */
const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
};

/** Start times by pid: what was seen of a job and lived when it was last looked at. */
type Members = Map<number, string>;

interface KnownJob {
  readonly tree: ProcessTree;
  readonly members: Members;
}

class Descent {
  readonly #jobs = new Map<number, KnownJob>();
  readonly #departed = new Departed();

  /** The first process has just been started. */
  add(tree: ProcessTree): void {
    const members: Members = new Map();
    note(members, tree.pid);
    this.#jobs.set(tree.number, { tree, members });
  }

  remove({ number }: ProcessTree): void {
    this.#jobs.delete(number);
  }

  /** Looks at all jobs, and tells the watchdog what has left them. */
  tick(): void {
    const trees = [...this.#jobs.values()].map(({ tree }) => tree);
    for (const tree of trees) this.look(tree);
    this.#departed.keep(trees.flatMap((tree) => this.strays(tree)));
  }

  /** Notes the children of the job, and theirs, before their parents are gone. The cost grows with the job alone. */
  look({ number }: ProcessTree): void {
    const members: Members = this.#jobs.get(number)?.members ?? new Map();
    const open = [...members.keys()].filter((pid) => isAlive(members, pid));
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      for (const child of allChildrenOf(parent)) {
        if (!isAlive(members, child) && note(members, child)) open.push(child);
      }
    }
  }

  /** Living processes of the job that are known and not in its group. */
  strays({ number, pid: group }: ProcessTree): readonly number[] {
    const members: Members = this.#jobs.get(number)?.members ?? new Map();
    return [...members.keys()].filter((pid) => pid !== group && isAlive(members, pid) && statOf(pid)?.group !== group);
  }
}

/** Whether it lives. */
const note = (members: Members, pid: number): boolean => {
  const stat = statOf(pid);
  if (stat === undefined || isDead(stat.state)) return false;
  members.set(pid, stat.start);
  return true;
};

/** The process that was noted, and not a later one of the same number. */
const isAlive = (members: Members, pid: number): boolean => {
  const start = members.get(pid);
  if (start === undefined) return false;
  const stat = statOf(pid);
  if (stat !== undefined && stat.start === start && !isDead(stat.state)) return true;
  members.delete(pid);
  return false;
};

const isDead = (state: string): boolean => state === "Z" || state === "X";
