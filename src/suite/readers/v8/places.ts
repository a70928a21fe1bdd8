/** V8's counts for ranges of a script, held against places of it. */
import type { Universe } from "../../coverage.ts";

/** Triples: start, end, count. Ranges nest; the innermost counts. */
export type Ranges = Int32Array;

interface V8Function {
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
  { offsets, numbers }: EntityPlaces,
  executed: (number: number) => void,
): void => {
  const order = Uint32Array.from({ length: ranges.length / 3 }, (_, at) => at * 3).toSorted(
    // The outer before the inner; of ranges that are equal, the later one is the inner.
    (a, b) => valueAt(ranges, a) - valueAt(ranges, b) || valueAt(ranges, b + 1) - valueAt(ranges, a + 1) || a - b,
  );
  const open: number[] = [];
  let next = 0;
  for (let place = 0; place < offsets.length; place++) {
    const offset = offsets[place] as number;
    for (; next < order.length && valueAt(ranges, order[next] as number) <= offset; next++) {
      close(open, ranges, valueAt(ranges, order[next] as number));
      open.push(order[next] as number);
    }
    close(open, ranges, offset);
    const inner = open.at(-1);
    if (inner !== undefined && valueAt(ranges, inner + 2) > 0) executed(numbers[place] as number);
  }
};

const valueAt = (ranges: Ranges, index: number): number => ranges[index] as number;

/** Ranges that end before an offset are left. */
const close = (open: number[], ranges: Ranges, offset: number): void => {
  while (open.length > 0 && valueAt(ranges, (open.at(-1) as number) + 1) <= offset) open.pop();
};

/** A place, the entity that is covered when it was executed. */
export interface EntityPlaces {
  readonly offsets: Int32Array;
  readonly numbers: Int32Array;
}

/** An offset in a script that was made from another text, and the line (from 1) of the source that begins there. */
interface SourcePlace {
  readonly offset: number;
  readonly file: string;
  readonly line: number;
}

/**
 * V8 reports blocks only where their count differs from what is around them, so blocks cannot be entities themselves: they would come
 * and go. Places of the text do not. A place in a string or a comment is harmless: it is covered with the code around it.
 */
export const placesIn = (text: string, file: string, universe: Universe): EntityPlaces => {
  const places: (readonly [offset: number, number: number])[] = [];
  let start = 0;
  for (const [at, line] of text.split("\n").entries()) {
    const first = line.search(/\S/);
    if (first >= 0 && !NO_CODE.test(line)) {
      places.push([start + first, universe.number("statement", `${file}:${at + 1}`)]);
      let which = 0;
      for (const { index, 0: token } of line.matchAll(BRANCHING))
        places.push([start + index + token.length, universe.number("branch", `${file}:${at + 1}:${which++}`)]);
    }
    start += line.length + 1;
  }
  return sorted(places);
};

/** Blank lines, comments, and lines that only close something. */
const NO_CODE = /^\s*(?:\/\/.*|\/\*.*|\*.*|[\])};,\s]*)$/;

/** Behind these begins what may be left out. The blanks are part of it: the place is that of the next thing on the line. */
const BRANCHING =
  /(?:\{|=>|&&=?|\|\|=?|\?\?=?|\?(?!\.)|(?<![\w$.])(?:else|case|default)(?![\w$])[^:{]*|:)[ \t]*(?=[^\s)\]};,])/g;

/** Where the script is not the text of a file: every place that its map has, as statements of the sources. */
export const placesByMap = (sources: readonly SourcePlace[], universe: Universe): EntityPlaces =>
  sorted(sources.map(({ offset, file, line }) => [offset, universe.number("statement", `${file}:${line}`)]));

const sorted = (places: readonly (readonly [number, number])[]): EntityPlaces => {
  const ascending = places.toSorted((a, b) => a[0] - b[0]);
  return {
    offsets: Int32Array.from(ascending, ([offset]) => offset),
    numbers: Int32Array.from(ascending, ([, number]) => number),
  };
};
