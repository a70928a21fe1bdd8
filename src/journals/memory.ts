/** A journal that lives as long as the process. */
import type { Journal, SkipMark } from "../core/journal.ts";
import type { Verdict } from "../core/verdict.ts";

/** What was learnt or decided, as plain data. */
export type JournalRecord = { readonly kind: "outcome"; readonly key: string; readonly verdict: Verdict } | SkipMark;

export interface MemoryJournal extends Journal {
  /** Everything so far, in order; another journal can begin with it. */
  readonly records: readonly JournalRecord[];
}

/** The last record of a key counts. */
export const memoryJournal = (earlier: readonly JournalRecord[] = []): MemoryJournal => {
  const records: JournalRecord[] = [];
  const verdicts = new Map<string, Verdict>();
  const marks: SkipMark[] = [];
  const add = (record: JournalRecord): void => {
    records.push(record);
    if (record.kind === "outcome") verdicts.set(record.key, record.verdict);
    else marks.push(record);
  };
  earlier.forEach(add);
  return {
    records,
    marks,
    recall: (key) => verdicts.get(key),
    record: (key, { outcome, reason }) =>
      add({ kind: "outcome", key, verdict: reason === undefined ? { outcome } : { outcome, reason } }),
    mark: add,
    close: () => Promise.resolve(),
  };
};
