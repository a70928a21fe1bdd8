/** Reduces every bug in fair turns; what turns up on the way is a find: a smaller input of another bug, or a bug nobody knew. */
import { UserError } from "../core/errors.ts";
import { Stopped } from "../core/stopped.ts";
import type { TestCase } from "../core/test-case.ts";
import type { ReduceResult } from "../reduce/result.ts";
import type { Bucket, Reduced, BugWitness } from "./bucket.ts";
import { budgetOf, rowOf, type Course } from "./course.ts";
import { isSame } from "./offers.ts";
import type { ByCatch } from "./session.ts";
import type { Sorting } from "./sort.ts";
import type { Symptom } from "./symptom.ts";
import { caseOf } from "./target.ts";
import { reduceTurn, type TurnMeans } from "./turn.ts";
import type { Witnesses } from "./witnesses.ts";

/** Tests of a bug's first turn; each further turn goes so many times as far. */
const FIRST_TURN = 250;
const TURN_FACTOR = 4;
/** Tests of a bug in all, unless others are given. */
const BUCKET_TESTS = 2000;
/** The second input of a bug gets so many, even if the first has needed fewer. */
const MIN_SECOND = 50;
/** So many of a bug's smallest files are asked for one that shows it every time. */
const STEADY_TRIES = 4;
/** Larger finds are not kept. */
const MAX_FIND = 1 << 20;
/** So many new bugs may be found on the way for each that was there: then something is wrong with the symptoms. */
const MAX_NEW_SHARE = 4;

export interface ReductionsOptions extends TurnMeans {
  readonly sorting: Sorting;
  readonly witnesses: Witnesses;
  readonly note: (text: string) => void;
  readonly onTurn: () => void;
}

export class Reductions {
  /** Finds that became a bug's new input, and bugs that nobody knew. */
  crossFinds = 0;
  newBugs = 0;
  /** Committed tests in all. */
  tests = 0;
  readonly #given: ReductionsOptions;
  readonly #courses = new Map<string, Course>();
  readonly #mostNew: number;
  /** Rows of bugs. */
  readonly #told = new Set<string>();

  constructor(given: ReductionsOptions) {
    this.#given = given;
    this.#mostNew = MAX_NEW_SHARE * Math.max(8, given.sorting.buckets.length);
  }

