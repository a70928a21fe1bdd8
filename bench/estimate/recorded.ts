/** Recorded runs: which pass each committed test was of, whether it was run, and when the best became smaller. */
import { readFileSync } from "node:fs";
import type { Turns } from "../../src/core/notes.ts";
import { progressed, type ProgressEvent } from "../../src/progress/progressed.ts";
import { beginning, type Progress } from "../../src/progress/state.ts";

export interface Recorded {
  /** The case, and how it was reduced: runs of one case are judged together. */
  readonly of: string;
  readonly how: string;
  readonly from: number;
  readonly turns?: Turns;
  /** Visits of passes: the name, and a letter for each committed test: "r" was run, "k" was known. */
  readonly visits: readonly (readonly [pass: string, kinds: string])[];
  /** After so many tests, the best had this size. */
  readonly bests: readonly (readonly [tests: number, size: number])[];
}

export const RUNS = new URL("runs.json", import.meta.url);

export const recordedRuns = (): readonly Recorded[] => JSON.parse(readFileSync(RUNS, "utf8")) as readonly Recorded[];

/** What is kept of the events of a run. */
export const recordedFrom = (events: readonly ProgressEvent[], { of, how }: Pick<Recorded, "of" | "how">): Recorded => {
  const visits: [string, string][] = [];
  const bests: [number, number][] = [];
  let [tests, from, best] = [0, 0, 0];
  let turns: Turns | undefined;
  for (const event of events) {
    if (event.type === "run" && "input" in event) ({ turns } = event);
    if (event.type === "start") from = best = event.size;
    if (event.type === "best" && event.size !== best) bests.push([tests, (best = event.size)]);
    if (event.type !== "test") continue;
    tests++;
    const pass = event.step.pass ?? event.step.phase;
    const kind = event.provenance === "run" ? "r" : "k";
    const last = visits.at(-1);
    if (last?.[0] === pass) last[1] += kind;
    else visits.push([pass, kind]);
  }
  return { of, how, from, ...(turns !== undefined && { turns }), visits, bests };
};

const stamp = (number: number) => ({ version: 1, ms: number * 100 });

/** The state after each committed test; every one takes a tenth of a second. */
export const statesOf = ({ from, turns, visits, bests }: Recorded): readonly Progress[] => {
  const found = new Map(bests);
  const input = { path: "", bytes: from, lines: 0 };
  const facts = { path: "", input, words: "", format: "", strategy: "", jobs: 1 };
  let state = beginning();
  const tell = (event: ProgressEvent): void => void (state = progressed(state, event));
  tell({ type: "run", ...facts, ...(turns !== undefined && { turns }), ...stamp(0) });
  tell({ type: "start", size: from, ...stamp(0) });
  const kinds = visits.flatMap(([pass, letters]) => Array.from(letters, (kind) => ({ pass, kind })));
  return kinds.map(({ pass, kind }, index) => {
    const number = index + 1;
    const size = found.get(number);
    const outcome = size === undefined ? "pass" : "fail";
    const provenance = kind === "r" ? "run" : "recalled";
    const about = {
      number,
      step: { phase: "a", pass },
      verdict: { outcome },
      provenance,
      key: String(number),
    } as const;
    tell({ type: "test", ...about, size: size ?? 0, ...stamp(number) });
    if (size !== undefined) tell({ type: "best", number, size, key: String(number), ...stamp(number) });
    return state;
  });
};
