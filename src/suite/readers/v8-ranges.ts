/** V8's counts for ranges of a script, held against places of it. */
import type { Places } from "./v8-script.ts";

/** Triples: start, end, count. Ranges nest; the innermost counts. */
export type Ranges = Int32Array;

export interface V8Function {
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  readonly isBlockCoverage: boolean;
}

export interface V8Script {
  readonly url: string;
  readonly functions: readonly V8Function[];
}

export const rangesOf = (functions: readonly V8Function[]): Ranges => {
  let length = 0;
  for (const { ranges } of functions) length += ranges.length * 3;
  const triples = new Int32Array(length);
  let at = 0;
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) {
      triples[at++] = startOffset;
      triples[at++] = endOffset;
      triples[at++] = Math.min(count, 0x7fffffff);
    }
  return triples;
};

/** Calls back for each place whose innermost range was executed. One walk over ranges and places, both by offset. */
export const executedPlaces = (
  ranges: Ranges,
  { offsets, numbers }: Places,
  executed: (number: number) => void,
): void => {
  const order = Uint32Array.from({ length: ranges.length / 3 }, (_, at) => at * 3).toSorted(
    // The outer before the inner; of ranges that are equal, the later one is the inner.
    (a, b) => at(ranges, a) - at(ranges, b) || at(ranges, b + 1) - at(ranges, a + 1) || a - b,
  );
  const open: number[] = [];
  let next = 0;
  for (let place = 0; place < offsets.length; place++) {
    const offset = offsets[place] as number;
    for (; next < order.length && at(ranges, order[next] as number) <= offset; next++) {
      close(open, ranges, at(ranges, order[next] as number));
      open.push(order[next] as number);
    }
    close(open, ranges, offset);
    const inner = open.at(-1);
    if (inner !== undefined && at(ranges, inner + 2) > 0) executed(numbers[place] as number);
  }
};

const at = (ranges: Ranges, index: number): number => ranges[index] as number;

/** Ranges that end before an offset are left. */
const close = (open: number[], ranges: Ranges, offset: number): void => {
  while (open.length > 0 && at(ranges, (open.at(-1) as number) + 1) <= offset) open.pop();
};
