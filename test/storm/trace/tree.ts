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
  /** The line that first told of it. */
  readonly since: number;
}

const FORKS: ReadonlySet<string> = new Set(["clone", "clone3", "fork", "vfork"]);
const EXECS: ReadonlySet<string> = new Set(["execve", "execveat"]);

/** A start that was told only in part: the parent was killed meanwhile. */
interface Lost<Role> {
  readonly parent: Process<Role>;
  readonly flags: string;
  readonly since: number;
}

export class Tree<Role> {
  readonly #watcher: Watcher<Role>;
  readonly #root: Omit<Process<Role>, "pid">;
  readonly #tasks = new Map<number, Process<Role>>();
  readonly #processes = new Map<number, Process<Role>>();
  /** What threads did whose start has not been told yet: strace tells it when the call of the parent returns. */
  readonly #early = new Map<number, Early>();
  /** The same of threads whose number somebody else has got since. */
  readonly #stale: (readonly [task: number, early: Early])[] = [];
  #lost: readonly Lost<Role>[] = [];
  #now = 0;

  /** `role`, `cwd`: of the first process in the trace. */
  constructor(watcher: Watcher<Role>, { role, cwd }: { readonly role: Role; readonly cwd: string }) {
    this.#watcher = watcher;
    this.#root = { parent: undefined, role, cwd, apart: false, alive: true };
  }

  take(entry: Entry): void {
    this.#now = entry.at;
    if (this.#processes.size === 0) this.#add(entry.task, { ...this.#root, pid: entry.task });
    const process = this.#tasks.get(entry.task);
    if (process === undefined) this.#earlyOf(entry.task).entries.push(entry);
    else this.#handle(process, entry);
  }

  /** As soon as it is told who started the next process with this number, or at the end of the trace. */
  whenStarted(pid: number, action: () => void): void {
    this.#earlyOf(pid).actions.push(action);
  }

  #earlyOf(task: number): Early {
    const early = this.#early.get(task) ?? { entries: [], actions: [], since: this.#now };
    this.#early.set(task, early);
    return early;
  }

  /** Who has this number now, or had it last. */
  known(pid: number): Process<Role> | undefined {
    return this.#tasks.get(pid) ?? this.#processes.get(pid);
  }

  /** At the end of the trace. Answers what those threads did of which nobody knows who started them. */
  finish(): readonly string[] {
    // Those that say who started them come first, the others get what is left. Who is adopted brings its own children along.
    for (const [task, early] of this.#unexplained()) this.#adopt(task, early, this.#named(early.entries));
    for (const [task, early] of this.#unexplained()) this.#adopt(task, early, this.#nearest(early));
    const left = this.#unexplained().flatMap(([task, { entries, since }]) =>
      entries.flatMap((entry) =>
        entry.kind === "call" ? [`${task} since ${since}: ${entry.name}(${entry.text})`] : [],
      ),
    );
    for (const [, { actions }] of [...this.#stale, ...this.#early]) for (const action of actions.splice(0)) action();
    return left;
  }

  #unexplained(): readonly (readonly [task: number, early: Early])[] {
    return [...this.#stale, ...this.#early].filter(([, { entries }]) => entries.length > 0);
  }

  /** Every start has one child. */
  #adopt(task: number, early: Early, lost: Lost<Role> | undefined): void {
    if (lost === undefined || early.entries.length === 0) return;
    this.#lost = this.#lost.filter((each) => each !== lost);
    this.#start(lost.parent, task, lost.flags);
    this.#replay(early);
  }

  #named(entries: readonly Entry[]): Lost<Role> | undefined {
    const calls = entries.filter((entry) => entry.kind === "call");
    const exec = calls.find(({ name }) => EXECS.has(name));
    // A thread that ends by a signal sends it to itself, with the number of its process.
    const own = calls.find(({ name }) => name === "tgkill");
    const pid = exec === undefined ? numberIn(own?.text) : this.#watcher.starterOf(programOf(exec));
    const lost = this.#lost.findLast(({ parent }) => parent.pid === pid);
    if (lost !== undefined || exec === undefined || pid === undefined) return lost;
    // Its own word is enough, where the trace has lost the start.
    const parent = this.#processes.get(pid);
    return parent && { parent, flags: "", since: exec.at };
  }

  #nearest({ since }: Early): Lost<Role> | undefined {
    const distance = (lost: Lost<Role>): number => Math.abs(lost.since - since);
    return this.#lost.toSorted((a, b) => distance(a) - distance(b))[0];
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
      const { text: flags, at: since } = call;
      if (call.result.startsWith("? ERESTART")) return; // It is called again.
      if (call.result.startsWith("?")) this.#lost = [...this.#lost, { parent: process, flags, since }];
      else if (call.error === undefined) this.#fork(process, numberIn(call.result), call);
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

  #fork(parent: Process<Role>, task: number, { text, at }: Call): void {
    this.#start(parent, task, text);
    const early = this.#early.get(task);
    if (early === undefined) return;
    this.#early.delete(task);
    if (early.since < at) this.#stale.push([task, early]);
    else this.#replay(early);
  }

  #start(parent: Process<Role>, task: number, flags: string): void {
    const { role, cwd, apart } = parent;
    if (/\bCLONE_THREAD\b/.test(flags)) this.#tasks.set(task, parent);
    else this.#add(task, { pid: task, parent, role, cwd, apart: apart || movesMounts(flags), alive: true });
  }

  #replay({ entries, actions }: Early): void {
    for (const entry of entries.splice(0)) this.take(entry);
    for (const action of actions.splice(0)) action();
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
