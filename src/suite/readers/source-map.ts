/** Source maps, version 3: which line of which source the places of a made script come from. */

export interface SourceMap {
  readonly sources: readonly (string | null)[];
  readonly sourceRoot?: string;
  readonly mappings: string;
}

export interface Mapping {
  /** Of the script, from 0. */
  readonly line: number;
  readonly column: number;
  /** Index of the source. */
  readonly source: number;
  /** Of the source, from 0. */
  readonly sourceLine: number;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES: ReadonlyMap<string, number> = new Map(DIGITS.split("").map((digit, value) => [digit, value]));

/** The mappings in order. Throws a SyntaxError if the text is no list of mappings. */
export function* mappingsIn(text: string): Generator<Mapping> {
  let [source, sourceLine] = [0, 0];
  for (const [line, segments] of text.split(";").entries()) {
    let column = 0;
    for (const segment of segments.split(",")) {
      if (segment === "") continue;
      const [moveColumn = 0, moveSource, moveLine = 0] = numbersIn(segment);
      column += moveColumn;
      if (moveSource === undefined) continue;
      source += moveSource;
      sourceLine += moveLine;
      yield { line, column, source, sourceLine };
    }
  }
}

/** Numbers of five bits a digit, the sixth says that it goes on, the lowest bit of all is the sign. */
const numbersIn = (segment: string): readonly number[] => {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = VALUES.get(digit);
    if (bits === undefined) throw new SyntaxError(`the mappings have a "${digit}"`);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
};
