/** The sweep of generalised binary splitting (Hwang 1972, from group testing) with an on-line estimate of the gap. */
import { cut, indexAt, type Configuration, type Range } from "../../core/configuration.ts";
import type { Search, Stretch } from "../../core/search.ts";
import { done, goes } from "../../core/words.ts";
import type { Order } from "./order.ts";

/** Between two needed deltas: positions `lo` to `hi` are open, everything outside is settled. */
export interface Sweep<Delta> {
  readonly c: Configuration<Delta>;
  readonly lo: number;
  readonly hi: number;
  readonly order: Order;
  /** The estimated distance between needed deltas. */
  readonly gap: number;
  /** How many deltas stay at least: 1 where the empty configuration may not be asked about. */
  readonly floor: number;
  /** How many needed deltas were met. */
  readonly found: number;
  /** By place in the base: the bundle a delta is in. Where single deltas would be asked about, neighbours of one bundle go or stay together. */
  readonly bundles?: Int32Array;
}

/** A sweep that has not begun. */
export const beginning = <Delta>(c: Configuration<Delta>, order: Order = "backward", floor = 1): Sweep<Delta> => ({
  c,
  lo: 0,
  hi: c.length,
  order,
  gap: c.length / 4,
  floor,
  found: 0,
});

const isOver = ({ c, lo, hi, floor }: Sweep<unknown>): boolean => lo >= hi || c.length <= floor;

/** Goes on until `enough` needed deltas were met or nothing is open. */
export const sweep = <Delta>(
  from: Sweep<Delta>,
  enough: number = Number.POSITIVE_INFINITY,
): Search<Configuration<Delta>, Sweep<Delta>> => go({ from, enough, run: 0, list: {} });

const go = <Delta>(leg: Leg<Delta>): Search<Configuration<Delta>, Sweep<Delta>> => {
  const { from, enough } = leg;
  return from.found >= enough ? done(from) : stride(leg, from.gap < DENSE ? 1 : from.gap);
};

interface Leg<Delta> {
  readonly from: Sweep<Delta>;
  readonly enough: number;
  /** Deltas removed since the last needed one. */
  readonly run: number;
  /** Stands for this sweep. */
  readonly list: object;
}

/** Tries to remove the next `step` open deltas, then twice as many, until a needed one is among them. */
const stride = <Delta>(leg: Leg<Delta>, step: number): Search<Configuration<Delta>, Sweep<Delta>> => {
  const { from, run } = leg;
  if (isOver(from)) return done(from);
  const { c, lo, hi, order, floor } = from;
  const most = Math.min(hi - lo, c.length - floor);
  const width = Math.max(1, Math.min(Math.round(step), most), bundleAt(from, most));
  const start = order === "backward" ? hi - width : lo;
  return goes(stretchOf(leg, { from: start, to: start + width }), "sweep", (fails) =>
    fails
      ? stride(
          { ...leg, from: { ...from, c: cut(c, start, start + width), hi: hi - width }, run: run + width },
          longer(from.gap, run + width, step),
        )
      : nearest(leg, start, start + width),
  );
};

/** How many of the next deltas, at most `most`, are in the bundle of the first. */
const bundleAt = ({ c, lo, hi, order, bundles }: Sweep<unknown>, most: number): number => {
  if (bundles === undefined) return 1;
  const bundle = (index: number): number | undefined =>
    bundles[indexAt(c, order === "backward" ? hi - 1 - index : lo + index)];
  let length = 1;
  while (length < most && bundle(length) === bundle(0)) length++;
  return length;
};

const isBundle = ({ c, bundles }: Sweep<unknown>, a: number, b: number): boolean =>
  bundles !== undefined && bundles[indexAt(c, a)] === bundles[indexAt(c, b - 1)];

/** The places that do not change while a sweep goes on are those counted from its far end. */
const stretchOf = <Delta>(
  { from: { c, lo, hi, order, gap }, list }: Leg<Delta>,
  range: Range,
  within?: Range,
): Stretch<Configuration<Delta>> => {
  const placed = ({ from, to }: Range): Range =>
    order === "backward" ? { from, to } : { from: c.length - to, to: c.length - from };
  const without = (from: number, to: number): Configuration<Delta> => {
    const gone = placed({ from, to });
    return cut(c, gone.from, gone.to);
  };
  const known = within === undefined ? {} : { within: placed(within) };
  return { list, ...placed(range), ...known, open: placed({ from: lo, to: hi }), gap, without };
};

/** Where needed deltas lie closer than this, single deltas tell most (Hwang: above a density of 0.38). */
const DENSE = 2.6;
/** So many removable ones in a row speak against it. */
const SPARSE_RUN = 2;

/** Twice as far, but for dense lists, where most pairs hold a needed delta. */
const longer = (gap: number, run: number, step: number): number =>
  gap < DENSE && run < SPARSE_RUN ? 1 : Math.max(2 * step, step + 1);

/** Positions `a` to `b` hold a needed delta: bisects for the one the sweep meets first; every success on the way removes as well. */
const nearest = <Delta>(leg: Leg<Delta>, a: number, b: number): Search<Configuration<Delta>, Sweep<Delta>> => {
  const { from, run } = leg;
  if (b - a <= 1 || isBundle(from, a, b)) return go({ ...leg, from: settled(leg, a, b), run: 0 });
  const backward = from.order === "backward";
  const half = Math.ceil((b - a) / 2);
  const start = backward ? b - half : a;
  return goes(stretchOf(leg, { from: start, to: start + half }, { from: a, to: b }), "bisect", (fails) => {
    if (!fails) return nearest(leg, start, start + half);
    const rest = cut(from.c, start, start + half);
    const shorter = { ...leg, from: { ...from, c: rest, hi: from.hi - half }, run: run + half };
    return nearest(shorter, a, b - half);
  });
};

/** The delta from `a` to `b` is taken as needed without a test of its own. The geometric mean follows clusters within a few deltas. */
const settled = <Delta>({ from, run }: Leg<Delta>, a: number, b: number): Sweep<Delta> => {
  const gap = Math.sqrt(from.gap * (run + 1));
  const open = from.order === "backward" ? { hi: a } : { lo: b };
  return { ...from, ...open, gap, found: from.found + 1 };
};
