/** Who descends from which job, seen from a process that does not adopt orphans: only what is looked at in time is known. */
import type { Tree } from "./backend.ts";
import { Departed } from "./job-list.ts";
import { allChildrenOf, statOf } from "./processes.ts";

/** Start times by pid: what was seen of a job and lived when it was last looked at. */
type Members = Map<number, string>;

interface Known {
  readonly tree: Tree;
  readonly members: Members;
}

export class Descent {
  readonly #jobs = new Map<number, Known>();
  readonly #departed = new Departed();

  /** The first process has just been started. */
  add(tree: Tree): void {
    const members: Members = new Map();
    note(members, tree.pid);
    this.#jobs.set(tree.number, { tree, members });
  }

  remove({ number }: Tree): void {
    this.#jobs.delete(number);
  }

  /** Looks at all jobs, and tells the watchdog what has left them. */
  tick(): void {
    const trees = [...this.#jobs.values()].map(({ tree }) => tree);
    for (const tree of trees) this.look(tree);
    this.#departed.keep(trees.flatMap((tree) => this.strays(tree)));
  }

  /** Notes the children of the job, and theirs, before their parents are gone. The cost grows with the job alone. */
  look({ number }: Tree): void {
    const members: Members = this.#jobs.get(number)?.members ?? new Map();
    const open = [...members.keys()].filter((pid) => isAlive(members, pid));
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      for (const child of allChildrenOf(parent)) {
        if (!isAlive(members, child) && note(members, child)) open.push(child);
      }
    }
  }

  /** Living processes of the job that are known and not in its group. */
  strays({ number, pid: group }: Tree): readonly number[] {
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
