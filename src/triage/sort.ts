/** Sorts files into buckets: one run for each, and a few more where a run leaves a doubt. */
import { given } from "../core/maybe.ts";
import { Slots } from "../executors/slots.ts";
import { withMember, type Bucket, type KnownBug } from "./bucket.ts";
import { BucketIndex, shows, signatureOf, widened } from "./buckets.ts";
import { readTriageFile, type ReadFile, type TriageFile } from "./input/files.ts";
import type { FileSymptom, TriageSession } from "./session.ts";
import type { SetAside, Symptom, Unsorted } from "./symptom.ts";
import { caseOf, type TargetRun, type Target } from "./target.ts";
import type { TriageWatch } from "./watch.ts";

/** What is left of the runs beyond one for each file: a fifth of their number. */
const SPARE_SHARE = 0.2;
const MIN_SPARE = 24;
/** A symptom that is new must show in so many runs. */
const CONFIRMING = 3;
/** Runs that say how often, once it does not show every time. */
const RATE_RUNS = 10;
/** After so many that do not end within the longest limit, the usual one is believed. */
const ENOUGH_HANGS = 3;
/** Files that were run and wait for those before them, for each job. */
const AHEAD = 4;
/** Bytes of files that were run and wait, at most: large ones come one after the other. */
const MAX_HELD = 1 << 27;

export interface SortOptions {
  readonly target: Target;
  readonly session: TriageSession;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly watch: TriageWatch;
  readonly onSorted: (done: number) => void;
}

/** Runs that are in doubt are repeated as long as there are some to spare. */
export class Sorting {
  readonly buckets: Bucket[] = [];
  readonly aside: SetAside[] = [];
  /** How many files have the content of an earlier one. */
  duplicates = 0;
  readonly #options: SortOptions;
  readonly #index = new BucketIndex<Bucket>();
  /** By content and name: which bucket took it, or why none did. */
  readonly #byContent = new Map<string, Bucket | Unsorted>();
  readonly #waiting = new Map<string, Promise<TargetRun | undefined>>();
  readonly #slots: Slots;
  #spare = 0;
  /** Files that hang beyond the limit that is usual, too. */
  #hangs = 0;
  #nextId = 1;

  constructor(options: SortOptions) {
    this.#options = options;
    this.#slots = new Slots(options.jobs);
  }

  /** Bugs of an earlier triage keep their numbers. */
  addKnown(known: readonly KnownBug[]): void {
    for (const bug of known) {
      const { id, signature, symptom } = bug;
      this.#nextId = Math.max(this.#nextId, id + 1);
      const firstSeen = bug.firstSeen === undefined ? undefined : new Date(bug.firstSeen);
      this.#enter({ id, signature, symptom, members: [], known: bug, ...(firstSeen !== undefined && { firstSeen }) });
    }
  }

  /** In the order of the files, however many run at once. */
  async sortAll(files: readonly TriageFile[]): Promise<void> {
    const { jobs, signal, onSorted, watch } = this.#options;
    this.#spare = Math.max(MIN_SPARE, Math.floor(files.length * SPARE_SHARE));
    const ahead: Begun[] = [];
    let done = 0;
    let held = 0;
    const isFull = (): boolean => ahead.length > AHEAD * jobs || held > MAX_HELD;
    const settleOne = async (): Promise<void> => {
      const begun = ahead.shift();
      await begun?.settle();
      held -= begun?.bytes ?? 0;
      watch.sorted(this);
      onSorted(++done);
    };
    for (const [number, file] of files.entries()) {
      await watch.going();
      signal.throwIfAborted();
      const begun = await this.#begin(file, number);
      ahead.push(begun);
      held += begun.bytes;
      // What is over is in the journal at once: a triage that is killed has lost nothing but what was running.
      while (isFull() || ahead[0]?.isOver() === true) await settleOne();
    }
    while (ahead.length > 0) await settleOne();
  }

