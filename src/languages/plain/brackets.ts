/** Finds out which brackets of a text belong together, whatever is missing, and how many nodes the text can become at most. */
import { bracketBehind } from "./calls.ts";
import { FIRST_BRACKET, LAST_BRACKET, COMMA, OPENING_BRACE, SEMICOLON, WORD } from "./kinds.ts";
import { advance, scannerOf } from "./scanner.ts";

/** No partner: the bracket is ordinary punctuation. */
export const UNMATCHED = 0;
const MATCHED = 1;
/** Opens a group with semicolons between its items. */
export const MATCHED_STATEMENTS = 2;

export interface Brackets {
  /** By bracket, in the order of the text: one of the constants above. Those that are matched are properly nested. */
  readonly marks: Uint8Array;
  /** How many nodes there can be at most. */
  readonly most: number;
}

/** A stack of numbers that may grow. */
export const grown = <T extends Uint8Array | Int32Array>(array: T, length: number): T => {
  if (length < array.length) return array;
  const larger = array instanceof Uint8Array ? new Uint8Array(length * 2) : new Int32Array(length * 2);
  larger.set(array);
  return larger as T;
};

interface Matcher {
  marks: Uint8Array;
  brackets: number;
  groups: number;
  /** The open brackets: which they are, and where the one of the same kind below is. */
  open: Int32Array;
  below: Int32Array;
  /** Whether a semicolon has been seen directly in it. */
  semicolon: Uint8Array;
  depth: number;
  /** By kind: the topmost open bracket in the stack, -1 for none. */
  readonly top: Int32Array;
}

const pushOpening = (matcher: Matcher, kind: number): void => {
  const { depth, top } = matcher;
  matcher.open = grown(matcher.open, depth);
  matcher.below = grown(matcher.below, depth);
  matcher.semicolon = grown(matcher.semicolon, depth);
  matcher.open[depth] = matcher.brackets * 8 + (kind - FIRST_BRACKET);
  matcher.below[depth] = top[kind] ?? -1;
  matcher.semicolon[depth] = 0;
  top[kind] = depth;
  matcher.depth++;
};

/** Openings above the partner remain without one; what was seen in them was seen in the partner. */
const popTo = (matcher: Matcher, partner: number): void => {
  const { open, below, semicolon, top } = matcher;
  let seen = 0;
  while (matcher.depth > partner) {
    const at = --matcher.depth;
    seen |= semicolon[at] ?? 0;
    top[FIRST_BRACKET + ((open[at] ?? 0) % 8)] = below[at] ?? -1;
  }
  matcher.marks[Math.floor((open[partner] ?? 0) / 8)] = seen === 0 ? MATCHED : MATCHED_STATEMENTS;
};

/** A round or square bracket finds no partner outside of the braces it stands in. */
const close = (matcher: Matcher, kind: number): void => {
  const partner = matcher.top[kind - 1] ?? -1;
  if (partner < 0 || (kind - 1 !== OPENING_BRACE && partner < (matcher.top[OPENING_BRACE] ?? -1))) return;
  popTo(matcher, partner);
  matcher.marks[matcher.brackets] = MATCHED;
  matcher.groups++;
};

const take = (matcher: Matcher, kind: number): void => {
  if (kind === SEMICOLON && matcher.depth > 0) matcher.semicolon[matcher.depth - 1] = 1;
  if (kind < FIRST_BRACKET || kind > LAST_BRACKET) return;
  matcher.marks = grown(matcher.marks, matcher.brackets);
  if (kind % 2 === FIRST_BRACKET % 2) pushOpening(matcher, kind);
  else close(matcher, kind);
  matcher.brackets++;
};

const newMatcher = (): Matcher => ({
  marks: new Uint8Array(64),
  brackets: 0,
  groups: 0,
  open: new Int32Array(64),
  below: new Int32Array(64),
  semicolon: new Uint8Array(64),
  depth: 0,
  top: new Int32Array(LAST_BRACKET + 1).fill(-1),
});

export const matchBrackets = (text: string): Brackets => {
  const matcher = newMatcher();
  const scanner = scannerOf(text);
  let leaves = 0;
  let lines = 0;
  let separators = 0;
  let calls = 0;
  while (advance(scanner)) {
    leaves++;
    if (scanner.kind === WORD && bracketBehind(text, scanner.end) >= 0) calls++;
    if (scanner.opensLine) lines++;
    if (scanner.kind >= COMMA) separators++;
    take(matcher, scanner.kind);
  }
  const items = separators + matcher.groups;
  // A block, a line and a part for each line, also for those of items; further parts behind commas.
  return { marks: matcher.marks, most: 1 + leaves + calls + matcher.groups + 2 * items + 3 * (lines + 2 * items) };
};
