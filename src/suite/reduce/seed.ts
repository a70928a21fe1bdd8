/** A start near the end: every unit alone, a greedy cover of what they cover, and the few units that state needs besides. */
import type { Cover } from "../coverage.ts";
import { coverOf, difference, numbersIn } from "../covers.ts";
import { inParallel } from "../run/workers.ts";
import { greedy } from "../selection/greedy.ts";
import { ENDING, merged, numbersFrom, type TrialRun, shows, type UnitTrial } from "./trials.ts";
import { volumeOf } from "./volume.ts";

export interface SeedOptions {
  /** The size of every unit, in bytes: of two that cover alike the shorter one is taken. */
  readonly sizes: readonly number[];
  readonly target: Cover;
  readonly trial: UnitTrial;
  /** The order in which missing entities are looked for must not depend on their numbers. */
  readonly nameOf: (entity: number) => string;
  /** Entities that depend on volume are dropped. */
  readonly dropVolume: boolean;
  readonly seed: number;
  /** How many units are tried at once; one unless given. */
  readonly atOnce?: number;
}

export interface Seed {
  /** Units that have the effect together, less what is volume; nothing if none were found with reasonable effort. */
  readonly units: readonly number[] | undefined;
  readonly volume: Cover;
}

/**
 * Rounds that one entity gets before it is suspected to depend on volume, before that is put to the test, before it is believed (what needs
 * one unit more, and one more, needs many of them), and at most.
 */
const SUSPICIOUS = 3;
const CONVICTED = 4;
const ENDLESS = 8;
const HOPELESS = 24;

export const seedOf = async (options: SeedOptions): Promise<Seed> => {
  const { sizes, target, nameOf } = options;
  const seen: TrialRun[] = [];
  const trial: UnitTrial = async (units) => {
    const one = await options.trial(units);
    if (units.length > 1) seen.push(one);
    return one;
  };
  const alone = await inParallel(
    [...sizes.keys()],
    options.atOnce ?? 1,
    async (unit): Promise<Cover> => (await trial([unit])).cover,
  );
  const tests = alone.map((cover, unit) => ({
    name: String(unit).padStart(9, "0"),
    cover,
    ms: sizes[unit] as number,
    unit,
  }));
  const units = new Set(greedy(tests, { goal: target }).map(({ unit }) => unit));
  const volume: number[] = [];
  const bounds = new Bounds(sizes.length);
  for (;;) {
    const wanted = difference(target, coverOf(volume));
    const missing = missingIn(await trial(merged(units, [])), wanted, nameOf);
    const [first] = missing;
    if (first === undefined) return { units: merged(units, []), volume: coverOf(volume) };
    const bound = bounds.of(first);
    if (options.dropVolume && first !== ENDING && bound.rounds >= SUSPICIOUS) {
      const found = await suspected(missing, { ...options, trial, units, bound, volume, seen });
      for (const entity of found) {
        volume.push(entity);
        for (const unit of bounds.addedFor(entity)) units.delete(unit);
      }
      if (found.length > 0) continue;
    }
    if (bound.rounds >= HOPELESS) return { units: undefined, volume: coverOf(volume) };
    const unit = await lastNeeded(first, missing, { trial, units, bounds });
    bounds.found(first, units.has(unit) ? undefined : unit);
    units.add(unit);
  }
};

interface Suspicion extends SeedOptions {
  readonly units: ReadonlySet<number>;
  readonly bound: Bound;
  /** Known to be volume. */
  readonly volume: readonly number[];
  /** All runs so far. */
  readonly seen: readonly TrialRun[];
}

/**
 * Which of the missing entities depend on volume, the first among them, or none. What shows only where volume shows is taken for a part of it
 * (the lines of a collector); what showed with units that are all kept now, and shows no longer, is a matter of luck; else trials tell.
 */
const suspected = async (missing: readonly number[], order: Suspicion): Promise<readonly number[]> => {
  const [first] = missing as readonly [number, ...number[]];
  const { bound, volume, seen, units, trial, seed } = order;
  const isPart = (entity: number): boolean =>
    seen.every((one) => !shows(one, entity) || volume.some((known) => shows(one, known)));
  if (bound.high <= 0 || bound.rounds >= ENDLESS || (volume.length > 0 && isPart(first))) return [first];
  if (bound.rounds !== CONVICTED) return [];
  return await volumeOf({ trial, fixed: units, end: bound.high, entities: missing, seed });
};

/** The ending first, then by name. */
const missingIn = (seen: TrialRun, wanted: Cover, nameOf: (entity: number) => string): readonly number[] => {
  const named = numbersIn(difference(wanted, seen.cover)).map((entity) => ({ entity, name: nameOf(entity) }));
  const sorted = named.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ entity }) => entity);
  return seen.endsAlike ? sorted : [ENDING, ...sorted];
};

/** With the units before `high` (a number of them) it shows, with those before `low` it does not. */
interface Bound {
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

class Bounds {
  readonly #count: number;
  readonly #known = new Map<number, Bound>();

  readonly #added = new Map<number, readonly number[]>();

  constructor(count: number) {
    this.#count = count;
  }

  of(entity: number): Bound {
    return this.#known.get(entity) ?? { low: 0, high: this.#count, rounds: 0 };
  }

  /** The units that were taken for the sake of an entity alone. */
  addedFor(entity: number): readonly number[] {
    return this.#added.get(entity) ?? [];
  }

  /** What a run with a prefix says about an entity. More units were added since other runs: bounds that contradict give way to it. */
  learn(entity: number, prefix: number, isThere: boolean): void {
    const { low, high, rounds } = this.of(entity);
    const next = isThere
      ? { low: Math.min(low, prefix - 1), high: Math.min(high, prefix) }
      : { low: Math.max(low, prefix), high: Math.max(high, prefix + 1) };
    this.#known.set(entity, { ...next, rounds });
  }

  /** The unit before `high` is kept from now on: if that was not all, another one before it is needed. */
  found(entity: number, unit: number | undefined): void {
    const { high, rounds } = this.of(entity);
    if (unit !== undefined) this.#added.set(entity, [...this.addedFor(entity), unit]);
    this.#known.set(entity, { low: 0, high: high - 1, rounds: rounds + 1 });
  }
}

interface Looking {
  readonly trial: UnitTrial;
  readonly units: ReadonlySet<number>;
  readonly bounds: Bounds;
}

/** The last unit of the shortest prefix that, with the units kept, shows the entity. Every run tells about all that is missing. */
const lastNeeded = async (
  entity: number,
  missing: readonly number[],
  { trial, units, bounds }: Looking,
): Promise<number> => {
  for (let bound = bounds.of(entity); bound.high - bound.low > 1; bound = bounds.of(entity)) {
    const middle = (bound.low + bound.high) >> 1;
    const seen = await trial(merged(units, numbersFrom(0, middle)));
    for (const other of missing) bounds.learn(other, middle, shows(seen, other));
  }
  const unit = bounds.of(entity).high - 1;
  return Math.max(0, unit);
};
