/** What keys do and what figures mean: as much of it as there is room for, in one column or two. */
import type { Aim } from "../core/claim.ts";
import { outcomeWord } from "../progress/outcomes.ts";
import type { Progress } from "../progress/state.ts";
import { beside, lineOf, rule, span, type Line } from "./lines.ts";

type Words = readonly (readonly [name: string, means: string])[];

/** What the keys do, with every run. */
const KEYS: Words = [
  ["p", "pause: no new tests; p again resumes"],
  ["s", "skip this pass; then nothing is guaranteed"],
  ["t", "the curve over tests, or over time"],
  ["d", "the difference to the original"],
  ["h", "history: every step; ← → home end move"],
  ["w", "the address of the live page"],
  ["q", "quit, keep the best; the same command resumes"],
  ["?", "this page"],
  ["Ctrl-C", "interrupt: as q, with exit code 130"],
  ["Ctrl-Z", "suspend; fg brings the screen back"],
  ["↑ ↓ space", "scroll"],
];

/** What some of them do in a triage. */
const TRIAGE_KEYS: Readonly<Record<string, string>> = {
  s: "skip this bug: its best so far is kept",
  t: "",
  d: "the difference to the original, of this bug",
  h: "history of this bug; ← → home end move",
  q: "quit, keep all bests; the same command resumes",
};

/** What the figures mean. */
const TERMS: Words = [
  ["can't tell", "the test could not decide, or took too long"],
  ["about", "an estimate, from the passes that are left;"],
  ["probably", "8 of 10 times it is in this range"],
  ["recalled", "the answer is known: no test is run"],
  ["not needed", "started early, for an answer nobody needs now"],
];

const outcomeTerms = (aim: Aim = "failure"): Words => [
  [outcomeWord("fail", aim), KEPT[aim]],
  [outcomeWord("pass", aim), "what was removed is needed"],
];

const KEPT: Readonly<Record<Aim, string>> = {
  failure: "it shows the failure, and is kept",
  success: "the command succeeds: it is kept",
  effect: "it is kept",
};

const TRIAGE_TERMS: Words = [
  ["█", "what is gone of the smallest file of a bug"],
  ["waiting", "all bugs are reduced in turn"],
  ["done", "nothing more could be removed"],
  ["unfinished", "its tests or its time are spent"],
  ["flaky", "it does not show every time; not reduced"],
  ["known", "from an earlier triage; no file shows it now"],
  ["set aside", "files that show no bug; triage.json has why"],
  ["copies", "files with the content of another"],
];

/** From so many columns on, there is room for two of them. */
const TWO_COLUMNS = 110;

const rowsOf = (words: Words, style: "key" | "bold"): readonly Line[] =>
  words.map(([name, means]) => [span(` ${name.padEnd(12)}`, style), span(means)]);

/** All of it. */
const helpLines = ({ triage, run }: Progress, columns: number): readonly Line[] => {
  const keys =
    triage === undefined
      ? KEYS
      : KEYS.map(([key, does]) => [key, TRIAGE_KEYS[key] ?? does] as const).filter(([, does]) => does !== "");
  const terms = triage === undefined ? [...outcomeTerms(run?.aim), ...TERMS] : TRIAGE_TERMS;
  const [left, right] = [rowsOf(keys, "key"), rowsOf(terms, "bold")];
  if (columns < TWO_COLUMNS) return [...left, ...right];
  const width = Math.floor(columns / 2);
  return beside({ lines: left, width }, { lines: right, width: columns - width - 1 });
};

/** How far down the page goes at most. */
export const helpEnd = (state: Progress, columns: number, height: number): number =>
  Math.max(0, helpLines(state, columns).length - (height - 1));

/** The title, and what fits below it. */
export const helpPage = (state: Progress, { top, columns, height }: HelpRoom): readonly Line[] => {
  const from = Math.min(top, helpEnd(state, columns, height));
  const lines = helpLines(state, columns).slice(from, from + height - 1);
  return [rule(lineOf("keys and words"), columns), ...lines];
};

interface HelpRoom {
  readonly top: number;
  readonly columns: number;
  readonly height: number;
}
