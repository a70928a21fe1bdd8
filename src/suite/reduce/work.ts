/** One test from its calibration to its result, with what earlier sessions know of it. */
import { basename } from "node:path";
import type { TestCounts } from "../../core/events.ts";
import type { UserError } from "../../core/errors.ts";
import type { Journal } from "../../core/journal.ts";
import type { Cover } from "../coverage.ts";
import { coverOf, difference, EMPTY_COVER, isSuperset, entityNumber } from "../covers.ts";
import type { ReduceSuiteOptions } from "../options.ts";
import type { OpenMeasurer } from "../run/open.ts";
import type { MeasureLimits } from "../run/measurer.ts";
import type { TestFile } from "../tests.ts";
import { splitUnits } from "../units.ts";
import { calibrate, type Calibration } from "./calibrate.ts";
import { endsAlike } from "./effect.ts";
import { reduceOne, type UnitReduction, type Runs } from "./one.ts";
import type { SuiteSession } from "./session.ts";
import type { Share } from "./shares.ts";

export interface WorkOptions {
  readonly test: TestFile;
  readonly index: number;
  readonly opened: OpenMeasurer;
  readonly options: Pick<ReduceSuiteOptions, "unit" | "verdict" | "timeout" | "seed" | "onEvent">;
  readonly session: TestRecords;
  readonly shares: Share;
  readonly seeded: boolean;
  readonly limits: MeasureLimits;
}

/** What is known of tests, and kept. */
export type TestRecords = Pick<SuiteSession, "progress" | "result" | "note"> & {
  journal(test: number): Journal;
};

export interface Worked {
  readonly name: string;
  /** How the original ends. */
  readonly ending: string;
  /** False if it was stopped before its end; then `bytes` is the best so far. */
  readonly complete: boolean;
  readonly bytes: Uint8Array;
  readonly size: { readonly before: number; readonly after: number };
  readonly units: { readonly before: number; readonly after: number };
  readonly ms: { readonly before: number; readonly after: number };
  readonly runs: Runs;
  readonly counts: TestCounts;
  /** Everything it covered, and covers now. */
  readonly covers: { readonly before: Cover; readonly after: Cover };
  /** Its effect. */
  readonly target: Cover;
  readonly unsteady: Cover;
  readonly volume: Cover;
  readonly trouble?: string;
  readonly error?: UserError;
}

const NO_COUNTS: TestCounts = { run: 0, recalled: 0, wasted: 0, fail: 0, pass: 0, unresolved: 0 };
const NO_RUNS: Runs = { alone: 0, seed: 0, search: 0 };

export const work = async (given: WorkOptions): Promise<Worked> => {
  const { test, options, opened, limits } = given;
  const { unit = "lines", verdict = "same" } = options;
  const bytes = test.bytes();
  const anyVerdict = verdict === "any";
  const measure = async (content: Uint8Array): Promise<Calibration> =>
    calibrate({
      ...opened,
      candidate: { name: basename(test.name), mode: test.mode, bytes: content },
      limits,
      anyVerdict,
    });
  const before = await measure(bytes);
  const units = splitUnits(bytes, unit, test.name);
  const asItIs = (trouble: string | undefined): Worked => ({
    name: test.name,
    ending: before.ending,
    complete: true,
    bytes,
    size: { before: bytes.length, after: bytes.length },
    units: { before: units.units.length, after: units.units.length },
    ms: { before: before.ms, after: before.ms },
    runs: NO_RUNS,
    counts: NO_COUNTS,
    covers: { before: before.all, after: before.all },
    target: before.steady,
    unsteady: before.unsteady,
    volume: EMPTY_COVER,
    ...(trouble !== undefined && { trouble }),
    ...(before.error !== undefined && { error: before.error }),
  });
  if (before.trouble !== undefined) return asItIs(before.trouble);
  if (units.units.length < 2) return asItIs(undefined);
  const { note, ...reduced } = await reduction({ ...given, before, units, anyVerdict });
  const after = await measure(reduced.bytes);
  const target = difference(before.steady, reduced.volume);
  const keeps = isSuperset(after.steady, target) && endsAlike({ ending: before.ending, anyVerdict }, after.ending);
  if (!keeps) return asItIs("the result did not cover the same every time");
  // Not earlier: what is done is the last that the next session looks at, so it must have been written by this one.
  note?.();
  return {
    ...asItIs(undefined),
    complete: reduced.status === "complete",
    bytes: reduced.bytes,
    size: { before: bytes.length, after: reduced.bytes.length },
    units: { before: units.units.length, after: reduced.units },
    ms: { before: before.ms, after: after.ms },
    runs: reduced.runs,
    counts: reduced.tests,
    covers: { before: before.all, after: after.all },
    target,
    volume: reduced.volume,
  };
};

interface ReductionOptions extends WorkOptions {
  readonly before: Calibration;
  readonly units: ReturnType<typeof splitUnits>;
  readonly anyVerdict: boolean;
}

/** What an earlier session has finished is taken from there; `note` writes down that this one has. */
const reduction = async (given: ReductionOptions): Promise<UnitReduction & { note?(): void }> => {
  const { test, index, opened, session, options, before, units, anyVerdict } = given;
  const { universe } = opened.measurer;
  const volumeOf = (names: readonly string[]): Cover => coverOf(names.map((name) => entityNumber(universe, name)));
  const known = session.progress(index);
  const result = known.done === undefined ? undefined : session.result(index);
  if (known.done !== undefined && result !== undefined)
    return {
      status: "complete",
      bytes: result,
      units: known.done.units,
      volume: volumeOf(known.seed?.volume ?? []),
      runs: known.done.runs,
      tests: { ...NO_COUNTS, recalled: known.done.runs.search },
    };
  const journal = session.journal(index);
  let seed = known.seed;
  try {
    const reduced = await reduceOne(
      {
        ...opened,
        name: basename(test.name),
        mode: test.mode,
        units,
        effect: { target: before.steady, ending: before.ending, anyVerdict },
        durations: before.durations,
        ...(options.timeout !== undefined && { timeout: options.timeout }),
        shares: given.shares,
        journal,
        seeded: given.seeded,
        ...(seed !== undefined && { known: seed }),
        seed: options.seed ?? 1,
        signal: given.limits.signal,
        onSeed: (found) => session.note(index, { seed: (seed = found) }),
        onTest: () => options.onEvent?.({ type: "run" }),
      },
      volumeOf,
    );
    if (reduced.status !== "complete") return reduced;
    const done = { units: reduced.units, runs: reduced.runs };
    return { ...reduced, note: () => session.note(index, { ...(seed && { seed }), done }, reduced.bytes) };
  } finally {
    await journal.close();
  }
};
