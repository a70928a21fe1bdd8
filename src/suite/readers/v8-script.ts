/** The places of a script that V8's ranges are held against: the beginnings of its lines, and what follows the tokens that branch. */
import type { Universe } from "../coverage.ts";

/** A place, the entity that is covered when it was executed. */
export interface Places {
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
export const placesIn = (text: string, file: string, universe: Universe): Places => {
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
export const placesByMap = (sources: readonly SourcePlace[], universe: Universe): Places =>
  sorted(sources.map(({ offset, file, line }) => [offset, universe.number("statement", `${file}:${line}`)]));

const sorted = (places: readonly (readonly [number, number])[]): Places => {
  const ascending = places.toSorted((a, b) => a[0] - b[0]);
  return {
    offsets: Int32Array.from(ascending, ([offset]) => offset),
    numbers: Int32Array.from(ascending, ([, number]) => number),
  };
};