  async #begin(file: TriageFile, number: number): Promise<Begun> {
    const release = await this.#slots.take();
    const read = readTriageFile(file.path);
    if (typeof read === "string") {
      release();
      return {
        bytes: 0,
        isOver: () => true,
        settle: () => Promise.resolve(this.#setAside(file, { reason: "not readable", why: read })),
      };
    }
    const key = keyOf(read, file);
    let isOver = true;
    const isFirst = !this.#waiting.has(key) && !this.#byContent.has(key);
    if (isFirst && this.#options.session.recall(key) === undefined) {
      const { target, signal } = this.#options;
      isOver = false;
      const running = target.sort(caseOf(read.bytes, file.name), file.name, signal).finally(() => {
        isOver = true;
        release();
      });
      running.catch(() => undefined);
      this.#waiting.set(key, running);
    } else {
      release();
      if (isFirst) this.#waiting.set(key, Promise.resolve(undefined));
    }
    return { bytes: read.bytes.length, isOver: () => isOver, settle: () => this.#settle(file, number, read) };
  }

  async #settle(file: TriageFile, number: number, read: ReadFile): Promise<void> {
    const key = keyOf(read, file);
    const settled = this.#byContent.get(key);
    if (settled !== undefined) {
      this.duplicates++;
      return this.#place(settled, { file, number, read });
    }
    const run = await this.#waiting.get(key);
    this.#waiting.delete(key);
    const recalled = this.#options.session.recall(key);
    const known = recalled ?? (await this.#judge(run as TargetRun, file, read));
    if (recalled === undefined) this.#options.session.note(key, known, run?.ms ?? 0);
    const where = "symptom" in known ? this.take(known, () => read.bytes) : known.unsorted;
    this.#byContent.set(key, where);
    this.#place(where, { file, number, read });
  }

  #place(where: Bucket | Unsorted, { file, number, read }: Placed): void {
    if ("reason" in where) return this.#setAside(file, where);
    where.members.push(number);
    where.smallest = withMember(where.smallest ?? [], { file: number, bytes: read.bytes.length, sha256: read.sha256 });
    const [best] = where.smallest;
    if (best !== undefined) where.best = best;
    if (where.firstSeen === undefined || read.seen < where.firstSeen) where.firstSeen = read.seen;
    this.#options.watch.bug(where);
  }

