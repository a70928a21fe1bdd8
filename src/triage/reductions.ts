/** Reduces every bug in fair turns; what turns up on the way is a find: a smaller input of another bug, or a bug nobody knew. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { given } from "../core/maybe.ts";
import { UserError } from "../core/errors.ts";
import { Stopped } from "../core/stopped.ts";
import { counted } from "../progress/figures.ts";
import { bugBar, bugSizes } from "../progress/triage.ts";
import { onDisk } from "../journals/disk-errors.ts";
import { reduceChecked } from "../reduce/reduce.ts";
import type { ReduceResult } from "../reduce/result.ts";
import { replaceFile } from "../runs/atomic.ts";
import { sha256 } from "../runs/identity.ts";
import { makePrivateDirectory } from "../runs/private.ts";
import type { Bucket, BugWitness } from "./bucket.ts";
import { bucketOracle } from "./bucket-oracle.ts";
import type { TriageOptions } from "./options.ts";
import type { ByCatch, TriageSession } from "./session.ts";
import type { Sorting } from "./sort.ts";
import type { Symptom } from "./symptom.ts";
import { caseOf, type Target } from "./target.ts";
import type { TriageWatch } from "./watch.ts";

/** Tests of a bug's first turn; each further turn goes so many times as far. */
const FIRST_TURN = 250;
const TURN_FACTOR = 4;
/** Tests of a bug in all, unless others are given. */
const BUCKET_TESTS = 2000;
/** Larger finds are not kept. */
const MAX_FIND = 1 << 20;
/** So many new bugs may be found on the way for each that was there: then something is wrong with the symptoms. */
const MAX_NEW_SHARE = 4;

export interface ReductionsOptions {
  readonly options: TriageOptions;
  readonly origin: string;
  readonly sorting: Sorting;
  readonly target: Target;
  readonly session: TriageSession;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly watch: TriageWatch;
  /** The smallest of a bug's own files. */
  readonly witnessOf: (bucket: Bucket) => BugWitness | undefined;
  readonly note: (text: string) => void;
  readonly onTurn: () => void;
}

/** Each test of a hang that shows it takes as long as its limit. */
const HANG_BUDGET_MS = 60_000;

const budgetOf = ({ symptom }: Bucket, given = Number.POSITIVE_INFINITY): number =>
  symptom.kind === "hang" ? Math.min(given, HANG_BUDGET_MS) : given;

const BAR = 20;

/** "#3  ███░░░  54 → 11 bytes, 40 tests" */
const rowOf = (id: number, { before, bytes, tests, complete }: NonNullable<Bucket["reduced"]>): string => {
  const sizes = { before, now: bytes.length };
  const unit = bytes.length === 1 ? "byte" : "bytes";
  return `#${id}  ${bugBar(sizes, BAR)}  ${bugSizes(sizes)} ${unit}, ${counted(tests, "test")}${complete ? "" : ", not finished"}`;
};

/** How far a bug's reduction has come. */
interface Course {
  readonly bucket: Bucket;
  readonly witness: BugWitness;
  /** Committed tests, of the latest turn. */
  tests: number;
  ms: number;
  isOver: boolean;
}

