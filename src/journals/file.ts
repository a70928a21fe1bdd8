/** A journal that outlives the process, the machine's power and a bad sector. */
import { UserError } from "../core/errors.ts";
import type { Journal, SkipMark } from "../core/journal.ts";
import type { Outcome, Verdict } from "../core/verdict.ts";
import { Log, readLog } from "./log.ts";

/** Raised with every change of a record's shape. */
const JOURNAL_VERSION = 1;

/** What was fixed when the run began and decides outcomes ever after. */
type Facts = Readonly<Record<string, unknown>>;

/** Which test has given the outcomes, as two digests: of its content, and of what the file system says of it. */
interface TestMark {
  readonly content: string;
  /** Missing when it is not known any more: that is never the same as before. */
  readonly state?: string;
}

export interface FileJournal extends Journal {
  /** How many outcomes and marks were there when it was opened. */
  readonly replayed: number;
  /** How many records were torn or corrupted and are not counted in. */
  readonly dropped: number;
  /** Those of the last header; `undefined` in a journal that has none yet. */
  readonly facts: Facts | undefined;
  /** Writes a header; what it says holds for the outcomes of the run. */
  fix(facts: Facts): void;
  /**
   * The test is as it was, or it is not: outcomes between two checks count only when both have the same state, and outcomes before a
   * check only when it has the same content. Returns how many are not known any more.
   */
  check(test: TestMark): number;
  /** There are outcomes since the last check. */
  readonly isUnchecked: boolean;
  /** When it returns, every record is on the disk. */
  sync(): void;
  /** The workers on whose word an outcome rests; nobody where this machine has tested it. */
  vouchers(key: string): readonly string[];
  /** Those that are not trusted. */
  readonly distrusted: readonly string[];
  /** Forgets every outcome that nobody but workers like it vouches for, and tells how many these are. What it says later is not kept. */
  distrust(worker: string): number;
}

/**
 * Records are written at once and synced every 100 ms; the last record of a key counts. Evidence is not kept. Throws a `UserError` when
 * the disk refuses, and JOURNAL_VERSION for a journal of another version.
 */
export const openJournal = (path: string): FileJournal => {
  const memory = new Memory();
  const { log, read } = Log.open(path, (record) => memory.take(record));
  const write = (record: object): void => {
    memory.take(record as Record<string, unknown>);
    log.append(record);
  };
  const distrust = (worker: string): number => {
    const before = memory.entries.size;
    write({ kind: "distrust", worker });
    return before - memory.entries.size;
  };
  const replayed = memory.taken;
  return {
    replayed,
    dropped: read.dropped,
    marks: memory.marks,
    get facts() {
      return memory.facts;
    },
    check: ({ content, state }) => {
      const before = memory.entries.size;
      write({ kind: "checked", content, ...(state !== undefined && { state }) });
      return before - memory.entries.size;
    },
    get isUnchecked() {
      return memory.isUnchecked;
    },
    fix: (facts) => write({ kind: "header", version: JOURNAL_VERSION, facts }),
    recall: (key) => memory.entries.get(key)?.verdict,
    record: (key, { outcome, reason, ms, by }) =>
      write({
        key,
        outcome,
        ...(reason !== undefined && { reason }),
        ms: Math.round(ms * 10) / 10,
        ...(by !== undefined && { by }),
      }),
    mark: write,
    vouchers: (key) => memory.entries.get(key)?.by ?? [],
    get distrusted() {
      return [...memory.distrusted];
    },
    distrust,
    sync: () => log.sync(),
    close: async () => log.close(),
  };
};

/** The outcomes that count, by key, of a journal that somebody else may be writing. */
export const readVerdicts = (path: string): ReadonlyMap<string, Verdict> => {
  const memory = new Memory();
  readLog(path, (record) => memory.take(record));
  return new Map(Array.from(memory.entries, ([key, { verdict }]) => [key, verdict]));
};

/** What the records say, all told. */
class Memory {
  readonly entries = new Map<string, Entry>();
  readonly distrusted = new Set<string>();
  readonly marks: SkipMark[] = [];
  facts: Facts | undefined;
  /** Outcomes and marks. */
  taken = 0;
  /** There are outcomes since the last check. */
  isUnchecked = false;
  /** Keys since the last check, each with what was known before. */
  readonly #unchecked = new Map<string, Entry | undefined>();
  #checked: TestMark | undefined;
  /** One object for all entries that are alike. */
  readonly #alike = new Map<string, Entry>();

  take(record: Record<string, unknown>): void {
    if (record["kind"] === "header") return this.#takeHeader(record);
    if (record["kind"] === "checked") return this.#takeCheck(record as unknown as TestMark);
    this.taken++;
    if (record["kind"] === "skip") {
      const { pass, committed } = record as unknown as SkipMark;
      this.marks.push({ kind: "skip", pass, committed });
      return;
    }
    if (record["kind"] === "distrust") return this.#distrust(String(record["worker"]));
    const { key } = record;
    if (typeof key !== "string") return;
    this.isUnchecked = true;
    // Before the first check nothing is kept that could come back.
    if (this.#checked !== undefined && !this.#unchecked.has(key)) this.#unchecked.set(key, this.entries.get(key));
    this.#note(key, this.#entry(record as unknown as StoredOutcome));
  }

  #note(key: string, entry: Entry | undefined): void {
    if (entry !== undefined && this.#isVouchedFor(entry)) this.entries.set(key, entry);
    else this.entries.delete(key);
  }

  #distrust(worker: string): void {
    this.distrusted.add(worker);
    for (const [key, entry] of this.entries) if (!this.#isVouchedFor(entry)) this.entries.delete(key);
  }

  /** By this machine, or by a worker that is trusted. */
  #isVouchedFor({ by }: Entry): boolean {
    return by === undefined || by.some((worker) => !this.distrusted.has(worker));
  }

  /** What came since the last check is undone if the test was another one, or may have been another one meanwhile. */
  #takeCheck({ content, state }: TestMark): void {
    if (content !== this.#checked?.content) this.entries.clear();
    else if (state === undefined || state !== this.#checked.state)
      for (const [key, before] of this.#unchecked) this.#note(key, before);
    this.#unchecked.clear();
    this.isUnchecked = false;
    this.#checked = { content, ...(state !== undefined && { state }) };
  }

  #takeHeader({ version, facts }: Record<string, unknown>): void {
    if (version !== JOURNAL_VERSION)
      throw new UserError(
        "JOURNAL_VERSION",
        `The journal has version ${String(version)}, this is version ${JOURNAL_VERSION}.`,
        {
          advice: "Go on with the pare that began the run, or start over with --fresh.",
        },
      );
    this.facts = facts as Facts;
  }

  #entry({ outcome, reason, by }: StoredOutcome): Entry {
    const name = `${outcome} ${by?.join() ?? ""} ${reason ?? ""}`;
    let entry = this.#alike.get(name);
    if (entry === undefined) {
      const verdict = reason === undefined ? { outcome } : { outcome, reason };
      this.#alike.set(name, (entry = { verdict, ...(by !== undefined && { by }) }));
    }
    return entry;
  }
}

interface StoredOutcome {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly by?: readonly string[];
}

interface Entry {
  readonly verdict: Verdict;
  /** Missing where this machine has tested it. */
  readonly by?: readonly string[];
}