  /** Are all bugs done? Else it was stopped. */
  async run(): Promise<boolean> {
    const { sorting, signal, watch } = this.#given;
    for (const bucket of sorting.buckets) this.#enter(bucket);
    for (let most = FIRST_TURN; ; most *= TURN_FACTOR) {
      const turns = [...this.#courses.keys()];
      for (const id of turns) {
        await watch.going();
        if (signal.aborted || this.#isSpent()) return false;
        const course = this.#courses.get(id);
        if (course === undefined || course.isOver) continue;
        await this.#turn(course, most);
      }
      if (signal.aborted) return false;
      for (const course of this.#courses.values()) this.#enterSecond(course);
      if ([...this.#courses.values()].every(({ isOver }) => isOver)) return true;
    }
  }

  get done(): number {
    return [...this.#courses.values()].filter(({ isOver }) => isOver).length;
  }

  get all(): number {
    return this.#courses.size;
  }

  #isSpent(): boolean {
    return this.tests >= (this.#given.options.maxTests ?? Number.POSITIVE_INFINITY);
  }

  #enter(bucket: Bucket): void {
    if (bucket.rate !== undefined || bucket.reduced !== undefined) return;
    const witness = bucket.witness ?? this.#given.witnesses.best(bucket);
    const { bucketTests: limit = BUCKET_TESTS } = this.#given.options;
    if (witness === undefined && bucket.members.length > 0)
      this.#given.note(`#${bucket.id} is not reduced: its files have changed since they were sorted, or are gone`);
    if (witness !== undefined)
      this.#courses.set(String(bucket.id), {
        bucket,
        witness,
        isSecond: false,
        limit,
        tests: 0,
        ms: 0,
        isOver: false,
      });
  }

  /** An input that differs much may end smaller; it gets as many tests as the first has needed, if there are so many left. */
  #enterSecond({ bucket, witness, isOver, isSecond, tests, ms, limit }: Course): void {
    const key = `${bucket.id} second`;
    const isDone = isOver && bucket.reduced?.complete === true && bucket.rate === undefined;
    if (isSecond || !isDone || this.#courses.has(key) || bucket.symptom.kind === "hang") return;
    const second = this.#given.witnesses.second(bucket);
    if (second === undefined || Buffer.compare(second.bytes, witness.bytes) === 0) return;
    const most = Math.min(Math.max(tests, MIN_SECOND), limit - tests);
    if (most > 0)
      this.#courses.set(key, { bucket, witness: second, isSecond: true, limit: most, tests: 0, ms, isOver: false });
  }

  async #turn(course: Course, wanted: number): Promise<void> {
    const { options, onTurn, watch } = this.#given;
    const { bucketBudget, maxTests = Number.POSITIVE_INFINITY } = options;
    const { bucket, witness, limit, ms, tests: before } = course;
    const most = Math.min(wanted, limit, course.tests + maxTests - this.tests);
    const started = performance.now();
    onTurn();
    let found: readonly ByCatch[] = [];
    try {
      if (most > 0) {
        const budget = budgetOf(bucket, bucketBudget) - ms;
        const isUseful = this.#isFind.bind(this);
        const { result, finds } = await reduceTurn({ bucket, witness, most, budget, isUseful }, this.#given);
        this.#keep(course, result);
        found = finds;
      }
      course.isOver ||= course.tests >= limit;
    } catch (error) {
      course.isOver = true;
      if (!(error instanceof Stopped)) await this.#leave(course, error);
    }
    course.ms += performance.now() - started;
    course.isOver ||= course.ms >= budgetOf(bucket, bucketBudget);
    watch.turned(bucket, course.isOver);
    this.tests += course.tests - before;
    if (course.isOver && bucket.reduced !== undefined) this.#tell(rowOf(bucket.id, bucket.reduced));
    await this.#takeFinds(bucket, found);
    onTurn();
  }

  /** A second input that changes nothing is no news. */
  #tell(row: string): void {
    if (this.#told.has(row)) return;
    this.#told.add(row);
    this.#given.note(row);
  }

  /** A bug that cannot be reduced leaves the others alone; one that comes and goes gets its rate. */
  async #leave({ bucket, witness, isSecond }: Course, error: unknown): Promise<void> {
    const { sorting, note } = this.#given;
    if (!(error instanceof UserError) || !HARMLESS.has(error.code)) throw error;
    if (isSecond) return;
    const isUnsteady = error.code === "FLAKY" || error.code === "NOT_FAILING";
    const rate = isUnsteady ? await sorting.rateOf(bucket, witness.bytes, witness.name) : undefined;
    if (rate !== undefined && rate.shows < rate.runs) {
      if (await this.#findSteady(bucket, witness)) return this.#enter(bucket);
      bucket.rate = rate;
    }
    note(`#${bucket.id} is not reduced: ${error.message}`);
  }

  /** Another small file may show the bug every time: that one takes the place of the smallest. */
  async #findSteady(bucket: Bucket, unsteady: BugWitness): Promise<boolean> {
    const { sorting, witnesses } = this.#given;
    for (const { member, witness } of witnesses.few(bucket, STEADY_TRIES)) {
      if (Buffer.compare(witness.bytes, unsteady.bytes) === 0) continue;
      const { shows, runs } = await sorting.rateOf(bucket, witness.bytes, witness.name);
      if (shows < runs) continue;
      delete bucket.witness;
      bucket.best = member;
      bucket.smallest = [member];
      return true;
    }
    return false;
  }

  #keep(course: Course, result: ReduceResult): void {
    const { bucket, witness, isSecond } = course;
    const { tests, status, reason, run } = result;
    course.tests = tests.fail + tests.pass + tests.unresolved;
    course.isOver = status === "complete";
    if (status === "stopped" && reason !== "max-tests" && !this.#given.signal.aborted) course.isOver = true;
    const { name, from, bytes } = witness;
    const before = bucket.best?.bytes ?? bytes.length;
    const complete = status === "complete";
    const began = bytes.length;
    const reduced = { bytes: result.best, name, from, before, began, tests: course.tests, complete, run };
    if (isSecond) this.#keepSecond(bucket, { ...reduced, before: bytes.length });
    else bucket.reduced = reduced;
  }

  /** The smaller one is the bug's; the other is kept if it shows another way to the bug. */
  #keepSecond(bucket: Bucket, second: Reduced): void {
    const { reduced: first } = bucket;
    if (first === undefined) return;
    const isSmaller = second.complete && second.bytes.length < first.bytes.length;
    const [best, other] = isSmaller ? [second, first] : [first, second];
    bucket.reduced = best;
    if (isSame(best.bytes, other.bytes)) delete bucket.second;
    else if (other.complete) bucket.second = other;
  }

  #isFind(symptom: Symptom, candidate: TestCase): boolean {
    return this.#isUseful(symptom, candidate.size, () => candidate.files[0]?.bytes() ?? new Uint8Array());
  }

