/** Adaptive: generalised binary splitting that finds out its direction, and whether segments may be swept side by side: ours. */
import { numbered } from "../core/candidates.ts";
import { cut, drop, type Configuration, type Range } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { chain, done, each, one } from "../core/words.ts";
import { gbs } from "./gbs.ts";
import type { Order } from "./support/order.ts";
import { SEGMENTS, segmented } from "./segments.ts";
import { beginning, sweep, type Sweep } from "./support/sweep.ts";
import { verify } from "./verify.ts";

/** Shorter lists are not worth a probe. */
const SHORT = 64;
/** The share of the list that the first probe tries at either end. */
const END = 16;
/** After so many needed deltas the estimate of the gap can be trusted. */
const MIN_NEEDED = 3;
/** Segments are worth their probe when as many needed deltas are expected ahead. */
const MIN_EXPECTED = 8;
/** How many blocks the second probe tries, and how many of them must go for independence. */
const BLOCKS = 8;
const INDEPENDENT = 3;
/** If more of them go, the open part is sparser than was thought. */
const SPARSE = 5;

/** 1-minimal; the library's default. What the probes could remove is kept, so that little of them is lost. */
export const adaptive = <Delta>(c: Configuration<Delta>): Search<Configuration<Delta>, Configuration<Delta>> =>
  c.length < SHORT
    ? gbs(c)
    : chain(direction(c), (begun) => chain(probing(begun, MIN_NEEDED), (swept) => verify(swept.c)));

type Sweeping<Delta> = Search<Configuration<Delta>, Sweep<Delta>>;

const open = ({ lo, hi }: Sweep<unknown>): number => hi - lo;

/** Later deltas mostly use earlier ones, so sweeps go backward, unless the first end can go and the last cannot. */
const direction = <Delta>(c: Configuration<Delta>): Sweeping<Delta> => {
  const width = Math.floor(c.length / END);
  const withoutEnd = (order: Order): Configuration<Delta> =>
    order === "backward" ? cut(c, c.length - width, c.length) : cut(c, 0, width);
  const orders: readonly Order[] = ["backward", "forward"];
  const candidates = numbered(orders.length, (i) => withoutEnd(orders[i] as Order));
  return each(candidates, { phase: "probe", removes: width }, (verdicts) => {
    const order = orders[verdicts.findIndex(({ outcome }) => outcome === "fail")];
    return done(order === undefined ? beginning(c) : beginning(withoutEnd(order), order));
  });
};

/** Sweeps in order until `enough` needed deltas tell how far apart they lie, then probes if much is ahead. */
const probing = <Delta>(begun: Sweep<Delta>, enough: number): Sweeping<Delta> =>
  chain(sweep({ ...begun, found: 0 }, enough), (known) => {
    const gap = (open(begun) - open(known)) / known.found;
    return known.found < enough || open(known) / gap < MIN_EXPECTED ? sweep(known) : probe(known, gap);
  });

/** Tries to remove blocks of half a gap all over the open part. */
const probe = <Delta>(known: Sweep<Delta>, gap: number): Sweeping<Delta> => {
  const blocks = blocksOf(known, Math.max(1, Math.round(gap / 2)));
  const candidates = numbered(BLOCKS, (i) => drop(known.c, [blocks[i] as Range]));
  return each(candidates, { phase: "probe", removes: widthOf(blocks) }, (verdicts) => {
    const removable = blocks.filter((_, i) => verdicts[i]?.outcome === "fail");
    if (removable.length < INDEPENDENT) return sweep(turned(known, verdicts[farEnd(known)]?.outcome === "fail"));
    return without(known, removable);
  });
};

/** Blocks of a width, evenly spread from the far end on; the near end is what the sweep has just seen. */
const blocksOf = ({ lo, hi, order }: Sweep<unknown>, width: number): readonly Range[] =>
  Array.from({ length: BLOCKS }, (_, i) => {
    const offset = Math.floor(((hi - lo - width) * (order === "backward" ? i : i + 1)) / BLOCKS);
    return { from: lo + offset, to: lo + offset + width };
  });

const widthOf = (blocks: readonly Range[]): number =>
  blocks.reduce((sum, { from, to }) => sum + to - from, 0) / blocks.length;

const farEnd = ({ order }: Sweep<unknown>): number => (order === "backward" ? 0 : BLOCKS - 1);

/** Where hardly anything can go but at the far end, the dependences run the other way. */
const turned = <Delta>(known: Sweep<Delta>, farEndGoes: boolean): Sweep<Delta> =>
  farEndGoes ? { ...known, order: known.order === "backward" ? "forward" : "backward" } : known;

/**
 * Blocks that go one by one: if they go together, deltas are independent. Where nearly all of them go, needed deltas lie farther
 * apart than was thought, and the sweep gets over them quickly until it has met enough of them again.
 */
const without = <Delta>(known: Sweep<Delta>, blocks: readonly Range[]): Sweeping<Delta> => {
  const c = drop(known.c, blocks);
  const removed = known.c.length - c.length;
  const gap = -widthOf(blocks) / Math.log((blocks.length + 0.5) / (BLOCKS + 1));
  const less = { ...known, c, hi: known.hi - removed, gap };
  return one(
    () => c,
    { phase: "probe", removes: removed },
    (fails) => {
      if (!fails) return sweep(known);
      return blocks.length > SPARSE ? probing(less, 2 * known.found) : independently(less);
    },
  );
};

/** Segments, about one for each needed delta that is expected; when they turn out to need each other, the rest is swept in order. */
const independently = <Delta>(known: Sweep<Delta>): Sweeping<Delta> =>
  chain(segmented(known, Math.min(SEGMENTS, Math.round(open(known) / known.gap))), ({ c, complete }) => {
    const hi = known.hi - (known.c.length - c.length);
    return complete ? done({ ...known, c, lo: hi, hi }) : sweep({ ...known, c, hi });
  });
