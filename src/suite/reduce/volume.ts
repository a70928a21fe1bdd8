/** Whether an entity depends on how much runs and not on what: collections of garbage, tables that grow, caches that overflow. */
import type { Cover } from "../coverage.ts";
import { coverOf, EMPTY_COVER, numbersIn } from "../covers.ts";
import { randomFrom, type Random } from "../statistics/random.ts";
import { merged, numbersFrom, shows, type UnitTrial } from "./trials.ts";

/** How often something is left out. */
const TRIALS = 6;
/** What so few units do is nobody's volume. */
const MIN_UNITS = 16;
/** The part of the window that is left out each time. */
const PART = 8;
/** How often it may be there all the same: when a collection comes, and what it finds, is a matter of luck. */
const CHANCE = 1;

export interface VolumeOptions {
  readonly trial: UnitTrial;
  /** Units that are there all the time. */
  readonly fixed: ReadonlySet<number>;
  /** With `fixed` and the units before this one, all of `entities` show. */
  readonly end: number;
  /** The first of them decides the window. */
  readonly entities: readonly number[];
  readonly seed: number;
}

/**
 * The shortest window of units before `end` in which the first entity shows is found by bisection; then an eighth of it is left out at
 * random, several times. What vanishes nearly each time needs all of the window: it is volume. (What needs a few units of it survives most of
 * the times.) The answer has those of the entities that do, the first one among them or none.
 */
export const volumeOf = async (options: VolumeOptions): Promise<readonly number[]> => {
  const { trial, fixed, end, entities, seed } = options;
  const [first] = entities;
  if (first === undefined) return [];
  let [low, high] = [0, end];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (shows(await trial(merged(fixed, numbersFrom(middle, end))), first)) low = middle;
    else high = middle;
  }
  const window = numbersFrom(low, end).filter((unit) => !fixed.has(unit));
  if (window.length < MIN_UNITS) return [];
  const whole = await trial(merged(fixed, window));
  const random = randomFrom(seed);
  const survivals = new Map(entities.filter((entity) => shows(whole, entity)).map((entity) => [entity, 0]));
  const isOpen = (entity: number): boolean => (survivals.get(entity) ?? TRIALS) <= CHANCE;
  for (let turn = 0; turn < TRIALS && isOpen(first); turn++) {
    const seen = await trial(merged(fixed, without(window, random)));
    for (const [entity, often] of survivals) if (shows(seen, entity)) survivals.set(entity, often + 1);
  }
  return isOpen(first) ? entities.filter(isOpen) : [];
};

const without = (window: readonly number[], random: Random): readonly number[] => {
  const gone = new Set<number>();
  while (gone.size < Math.ceil(window.length / PART)) gone.add(window[random.below(window.length)] as number);
  return window.filter((unit) => !gone.has(unit));
};

export interface WholeVolumeOptions {
  readonly trial: UnitTrial;
  /** How many units the test has. */
  readonly count: number;
  readonly target: Cover;
  /** The order in which entities are looked at must not depend on their numbers. */
  readonly nameOf: (entity: number) => string;
  readonly seed: number;
}

/** So many entities are looked at that turn out to be something else, for a test that is slow to start. */
const MAX_MISSES = 6;

/**
 * For a test of which nothing but the whole is known: what vanishes with nearly every random half of the units is suspected, and what
 * needs all of its window is volume.
 */
export const volumeOfWhole = async ({ trial, count, target, nameOf, seed }: WholeVolumeOptions): Promise<Cover> => {
  if (count < MIN_UNITS) return EMPTY_COVER;
  const random = randomFrom(seed);
  const entities = numbersIn(target);
  const survivals = new Map<number, number>();
  for (let turn = 0; turn < TRIALS; turn++) {
    const half = numbersFrom(0, count).filter(() => random.below(2) === 0);
    const seen = await trial(half);
    for (const entity of entities) if (shows(seen, entity)) survivals.set(entity, (survivals.get(entity) ?? 0) + 1);
  }
  const named = entities
    .filter((entity) => (survivals.get(entity) ?? 0) <= CHANCE)
    .map((entity) => ({ entity, name: nameOf(entity) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const volume = new Set<number>();
  let suspects = named.map(({ entity }) => entity);
  for (let patience = MAX_MISSES; suspects.length > 0 && patience > 0;) {
    const order = { trial, fixed: new Set<number>(), end: count };
    const first = await volumeOf({ ...order, entities: suspects, seed });
    // What needs a handful of units may have had bad luck: it is asked for once more.
    const found = await volumeOf({ ...order, entities: first, seed: seed + 1 });
    for (const entity of found) volume.add(entity);
    if (found.length === 0) patience--;
    suspects = suspects.slice(1).filter((entity) => !volume.has(entity));
  }
  return coverOf([...volume]);
};
