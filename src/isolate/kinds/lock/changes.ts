/** The changes between two lockfiles as a search sees them. */
import { elements, type Configuration } from "../../../core/configuration.ts";
import { apart, type Change, type Changes, type Level } from "../../change.ts";
import { mixture, type Mixture } from "../../mixture.ts";
import { compareLocks, families, needOrder, type LockChange, type LockPair } from "./compare.ts";
import { edgesOf, satisfier } from "./edges.ts";
import { mixer, type LockSide, type LockSelection } from "./mix.ts";

export interface LockChanges extends Changes {
  readonly all: readonly LockChange[];
  /** Those that were not selected too: additions among them may be needed. */
  readonly every: readonly LockChange[];
  forced(chosen: Configuration<Change>): Mixture;
}

export interface LockChangesOptions {
  /** Changes for which it does not hold stay as at the good end. */
  readonly selects: (change: LockChange) => boolean;
  /** Is anything installed there at one of the ends? What is for other platforms makes no difference here. */
  readonly isInstalled: (path: string) => boolean;
}

export const lockChanges = (ends: LockPair, { selects, isInstalled }: LockChangesOptions): LockChanges => {
  const satisfies = satisfier();
  const numbers = needOrder(ends);
  const numberOf = ({ path }: LockChange): number => numbers.get(path) ?? numbers.size;
  const every = compareLocks(ends).toSorted((a, b) => numberOf(a) - numberOf(b));
  const edges = { good: edgesOf(ends.good, satisfies), bad: edgesOf(ends.bad, satisfies) };
  const selected = every.filter(selects);
  const family = families(selected, edges, satisfies);
  const order = selected
    .map((_, index) => index)
    .toSorted((a, b) => (family[a] as number) - (family[b] as number) || a - b);
  const all = order.map((index) => selected[index] as LockChange);
  const mixed = mixer(ends, every, satisfies);
  const made = (chosen: Configuration<Change>, forced: boolean): Mixture =>
    mixtureOf(chosen.length, mixed.mix(elements(chosen).map(lockChangeOf), { forced }), every, isInstalled);
  return {
    all,
    every,
    levels: levelsOf(order.map((index) => family[index] as number)),
    mix: (chosen) => made(chosen, false),
    forced: (chosen) => made(chosen, true),
  };
};

/** Changes that only go together come first as one, then each by itself. */
const levelsOf = (family: readonly number[]): readonly Level[] => {
  const packages: Level = { name: "packages", groups: apart(family.length) };
  let group = -1;
  const groups = Int32Array.from(family, (number, index) => (number === family[index - 1] ? group : ++group));
  return group + 1 === family.length ? [packages] : [{ name: "families", groups }, packages];
};

/** Only changes that were handed out come back. */
const lockChangeOf = (change: Change): LockChange => change as LockChange;

/** What is as at the good end is not mentioned, so that equal trees have equal keys. */
const mixtureOf = (
  size: number,
  selection: LockSelection,
  every: readonly LockChange[],
  isInstalled: (path: string) => boolean,
): Mixture => {
  const packages = new Map<string, LockSide | undefined>();
  for (const { path, good } of every) {
    const end = selection.get(path);
    if (end !== (good === undefined ? undefined : "good") && isInstalled(path)) packages.set(path, end);
  }
  return mixture(size, { packages });
};