export class Reductions {
  /** Finds that became a bug's new input, and bugs that nobody knew. */
  crossFinds = 0;
  newBugs = 0;
  /** Committed tests in all. */
  tests = 0;
  readonly #given: ReductionsOptions;
  readonly #courses = new Map<number, Course>();
  readonly #mostNew: number;

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
    const witness = bucket.witness ?? this.#given.witnessOf(bucket);
    if (witness !== undefined) this.#courses.set(bucket.id, { bucket, witness, tests: 0, ms: 0, isOver: false });
  }

  async #turn(course: Course, wanted: number): Promise<void> {
    const { options, onTurn, note, watch } = this.#given;
    const { bucketTests = BUCKET_TESTS, bucketBudget, maxTests = Number.POSITIVE_INFINITY } = options;
    const most = Math.min(wanted, bucketTests, course.tests + maxTests - this.tests);
    const { bucket } = course;
    const before = course.tests;
    const started = performance.now();
    onTurn();
    const committed: ByCatch[] = [];
    try {
      if (most > 0) this.#keep(course, await this.#reduce(course, most, committed));
      course.isOver ||= course.tests >= bucketTests;
    } catch (error) {
      if (!(error instanceof Stopped)) {
        if (!(error instanceof UserError) || !HARMLESS.has(error.code)) throw error;
        note(`#${bucket.id} is not reduced: ${error.message}`);
      }
      course.isOver = true;
    }
    course.ms += performance.now() - started;
    course.isOver ||= course.ms >= budgetOf(bucket, bucketBudget);
    watch.turned(bucket, course.isOver);
    this.tests += course.tests - before;
    if (course.isOver && bucket.reduced !== undefined) note(rowOf(bucket.id, bucket.reduced));
    await this.#takeFinds(bucket, committed);
    onTurn();
  }

  #keep(course: Course, result: ReduceResult): void {
    const { bucket, witness } = course;
    const { tests, status, reason, run } = result;
    course.tests = tests.fail + tests.pass + tests.unresolved;
    course.isOver = status === "complete";
    if (status === "stopped" && reason !== "max-tests" && !this.#given.signal.aborted) course.isOver = true;
    const { name, from, bytes } = witness;
    const before = bucket.best?.bytes ?? bytes.length;
    bucket.reduced = {
      bytes: result.best,
      name,
      from,
      before,
      tests: course.tests,
      complete: status === "complete",
      run,
    };
  }

  async #reduce({ bucket, witness, ms }: Course, most: number, committed: ByCatch[]): Promise<ReduceResult> {
    const { options, origin, target, session, jobs, signal, watch } = this.#given;
    const { bucketBudget, extraFiles, stdin, language, commandLine, onBest } = options;
    const left = new AbortController();
    const see = watch.turn(bucket, () => left.abort(new Stopped("stop")));
    const folder = join(session.inputs, `${bucket.id}-${sha256(witness.bytes).slice(0, 12)}`);
    const input = join(folder, witness.name);
    onDisk(`cannot make ${folder}`, () => makePrivateDirectory(folder));
    if (!existsSync(input)) replaceFile(input, witness.bytes);
    const { signature, symptom } = bucket;
    const oracle = bucketOracle({
      target,
      name: witness.name,
      signature,
      title: symptom.title,
      ...(symptom.kind === "hang" && { hangMs: target.hangMs }),
      onOther: (other, candidate) => {
        if (this.#isUseful(other, candidate.size, () => candidate.files[0]?.bytes() ?? new Uint8Array()))
          session.keepFind({
            key: candidate.key(),
            symptom: other,
            bytes: candidate.files[0]?.bytes() ?? new Uint8Array(),
          });
      },
    });
    return await reduceChecked({
      input,
      output: join(folder, `reduced-${witness.name}`),
      oracle,
      runs: target.options.command,
      cwd: origin,
      runsDirectory: session.reductions,
      jobs,
      maxTests: most,
      signal: AbortSignal.any([signal, left.signal]),
      controls: watch.controls,
      ...(Number.isFinite(budgetOf(bucket, bucketBudget)) && {
        budget: Math.max(1, budgetOf(bucket, bucketBudget) - ms),
      }),
      ...given({ extraFiles, stdin, language, commandLine, onBest }),
      onEvent: (event) => {
        see(event);
        // Committed tests come in the same order for any number of jobs.
        const find = event.type === "test" ? session.findOf(event.key) : undefined;
        if (find !== undefined) committed.push(find);
      },
    }).result;
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
      bucket.reduced?.bytes.length ?? this.#courses.get(bucket.id)?.witness.bytes.length ?? bucket.best?.bytes ?? 0
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
    delete bucket.reduced;
    this.#enter(bucket);
    bucket.reduced = { ...witness, before: bucket.best?.bytes ?? witness.bytes.length, tests: 0, complete: false };
  }
}

/** A bug that cannot be reduced leaves the others alone. */
const HARMLESS: ReadonlySet<string> = new Set(["NOT_FAILING", "FLAKY", "TRIVIAL", "NO_MEMORY"]);
