/** A shortest edit script in linear space (Myers 1986), which gives up being shortest where that costs too much. */

/** Numbers stand for lines (or words); equal numbers for equal ones. */
export interface Sequences {
  readonly a: Int32Array;
  readonly b: Int32Array;
}

interface Box {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** After so many steps from both sides the furthest way so far is taken; a larger root of the size is allowed to more. */
const MIN_EFFORT = 256;

/** Calls back with the places of `a` and of `b` that are not in a common subsequence. */
export const edits = ({ a, b }: Sequences, removed: (place: number) => void, added: (place: number) => void): void => {
  const meet = meeting({ a, b });
  const waiting: Box[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
    let { aFrom, aTo, bFrom, bTo } = box;
    while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
      aFrom++;
      bFrom++;
    }
    while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
      aTo--;
      bTo--;
    }
    if (aFrom === aTo) for (let i = bFrom; i < bTo; i++) added(i);
    else if (bFrom === bTo) for (let i = aFrom; i < aTo; i++) removed(i);
    else {
      const [aAt, bAt] = meet({ aFrom, aTo, bFrom, bTo });
      waiting.push({ aFrom: aAt, aTo, bFrom: bAt, bTo }, { aFrom, aTo: aAt, bFrom, bTo: bAt });
    }
  }
};

const FAR = 0x7fffffff;

/** A place through which a short way leads. The boxes' first and last elements differ. */
const meeting = ({ a, b }: Sequences): ((box: Box) => readonly [a: number, b: number]) => {
  // By diagonal (place in a minus place in b): how far in a the ways from the beginning and from the end have come.
  const zero = b.length + 1;
  const forward = new Int32Array(a.length + b.length + 3);
  const backward = new Int32Array(a.length + b.length + 3);
  const effort = Math.max(MIN_EFFORT, Math.round(Math.sqrt(a.length + b.length)));
  return ({ aFrom, aTo, bFrom, bTo }) => {
    const least = aFrom - bTo;
    const most = aTo - bFrom;
    let fMin = aFrom - bFrom;
    let fMax = fMin;
    let bMin = aTo - bTo;
    let bMax = bMin;
    const odd = ((fMin - bMin) & 1) !== 0;
    forward[zero + fMin] = aFrom;
    backward[zero + bMin] = aTo;
    for (let cost = 1; ; cost++) {
      if (fMin > least) forward[zero + --fMin - 1] = -1;
      else fMin++;
      if (fMax < most) forward[zero + ++fMax + 1] = -1;
      else fMax--;
      for (let d = fMax; d >= fMin; d -= 2) {
        const below = forward[zero + d - 1] as number;
        const above = forward[zero + d + 1] as number;
        let i = below >= above ? below + 1 : above;
        while (i < aTo && i - d < bTo && a[i] === b[i - d]) i++;
        forward[zero + d] = i;
        if (odd && bMin <= d && d <= bMax && (backward[zero + d] as number) <= i) return [i, i - d];
      }
      if (bMin > least) backward[zero + --bMin - 1] = FAR;
      else bMin++;
      if (bMax < most) backward[zero + ++bMax + 1] = FAR;
      else bMax--;
      for (let d = bMax; d >= bMin; d -= 2) {
        const below = backward[zero + d - 1] as number;
        const above = backward[zero + d + 1] as number;
        let i = below < above ? below : above - 1;
        while (i > aFrom && i - d > bFrom && a[i - 1] === b[i - d - 1]) i--;
        backward[zero + d] = i;
        if (!odd && fMin <= d && d <= fMax && i <= (forward[zero + d] as number)) return [i, i - d];
      }
      if (cost >= effort) {
        const ahead = furthest({ aTo, bTo }, fMin, fMax, (d) => forward[zero + d] as number);
        // Seen from the end, the same on reversed places.
        const behind = furthest({ aTo: -aFrom, bTo: -bFrom }, -bMax, -bMin, (d) => -(backward[zero - d] as number));
        const gained = ahead[0] + ahead[1] - aFrom - bFrom;
        return gained > aTo + bTo + behind[0] + behind[1] ? ahead : [-behind[0], -behind[1]];
      }
    }
  };
};

/** The furthest point that any diagonal has reached, kept inside of the box. */
const furthest = (
  { aTo, bTo }: Pick<Box, "aTo" | "bTo">,
  from: number,
  to: number,
  reached: (diagonal: number) => number,
): readonly [a: number, b: number] => {
  const pointOn = (d: number): number => Math.min(reached(d), aTo, bTo + d);
  const sumOn = (d: number): number => 2 * pointOn(d) - d;
  let best = from;
  for (let d = from + 2; d <= to; d += 2) if (sumOn(d) > sumOn(best)) best = d;
  return [pointOn(best), pointOn(best) - best];
};
