/** What each pass removed, at which cost: counted from the events of a search. */
import type { Stamped } from "../core/events.ts";
import { count, time } from "./figures.ts";

export interface PassFigures {
  readonly pass: string;
  /** Committed tests that were executed; others were known before, or not worth a test. */
  readonly run: number;
  /** Committed answers that came without a run. */
  readonly known: number;
  /** How often it came to a new best. */
  readonly successes: number;
  readonly removed: number;
  /** From the answer before the pass's to its own, added up: what the passes took, together, is the time of the search. */
  readonly ms: number;
}

export interface PassTally {
  see(event: Stamped): void;
  /** In the order in which the passes began. */
  figures(): readonly PassFigures[];
}

type Counted = { -readonly [Name in keyof PassFigures]: PassFigures[Name] };

/** A search that begins once more, because its result was luck, is counted from the start; its costs are added to those before. */
export const passTally = (): PassTally => {
  const passes = new Map<string, Counted>();
  let current: Counted | undefined;
  let size = 0;
  let key = "";
  let at = 0;
  const counted = (pass: string): Counted => {
    const known = passes.get(pass) ?? { pass, run: 0, known: 0, successes: 0, removed: 0, ms: 0 };
    passes.set(pass, known);
    return known;
  };
  const begin = (event: Stamped & { type: "start" }): void => {
    ({ size, ms: at } = event);
    for (const each of passes.values()) Object.assign(each, { successes: 0, removed: 0 });
  };
  const test = ({ step, provenance, ms }: Stamped & { type: "test" }): void => {
    current = counted(step.pass ?? step.phase);
    current[provenance === "run" ? "run" : "known"]++;
    current.ms += ms - at;
    at = ms;
  };
  const best = (event: Stamped & { type: "best" }): void => {
    if (current === undefined || event.key === key) return;
    current.successes++;
    current.removed += size - event.size;
    ({ size, key } = event);
  };
  return {
    see: (event) => {
      if (event.type === "start") begin(event);
      if (event.type === "test") test(event);
      if (event.type === "best") best(event);
    },
    figures: () => [...passes.values()].map((each) => ({ ...each, ms: Math.round(each.ms) })),
  };
};

const HEADINGS = ["pass", "tests", "known", "successes", "bytes removed", "time"];

/** A table, one line for each pass. */
export const passLines = (figures: readonly PassFigures[]): readonly string[] => {
  if (figures.length === 0) return ["no pass has run"];
  const rows = [
    HEADINGS,
    ...figures.map(({ pass, run, known, successes, removed, ms }) => [
      pass,
      ...[run, known, successes, removed].map(count),
      time(ms),
    ]),
  ];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
};
