/** One test, made as small as its effect allows. */
import { select, whole, elements, type Configuration, type Range } from "../../core/configuration.ts";
import type { TestCounts } from "../../core/events.ts";
import type { Journal } from "../../core/journal.ts";
import { fileCase, onlyFile, type TestCase } from "../../core/test-case.ts";
import { over } from "../../core/words.ts";
import { drive } from "../../driver/search.ts";
import { hardLimit } from "../../oracles/timeouts.ts";
import { gbs } from "../../strategies/gbs.ts";
import type { Cover } from "../coverage.ts";
import { difference, EMPTY_COVER, numbersIn, entityWord } from "../covers.ts";
import type { Measurer } from "../run/measurer.ts";
import { joinUnits, sizeOfUnits, type TestUnits } from "../units.ts";
import { endsAlike, type Effect } from "./effect.ts";
import { effectExecutor } from "./executor.ts";
import { seedOf } from "./seed.ts";
import type { Share } from "./shares.ts";
import { NOTHING_SEEN, type TrialRun } from "./trials.ts";
import { volumeOfWhole } from "./volume.ts";

export interface ReduceOneOptions {
  /** The base name, as the command sees it. */
  readonly name: string;
  readonly mode: number;
  readonly units: TestUnits;
  readonly effect: Effect;
  readonly filter: (cover: Cover) => Cover;
  readonly measurer: Measurer;
  readonly durations: readonly number[];
  readonly timeout?: number;
  readonly shares: Share;
  readonly journal: Journal;
  /** Begin with units alone and a greedy cover. */
  readonly seeded: boolean;
  readonly dropVolume: boolean;
  /** What an earlier session has found out by that. */
  readonly known?: KnownSeed;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onSeed: (seed: KnownSeed) => void;
  /** After every test that is committed. */
  readonly onTest: () => void;
}

/** As it is kept between sessions. */
export interface KnownSeed {
  /** Nothing: the whole test. */
  readonly units?: readonly number[];
  /** Entities by kind and name. */
  readonly volume: readonly string[];
}

export interface Runs {
  /** With a single unit: they take next to nothing. */
  readonly alone: number;
  /** To find a start. */
  readonly seed: number;
  /** The tests of the search, by what was committed: the same however many workers there are. */
  readonly search: number;
}

export interface UnitReduction {
  readonly status: "complete" | "stopped";
  readonly bytes: Uint8Array;
  readonly units: number;
  /** What was kept out of the effect because it depends on volume. */
  readonly volume: Cover;
  readonly runs: Runs;
  readonly tests: TestCounts;
}

/** `volumeOf`: the entities of such names. */
export const reduceOne = async (
  options: ReduceOneOptions,
  volumeOf: (names: readonly string[]) => Cover,
): Promise<UnitReduction> => {
  const { units, effect, measurer, journal, signal } = options;
  const counts = { alone: 0, seed: 0 };
  const found = options.known ?? (await findSeed(options, counts));
  const volume = volumeOf(found.volume);
  const start = found.units === undefined ? whole(units.units) : selected(units.units, found.units);
  const target = { ...effect, target: difference(effect.target, volume) };
  const executor = effectExecutor({ ...options, effect: target, measurer });
  const render = caseOf(options);
  const source = render(start);
  const reduction = await drive({
    search: over(gbs(start), render),
    source,
    executor,
    journal,
    check: false,
    signal,
    onEvent: (event) => event.type === "test" && options.onTest(),
  });
  const { tests } = reduction;
  const bytes = onlyFile(reduction.result === undefined ? reduction.best : render(reduction.result)).bytes();
  return {
    status: reduction.status,
    bytes,
    units: reduction.result?.length ?? start.length,
    volume,
    runs: { ...counts, search: tests.fail + tests.pass + tests.unresolved },
    tests,
  };
};

const caseOf =
  ({ name, mode, units }: ReduceOneOptions) =>
  (kept: Configuration<Uint8Array>): TestCase => {
    const size = sizeOfUnits(units, elements(kept));
    return fileCase({ path: name, mode, bytes: () => joinUnits(units, elements(kept)) }, size);
  };

/** Numbers are ascending. */
const selected = (units: readonly Uint8Array[], numbers: readonly number[]): Configuration<Uint8Array> => {
  const ranges: Range[] = numbers.map((from) => ({ from, to: from + 1 }));
  return select(whole(units), ranges);
};

const findSeed = async (options: ReduceOneOptions, counts: { alone: number; seed: number }): Promise<KnownSeed> => {
  const { units, effect, measurer, filter } = options;
  const timeout = options.timeout ?? hardLimit(options.durations);
  const trial = async (numbers: readonly number[]): Promise<TrialRun> => {
    if (numbers.length === 1) counts.alone++;
    else counts.seed++;
    const bytes = joinUnits(
      units,
      numbers.map((number) => units.units[number] as Uint8Array),
    );
    const { name, mode, signal } = options;
    const measurement = await measurer.measure({ name, mode, bytes }, { timeout, signal });
    if (measurement.timedOut) return NOTHING_SEEN;
    return { cover: filter(measurement.cover ?? EMPTY_COVER), endsAlike: endsAlike(effect, measurement.ending) };
  };
  if (units.units.length < 3) return { volume: [] };
  const { universe } = measurer;
  const nameOf = (entity: number): string => entityWord(universe, entity);
  if (!options.seeded) {
    const { target } = effect;
    const volume = options.dropVolume
      ? await volumeOfWhole({ trial, count: units.units.length, target, nameOf, seed: options.seed })
      : EMPTY_COVER;
    const known: KnownSeed = { volume: numbersIn(volume).map(nameOf).toSorted() };
    options.onSeed(known);
    return known;
  }
  const seed = await seedOf({
    sizes: units.units.map(({ length }) => length),
    target: effect.target,
    trial,
    nameOf,
    dropVolume: options.dropVolume,
    seed: options.seed,
    atOnce: options.shares.share,
  });
  const known: KnownSeed = {
    ...(seed.units !== undefined && { units: seed.units }),
    volume: numbersIn(seed.volume).map(nameOf).toSorted(),
  };
  options.onSeed(known);
  return known;
};
