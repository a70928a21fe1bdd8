/** A journal that outlives the process, the machine's power and a bad sector. */
import { UserError } from "../core/errors.ts";
import type { Journal, SkipMark } from "../core/journal.ts";
import type { Outcome, Verdict } from "../core/verdict.ts";
import { Log } from "./log.ts";

/** Raised with every change of a record's shape. */
const JOURNAL_VERSION = 1;

/** What was fixed when the run began and decides outcomes ever after. */
type Facts = Readonly<Record<string, unknown>>;

export interface FileJournal extends Journal {
  /** How many outcomes and marks were there when it was opened. */
  readonly replayed: number;
  /** How many records were torn or corrupted and are not counted in. */
  readonly dropped: number;
  /** Those of the last header; `undefined` in a journal that has none yet. */
  readonly facts: Facts | undefined;
  /** Writes a header; what it says holds for the outcomes of the run. */
  fix(facts: Facts): void;
  /** When it returns, every record is on the disk. */
  sync(): void;
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
  const replayed = memory.taken;
  return {
    replayed,
    dropped: read.dropped,
    marks: memory.marks,
    get facts() {
      return memory.facts;
    },
    fix: (facts) => write({ kind: "header", version: JOURNAL_VERSION, facts }),
    recall: (key) => memory.verdicts.get(key),
    record: (key, { outcome, reason, ms }) =>
      write({ key, outcome, ...(reason !== undefined && { reason }), ms: Math.round(ms * 10) / 10 }),
    mark: write,
    sync: () => log.sync(),
    close: async () => log.close(),
  };
};

/** What the records say, all told. */
class Memory {
  readonly verdicts = new Map<string, Verdict>();
  readonly marks: SkipMark[] = [];
  facts: Facts | undefined;
  /** Outcomes and marks. */
  taken = 0;
  /** One object for all verdicts that are alike. */
  readonly #alike = new Map<string, Verdict>();

  take(record: Record<string, unknown>): void {
    if (record["kind"] === "header") return this.#takeHeader(record);
    this.taken++;
    if (record["kind"] === "skip") {
      const { pass, committed } = record as unknown as SkipMark;
      this.marks.push({ kind: "skip", pass, committed });
    } else if (typeof record["key"] === "string")
      this.verdicts.set(record["key"], this.#verdict(record as unknown as Verdict));
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

  #verdict({ outcome, reason }: { readonly outcome: Outcome; readonly reason?: string }): Verdict {
    const name = `${outcome} ${reason ?? ""}`;
    let verdict = this.#alike.get(name);
    if (verdict === undefined)
      this.#alike.set(name, (verdict = reason === undefined ? { outcome } : { outcome, reason }));
    return verdict;
  }
}
