/** Which small neighbours in a list of deltas are not worth a question each. */
import type { Graph } from "../../dependences/graph.ts";
import type { Units } from "../../formats/units.ts";
import type { Delta } from "./needs.ts";

interface Needing {
  readonly units: Units;
  readonly graph: Graph;
}

/** Smaller deltas, as a share of the text, are not worth a question of their own. */
const MIN_WEIGHT = 0.005;

/** Small units that need nothing set nothing free: up to half the size of an average one, neighbours are in one bundle. */
export const bundlesOf = (work: Needing, deltas: readonly Delta[]): Int32Array => {
  const { start, end, text } = work.units;
  const weigh = (delta: Delta): number =>
    delta.reduce((sum, unit) => sum + (end[unit] as number) - (start[unit] as number), 0);
  const mean = deltas.reduce((sum, delta) => sum + weigh(delta), 0) / deltas.length;
  const most = Math.min(MIN_WEIGHT * text.length, mean / 2);
  let bundle = 0;
  let room = 0;
  return Int32Array.from(deltas, (delta) => {
    const weight = weigh(delta);
    const isSmall = weight < most && delta.every((unit) => isLeaf(work, unit));
    if (!isSmall || weight > room) {
      bundle++;
      room = isSmall ? most : 0;
    }
    room -= weight;
    return bundle;
  });
};

/** Has it no other units in it, and needs none but those around it? */
const isLeaf = ({ units: { after }, graph: { from, needs } }: Needing, unit: number): boolean => {
  if (after[unit] !== unit + 1) return false;
  for (let at = from[unit] as number; at < (from[unit + 1] as number); at++) {
    const needed = needs[at] as number;
    if (needed > unit || (after[needed] as number) <= unit) return false;
  }
  return true;
};