  /** A bug that nobody knew, if it is no mere message; or an input of a known one that is smaller than what it has. */
  #isUseful(symptom: Symptom, size: number, bytes: () => Uint8Array): boolean {
    if (size > MAX_FIND) return false;
    const bucket = this.#given.sorting.find(symptom, bytes);
    if (bucket === undefined) return symptom.kind === "crash" || symptom.kind === "signal";
    return bucket.rate === undefined && size < this.#sizeOf(bucket);
  }

  #sizeOf(bucket: Bucket): number {
    return (
      bucket.reduced?.bytes.length ??
      this.#courses.get(String(bucket.id))?.witness.bytes.length ??
      bucket.best?.bytes ??
      0
    );
  }

  /** The smallest of each bug, tested once more. */
  async #takeFinds(while_: Bucket, committed: readonly ByCatch[]): Promise<void> {
    const { sorting, signal } = this.#given;
    const finds = committed.toSorted((a, b) => a.bytes.length - b.bytes.length);
    for (const { symptom, bytes } of finds) {
      if (signal.aborted) return;
      const known = sorting.find(symptom, () => bytes);
      if (known?.id === while_.id || !this.#isUseful(symptom, bytes.length, () => bytes)) continue;
      if (known === undefined && this.newBugs >= this.#mostNew) continue;
      const name = while_.reduced?.name ?? "input";
      const from = `found while reducing #${while_.id}`;
      if (known === undefined) await this.#openFound({ symptom, bytes, name, from }, while_.id);
      else if (await this.#stillShows(known, bytes, name)) this.#replace(known, { bytes, name, from });
    }
  }

  async #openFound(
    { symptom, ...witness }: BugWitness & { readonly symptom: Symptom },
    foundWhile: number,
  ): Promise<void> {
    const { sorting, note } = this.#given;
    sorting.allow(12);
    const confirmed = await sorting.confirm(symptom, witness.bytes, witness.name);
    if (!("symptom" in confirmed) || confirmed.rate !== undefined) return;
    const bucket = sorting.take(confirmed, () => witness.bytes, foundWhile);
    if (bucket.foundWhile !== foundWhile || bucket.witness !== undefined) return;
    bucket.witness = witness;
    this.newBugs++;
    note(`#${bucket.id} ${symptom.title}: ${witness.from}`);
    this.#enter(bucket);
  }

  async #stillShows(bucket: Bucket, bytes: Uint8Array, name: string): Promise<boolean> {
    const { target, signal, sorting } = this.#given;
    const { sight } = await target.see(caseOf(bytes, name), { name, signal });
    return "symptom" in sight && sorting.find(sight.symptom, () => bytes)?.id === bucket.id;
  }

  /** The bug goes on from its new input. */
  #replace(bucket: Bucket, witness: BugWitness): void {
    if (bucket.known !== undefined && bucket.members.length === 0) return;
    const { note } = this.#given;
    note(`#${bucket.id} has a smaller input, of ${witness.bytes.length} bytes: ${witness.from}`);
    this.crossFinds++;
    bucket.witness = witness;
    if (bucket.reduced?.run !== undefined) bucket.legs = [...(bucket.legs ?? []), bucket.reduced];
    delete bucket.reduced;
    this.#enter(bucket);
    const began = witness.bytes.length;
    bucket.reduced = { ...witness, before: bucket.best?.bytes ?? began, began, tests: 0, complete: false };
  }
}

const HARMLESS: ReadonlySet<string> = new Set(["NOT_FAILING", "FLAKY", "TRIVIAL", "NO_MEMORY"]);
