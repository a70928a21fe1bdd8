/** Who is who in a trace: which thread belongs to which process, whose child it is, which program it runs, and where. */
import { resolve } from "node:path";
import type { Call, Entry } from "./calls.ts";
import { numberIn, pathIn, splitFields, stringIn, stringsIn } from "./fields.ts";

export interface Program {
  readonly path: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** `Role`: what a process counts as, decided when it becomes a program. */
export interface Process<Role> {
  readonly pid: number;
  readonly parent: Process<Role> | undefined;
  role: Role;
  cwd: string;
  /** In a mount namespace or below a root of its own: its paths are not those of others. */
  apart: boolean;
  alive: boolean;
}

export interface Watcher<Role> {
  /** A process becomes another program. */
  becomes(process: Process<Role>, program: Program): Role;
  /** Any other call. */
  sees(process: Process<Role>, call: Call, tree: Tree<Role>): void;
  /** The number of the process that has started a program, where the program itself says so. */
  starterOf(program: Program): number | undefined;
}

/** What a thread did before it was told who started it. */
interface Early {
  readonly entries: Entry[];
  readonly actions: (() => void)[];
}

const FORKS: ReadonlySet<string> = new Set(["clone", "clone3", "fork", "vfork"]);
const EXECS: ReadonlySet<string> = new Set(["execve", "execveat"]);

interface Lost<Role> {
  readonly parent: Process<Role>;
  readonly flags: string;
}

export class Tree<Role> {
  readonly #watcher: Watcher<Role>;
  readonly #root: Omit<Process<Role>, "pid">;
  readonly #tasks = new Map<number, Process<Role>>();
  readonly #processes = new Map<number, Process<Role>>();
  /** What threads did whose start has not been told yet: strace tells it when the call of the parent returns. */
  readonly #early = new Map<number, Early>();
  /** Those that were killed while they started another. */
  readonly #lost: Lost<Role>[] = [];

  /** `role`, `cwd`: of the first process in the trace. */
  constructor(watcher: Watcher<Role>, { role, cwd }: { readonly role: Role; readonly cwd: string }) {
    this.#watcher = watcher;
    this.#root = { parent: undefined, role, cwd, apart: false, alive: true };
  }

  take(entry: Entry): void {
    if (this.#tasks.size === 0 && this.#processes.size === 0) this.#add(entry.task, { ...this.#root, pid: entry.task });
    const process = this.#tasks.get(entry.task);
    if (process !== undefined) {
      this.#handle(process, entry);
      return;
    }
    const early = this.#early.get(entry.task) ?? { entries: [], actions: [] };
    early.entries.push(entry);
    this.#early.set(entry.task, early);
  }

  /** At once, unless somebody with this number has done something and it has not been told who started it: then as soon as it is. */
  whenKnown(pid: number, action: () => void): void {
    const early = this.#early.get(pid);
    if (early === undefined) action();
    else early.actions.push(action);
  }

  /** Who has this number now, or had it last. */
  known(pid: number): Process<Role> | undefined {
    return this.#tasks.get(pid) ?? this.#processes.get(pid);
  }

  /** At the end of the trace. Answers how many threads there are of which nobody knows who started them. */
  finish(): number {
    for (const [task, { entries }] of this.#early) {
      const lost = this.#starterOf(entries);
      if (lost !== undefined) this.#fork(lost.parent, task, lost.flags);
    }
    return this.#early.size;
  }

  /** Nobody told of its start, so its parent was killed meanwhile: the one it names, or the only one there is. */
  #starterOf(entries: readonly Entry[]): Lost<Role> | undefined {
    const calls = entries.filter((entry) => entry.kind === "call");
    const exec = calls.find(({ name }) => EXECS.has(name));
    // A thread that ends by a signal sends it to itself, with the number of its process.
    const own = calls.find(({ name }) => name === "tgkill");
    const pid = exec === undefined ? numberIn(own?.text) : this.#watcher.starterOf(programOf(exec));
    return (
      this.#lost.findLast(({ parent }) => parent.pid === pid) ?? (this.#lost.length === 1 ? this.#lost[0] : undefined)
    );
  }

  #handle(process: Process<Role>, entry: Entry): void {
    if (entry.kind === "call") this.#call(process, entry);
    else if (entry.kind === "superseded") this.#tasks.delete(entry.by);
    else {
      this.#tasks.delete(entry.task);
      if (entry.task === process.pid) process.alive = false;
    }
  }

  #call(process: Process<Role>, call: Call): void {
    if (FORKS.has(call.name)) {
      if (call.result === "?") this.#lost.push({ parent: process, flags: call.text });
      else if (call.error === undefined) this.#fork(process, numberIn(call.result), call.text);
      return;
    }
    if (EXECS.has(call.name)) {
      if (call.result === "0") process.role = this.#watcher.becomes(process, programOf(call));
      return;
    }
    if (call.name === "chdir" && call.result === "0") process.cwd = resolve(process.cwd, stringIn(call.text) ?? ".");
    else if (call.name === "fchdir" && call.result === "0") process.cwd = pathIn(call.text) ?? process.cwd;
    else if (movesApart(call)) process.apart = true;
    this.#watcher.sees(process, call, this);
  }

  #fork(parent: Process<Role>, task: number, flags: string): void {
    if (/\bCLONE_THREAD\b/.test(flags)) this.#tasks.set(task, parent);
    else {
      const { role, cwd, apart } = parent;
      this.#add(task, { pid: task, parent, role, cwd, apart: apart || movesMounts(flags), alive: true });
    }
    const early = this.#early.get(task);
    this.#early.delete(task);
    for (const entry of early?.entries ?? []) this.take(entry);
    for (const action of early?.actions ?? []) action();
  }

  #add(task: number, process: Process<Role>): void {
    this.#tasks.set(task, process);
    this.#processes.set(task, process);
  }
}

const movesMounts = (flags: string): boolean => /\bCLONE_NEWNS\b/.test(flags);

const movesApart = ({ name, text, result }: Call): boolean =>
  result === "0" && ((name === "unshare" && movesMounts(text)) || name === "chroot" || name === "pivot_root");

const programOf = ({ name, text }: Call): Program => {
  const fields = splitFields(text);
  const [path, words, environment] = name === "execve" ? fields : fields.slice(1);
  return {
    path: stringIn(path) ?? "",
    words: stringsIn(words),
    environment: Object.fromEntries(
      stringsIn(environment).map((entry) => {
        const at = entry.indexOf("=");
        return [entry.slice(0, at), entry.slice(at + 1)];
      }),
    ),
  };
};
