/** In which lines two texts differ. */
import { differingRuns, numberOf, type DifferingRange } from "../../core/diff/differing.ts";
import { settled } from "./settle.ts";
import { commonEnds, lineAt, type Lines } from "./text-lines.ts";

/**
 * The runs of lines to be replaced to make `b` of `a`, as `diff -U0` prints them: in order, none empty, at least one common line
 * between neighbours. Anchored on lines that are unique in both (patience), a shortest script between the anchors.
 */
export const differingLines = (a: Lines, b: Lines): readonly DifferingRange[] => {
  const { head, tail } = commonEnds(a, b);
  const { as, bs, kinds } = numbered(a, b, head, tail);
  return settled(
    differingRuns(as, bs, kinds).map(({ aFrom, aTo, bFrom, bTo }) => ({
      aFrom: aFrom + head,
      aTo: aTo + head,
      bFrom: bFrom + head,
      bTo: bTo + head,
    })),
    a,
    b,
  );
};

/** Equal lines get equal numbers. */
const numbered = (
  a: Lines,
  b: Lines,
  head: number,
  tail: number,
): { readonly as: Int32Array; readonly bs: Int32Array; readonly kinds: number } => {
  const known = new Map<string, number>();
  const numbersOf = (lines: Lines): Int32Array => {
    const numbers = new Int32Array(lines.count - head - tail);
    for (let i = 0; i < numbers.length; i++) numbers[i] = numberOf(known, lineAt(lines, head + i));
    return numbers;
  };
  const [as, bs] = [numbersOf(a), numbersOf(b)];
  return { as, bs, kinds: known.size };
};