  #setAside({ shown }: TriageFile, { reason, why }: Unsorted): void {
    this.aside.push({ shown, reason, why });
  }

  /** The bucket of a symptom, a new one if need be. */
  take(
    known: Extract<FileSymptom, { readonly symptom: Symptom }>,
    input: () => Uint8Array,
    foundWhile?: number,
  ): Bucket {
    const { symptom, rate } = known;
    const found = this.#index.find(symptom, input);
    if (found !== undefined) {
      found.signature = widened(found.signature, symptom);
      if (rate === undefined && found.rate !== undefined) {
        // There is a file that shows it every time: that one is reduced.
        delete found.rate;
        delete found.best;
        delete found.smallest;
      }
      return found;
    }
    const bucket: Bucket = {
      id: this.#nextId++,
      signature: signatureOf(symptom, input()),
      symptom,
      members: [],
      ...given({ rate, foundWhile }),
    };
    this.#enter(bucket);
    return bucket;
  }

  find(symptom: Symptom, input: () => Uint8Array): Bucket | undefined {
    return this.#index.find(symptom, input);
  }

  #enter(bucket: Bucket): void {
    this.buckets.push(bucket);
    this.#index.add(bucket);
    this.#options.watch.bug(bucket);
  }

  /** What a first run shows is believed if it is known, and asked again if it is new or nothing. */
  async #judge(run: TargetRun, file: TriageFile, read: ReadFile): Promise<FileSymptom> {
    const { sight, ms } = run;
    if ("symptom" in sight) {
      const { symptom } = sight;
      if (symptom.kind === "hang") return await this.#judgeHang(symptom, ms, file, read);
      const bucket = this.#index.find(symptom, () => read.bytes);
      const isSteady = bucket !== undefined && bucket.rate === undefined;
      return isSteady ? { symptom } : await this.confirm(symptom, read.bytes, file.name);
    }
    const { unsorted } = sight;
    return unsorted.reason === "does not fail" ? await this.#again(file, read, unsorted, CONFIRMING - 1) : { unsorted };
  }

  /** What does not end within the usual limit is given the longest one, until a few did not end within that either. */
  async #judgeHang(symptom: Symptom, ms: number, file: TriageFile, read: ReadFile): Promise<FileSymptom> {
    if (this.#options.target.isHard(ms) || this.#hangs >= ENOUGH_HANGS || !this.#spend()) return { symptom };
    const { sight } = await this.#see(read.bytes, file.name);
    if (!("symptom" in sight)) return sight;
    if (sight.symptom.kind !== "hang") return await this.confirm(sight.symptom, read.bytes, file.name);
    this.#hangs++;
    return { symptom };
  }

  /** A symptom that is new, in a few more runs: does it show every time? */
  async confirm(symptom: Symptom, bytes: Uint8Array, name: string): Promise<FileSymptom> {
    const signature = signatureOf(symptom, bytes);
    let count = 1;
    let runs = 1;
    let wanted = CONFIRMING;
    while (runs < wanted && this.#spend()) {
      const { sight } = await this.#see(bytes, name);
      runs++;
      if ("symptom" in sight && shows(signature, sight.symptom, () => bytes)) count++;
      else wanted = RATE_RUNS;
    }
    return count === runs && runs > 1 ? { symptom } : this.#unsure(symptom, { shows: count, runs });
  }

  /** How often an input shows a bug that turned out not to show every time. */
  async rateOf({ signature }: Bucket, bytes: Uint8Array, name: string): Promise<NonNullable<Bucket["rate"]>> {
    let count = 0;
    for (let run = 0; run < RATE_RUNS; run++) {
      const { sight } = await this.#see(bytes, name);
      if ("symptom" in sight && shows(signature, sight.symptom, () => bytes)) count++;
    }
    return { shows: count, runs: RATE_RUNS };
  }

  /** Without a run to spare, what was seen once is believed, unless it is known to come and go. */
  #unsure(symptom: Symptom, rate: { readonly shows: number; readonly runs: number }): FileSymptom {
    return rate.runs === 1 && this.#index.find(symptom, () => new Uint8Array())?.rate === undefined
      ? { symptom }
      : { symptom, rate };
  }

  /** Once more, for it may show only sometimes; the rate counts the runs that showed nothing. */
  async #again(file: TriageFile, read: ReadFile, unsorted: Unsorted, times: number): Promise<FileSymptom> {
    for (let runs = 1; runs <= times && this.#spend(); runs++) {
      const { sight } = await this.#see(read.bytes, file.name);
      if (!("symptom" in sight)) {
        if (sight.unsorted.reason !== unsorted.reason) return sight;
        continue;
      }
      const { symptom } = sight;
      const known = await this.confirm(symptom, read.bytes, file.name);
      const rate = "rate" in known ? known.rate : undefined;
      return { symptom, rate: { shows: rate?.shows ?? CONFIRMING, runs: (rate?.runs ?? CONFIRMING) + runs } };
    }
    return { unsorted };
  }

  #see(bytes: Uint8Array, name: string): Promise<TargetRun> {
    const { target, signal } = this.#options;
    return this.#slots.during(() => target.see(caseOf(bytes, name), { name, signal }));
  }

  #spend(): boolean {
    return this.#spare-- > 0;
  }

  /** Runs for what is found later. */
  allow(runs: number): void {
    this.#spare = Math.max(this.#spare, runs);
  }
}

/** A file whose run was started, if it has to be run; `settle` waits for it and puts the file in its place. */
interface Begun {
  /** What is held of it in memory. */
  readonly bytes: number;
  isOver(): boolean;
  settle(): Promise<void>;
}

interface Placed {
  readonly file: TriageFile;
  readonly number: number;
  readonly read: ReadFile;
}

const keyOf = ({ sha256 }: ReadFile, { name }: TriageFile): string => `${sha256} ${name}`;
