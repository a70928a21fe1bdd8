/** The accepted steps, as the screen walks through them. */
import { changeText, entryChanges, type ArchiveEntry } from "../progress/archive.ts";
import { count, counted, percent, time } from "../progress/figures.ts";
import type { Progress } from "../progress/state.ts";
import { diffRows, firstChange, type DiffRow } from "./diff-page.ts";
import type { Page } from "./scene.ts";

/** Steps are numbered from 1; 0 is the original. */
export interface StepHistory {
  /** Contents are the bytes of one file; else of an archive. */
  readonly plain: boolean;
  readonly count: number;
  /** `undefined` for a step that was lost. */
  step(number: number): { readonly key: string; readonly size: number; readonly base: number } | undefined;
  content(number: number): Uint8Array | undefined;
}

type HistoryPage = Extract<Page, { kind: "history" }>;

const decoder = new TextDecoder();
const LOST = "this step cannot be rebuilt: a record was lost";
/** Kept lines above the first change. */
const ABOVE = 2;

export const historyPage = (history: StepHistory, wanted: number, state: Progress): HistoryPage => {
  const at = Math.max(Math.min(1, history.count), Math.min(wanted, history.count));
  const step = history.step(at);
  const [before, after] = [history.content(step?.base ?? 0), history.content(at)];
  const rows = before === undefined || after === undefined ? [] : rowsBetween(before, after, history.plain);
  const about = after === undefined ? [LOST] : aboutStep(history, at, state);
  return { kind: "history", rows, at, count: history.count, about, top: Math.max(0, firstChange(rows) - ABOVE) };
};

const aboutStep = (history: StepHistory, at: number, state: Progress): readonly string[] => {
  const step = history.step(at);
  if (step === undefined) return ["no step has been accepted yet"];
  const size = history.step(step.base)?.size ?? state.from;
  const known = state.steps.find(({ key }) => key === step.key);
  const by = known === undefined ? [] : [`by ${known.pass}`, `test ${count(known.tests)}`, time(known.ms)];
  const sizes = `${count(size)} → ${counted(step.size, "byte")} (${percent(step.size, state.from)})`;
  return [`step ${count(at)} of ${count(history.count)}`, sizes, ...by];
};

/** The original and the last step. */
export const wholePage = (history: StepHistory): Extract<Page, { kind: "diff" }> | undefined => {
  const [before, after] = [history.content(0), history.content(history.count)];
  if (before === undefined || after === undefined) return undefined;
  return { kind: "diff", rows: rowsBetween(before, after, history.plain), top: 0 };
};

/** In a case of several files, each that has changed, under its name. */
const rowsBetween = (before: Uint8Array, after: Uint8Array, plain: boolean): readonly DiffRow[] => {
  if (plain) return diffRows(decoder.decode(before), decoder.decode(after));
  const { changes, kept } = entryChanges(before, after);
  const textOf = (content: Uint8Array, entry: ArchiveEntry | undefined): string =>
    entry === undefined ? "" : decoder.decode(content.subarray(entry.from, entry.to));
  const rows = changes.flatMap((change): readonly DiffRow[] => [
    { sign: "#", text: changeText(change) },
    ...diffRows(textOf(before, change.before), textOf(after, change.after)),
  ]);
  return kept === 0 ? rows : [...rows, { sign: "#", text: `${counted(kept, "file")} as before` }];
};
