/** The tests under way and what is known of the others: each candidate is built and named only when it is about to run. */
import type { Case } from "../core/case.ts";
import { Unrenderable } from "../core/errors.ts";
import { noting, Unfinished } from "../core/candidates.ts";
import type { Provenance } from "../core/events.ts";
import type { Executor } from "../core/executor.ts";
import type { Journal } from "../core/journal.ts";
import type { Ask } from "../core/search.ts";
import { unresolved, type Finding, type Verdict } from "../core/verdict.ts";
import type { AskNode, Node } from "./nodes.ts";
import type { Soundings } from "./soundings.ts";

/** One candidate of one question. Shared by all positions that ask it, whatever was answered before it. */
export interface Task<C extends Case> {
  candidate?: C;
  /** A check of the candidate was put off: it may turn out to be none. */
  isUnchecked?: boolean;
  verdict?: Verdict;
  /** What a limit that only postpones has said: good enough to look ahead, not to be committed. */
  provisional?: Verdict;
  /** It is being built, in turns. */
  isWaiting?: boolean;
  /** The machinery or the strategy broke on it; thrown if the walk ever comes here. */
  broken?: unknown;
  flight?: Flight<C>;
}

/** Known, running, postponed, broken or not there yet: there is nothing to start. */
export const needsNoTest = ({ verdict, provisional, flight, broken, isWaiting = false }: Task<Case>): boolean =>
  verdict !== undefined || provisional !== undefined || flight !== undefined || broken !== undefined || isWaiting;

interface Flight<C extends Case> {
  readonly key: string;
  readonly controller: AbortController;
  readonly tasks: Set<Task<C>>;
  orphan: boolean;
}

export interface FlightOptions<C extends Case> {
  readonly executor: Executor<C>;
  readonly journal: Journal;
  /** Called with how long a test took, in milliseconds. */
  readonly onTested: (ms: number) => void;
  /** Called whenever something has become known. */
  readonly onNews: () => void;
}

export class Flights<C extends Case> {
  readonly #around: FlightOptions<C>;
  readonly #tasks = new WeakMap<Ask<C, unknown>, Map<number, Task<C>>>();
  readonly #underWay = new Map<string, Flight<C>>();
  /** Keys whose outcome was learnt by running and has not been committed. */
  readonly #uncommitted = new Set<string>();
  #started = 0;
  /** How many candidates are being built in turns. */
  #waiting = 0;

  constructor(around: FlightOptions<C>) {
    this.#around = around;
  }

  get started(): number {
    return this.#started;
  }

  get idle(): boolean {
    return this.#underWay.size === 0;
  }

  /** Tests under way that the walk may still come to, and those that will be when their candidates are there. */
  get live(): number {
    let live = this.#waiting;
    for (const flight of this.#underWay.values()) if (!flight.orphan) live++;
    return live;
  }

  task(node: AskNode<C>): Task<C> {
    let tasks = this.#tasks.get(node.ask);
    if (tasks === undefined) this.#tasks.set(node.ask, (tasks = new Map()));
    let task = tasks.get(node.index);
    if (task === undefined) tasks.set(node.index, (task = {}));
    return task;
  }

  /** Builds the candidate and looks it up; afterwards its verdict is there if anybody knows it. */
  prepare(node: AskNode<C>): Task<C> {
    const task = this.task(node);
    const { verdict, flight, broken, isWaiting } = task;
    if (verdict !== undefined || flight !== undefined || broken !== undefined || isWaiting === true) return task;
    this.#build(task, () => {
      if (task.candidate === undefined) {
        const { built, isUnchecked } = this.#noting(node);
        task.candidate = built;
        if (isUnchecked) task.isUnchecked = true;
      }
      const known = this.#around.journal.recall(task.candidate.key());
      if (known !== undefined) task.verdict = known;
    });
    return task;
  }

  /** The same where the walk is: checks that were put off are made up for. What is not checked yet has no verdict. */
  prepareSurely(node: AskNode<C>): Pick<Task<C>, "verdict" | "broken"> {
    const task = this.prepare(node);
    if (task.isUnchecked !== true) return task;
    if (task.isWaiting !== true)
      this.#build(task, () => {
        this.#noting(node);
        delete task.isUnchecked;
      });
    return task.isWaiting === true ? {} : task;
  }

  /** Where tests take none of our time, nobody waits for a turn. */
  #noting({ ask, index }: AskNode<C>): ReturnType<typeof noting<C>> {
    return noting(() => ask.candidates.at(index), { inTurns: this.#around.executor.isVirtual !== true });
  }

  #wait(task: Task<C>, work: Promise<unknown>): void {
    task.isWaiting = true;
    this.#waiting++;
    const end = (): void => {
      delete task.isWaiting;
      this.#waiting--;
      this.#around.onNews();
    };
    work.then(end, (error: unknown) => {
      task.broken = error;
      end();
    });
  }

  #build(task: Task<C>, build: () => void): void {
    try {
      build();
    } catch (error) {
      if (error instanceof Unfinished) return this.#wait(task, error.work);
      delete task.isUnchecked;
      task.flight?.tasks.delete(task);
      delete task.flight;
      delete task.candidate;
      if (error instanceof Unrenderable) task.verdict = unresolved(`not renderable: ${error.message}`);
      else task.broken = error;
    }
  }

  /** Starts the test of a prepared candidate, or joins the one that is under way with the same content; tells whether one more is live. */
  start(task: Task<C>): boolean {
    const candidate = task.candidate as C;
    const key = candidate.key();
    const { executor } = this.#around;
    const known = this.#underWay.get(key);
    const flight = known ?? this.#launch(key, (signal) => executor.run(candidate, signal));
    const isMore = known === undefined || known.orphan;
    flight.tasks.add(task);
    flight.orphan = false;
    task.flight = flight;
    return isMore;
  }

  /** Runs a candidate whose finding was provisional once more, under the limits that decide; nothing else may be under way. */
  settle(task: Task<C>): void {
    const candidate = task.candidate as C;
    const { executor } = this.#around;
    const flight = this.#launch(candidate.key(), async (signal) => {
      const finding = await (executor.settle?.(candidate, signal) ?? executor.run(candidate, signal));
      return { ...finding, provisional: false };
    });
    flight.tasks.add(task);
    task.flight = flight;
  }

  /** Runs a case once more whatever is known about it, alone; the verdict is not taken from and not put into the journal. */
  alone(candidate: C, signal: AbortSignal): Promise<Finding> {
    const { executor } = this.#around;
    this.#started++;
    return executor.settle?.(candidate, signal) ?? executor.run(candidate, signal);
  }

  /**
   * The candidate of a committed task, which is not kept any longer, and how its verdict came about: a second commit of the same
   * content is a recollection.
   */
  commit(task: Task<C>): { readonly candidate: C | undefined; readonly provenance: Provenance } {
    const { candidate } = task;
    delete task.candidate;
    if (candidate === undefined) return { candidate, provenance: "unrenderable" };
    return { candidate, provenance: this.#uncommitted.delete(candidate.key()) ? "run" : "recalled" };
  }

  /** Marks the tests that no path from here leads to. They go on until `abortOrphans`, for somebody may adopt them. */
  markOrphans(from: Node<C>, epoch: number, soundings: Soundings<C>): void {
    if (this.#underWay.size === 0) return;
    const live = this.#reachable(from, epoch, soundings);
    for (const flight of this.#underWay.values()) flight.orphan = ![...flight.tasks].some((task) => live.has(task));
  }

  abortOrphans(): void {
    for (const flight of this.#underWay.values()) if (flight.orphan) this.#abort(flight);
  }

  abortAll(): void {
    for (const flight of this.#underWay.values()) this.#abort(flight);
  }

  #launch(key: string, run: (signal: AbortSignal) => Promise<Finding>): Flight<C> {
    const flight: Flight<C> = { key, controller: new AbortController(), tasks: new Set(), orphan: false };
    this.#underWay.set(key, flight);
    this.#started++;
    run(flight.controller.signal).then(
      (finding) => this.#land(flight, finding),
      (error: unknown) => this.#crash(flight, error),
    );
    return flight;
  }

  #land(flight: Flight<C>, finding: Finding): void {
    if (!this.#close(flight)) return;
    this.#around.onTested(finding.ms);
    if (finding.provisional === true) for (const task of flight.tasks) task.provisional = finding;
    else this.#learn(flight, finding);
    this.#around.onNews();
  }

  #learn(flight: Flight<C>, finding: Finding): void {
    this.#around.journal.record(flight.key, finding);
    this.#uncommitted.add(flight.key);
    const verdict = this.#around.journal.recall(flight.key) ?? finding;
    for (const task of flight.tasks) task.verdict = verdict;
  }

  #crash(flight: Flight<C>, error: unknown): void {
    if (!this.#close(flight)) return;
    for (const task of flight.tasks) task.broken = error;
    this.#around.onNews();
  }

  /** False if the flight was aborted before: what it brings is of no worth, and its content may be under way again. */
  #close(flight: Flight<C>): boolean {
    if (this.#underWay.get(flight.key) !== flight) return false;
    for (const task of flight.tasks) delete task.flight;
    return this.#underWay.delete(flight.key);
  }

  #abort(flight: Flight<C>): void {
    this.#close(flight);
    flight.controller.abort();
  }

  /** The tasks of all positions that were looked at and can still be reached. */
  #reachable(from: Node<C>, epoch: number, soundings: Soundings<C>): Set<Task<C>> {
    const found = new Set<Task<C>>();
    const sounded = new Set<object>();
    const ahead: (Node<C> | undefined)[] = [from];
    while (ahead.length > 0) {
      const node = ahead.pop();
      if (node?.kind === "ask") {
        const task = this.task(node);
        found.add(task);
        const { stretch } = node.ask;
        if (stretch !== undefined && !sounded.has(stretch.list)) {
          sounded.add(stretch.list);
          for (const beside of soundings.of(stretch.list, stretch.open.to)) found.add(this.task(beside));
        }
        const { fail, pass, unresolved: other } = node.after;
        // Of what is not checked, any way may be the one.
        const outcome = task.isUnchecked === true ? undefined : task.verdict?.outcome;
        // What was known on the way there is not under way.
        if (outcome !== undefined && node.ahead?.epoch === epoch) {
          ahead.push(node.ahead.node);
          continue;
        }
        if (outcome === undefined || outcome === "fail") ahead.push(fail);
        if (outcome === undefined || outcome === "pass") ahead.push(pass);
        if (outcome === undefined || outcome === "unresolved") ahead.push(other?.[1]);
      } else if (node?.kind === "join") {
        for (const [index, start] of node.starts) ahead.push(node.fronts.get(index) ?? start);
        ahead.push(node.continuation?.node);
      } else if (node?.kind === "postponed") ahead.push(node.begun);
    }
    return found;
  }
}
