/** Names with brackets right behind them: where the first of these brackets stands. */

/** Members and parameters in angle brackets may stand in between, so many and so long at most: the search takes constant time. */
const TO_BRACKET = /(?:(?:\.|::|->)[\p{L}\p{N}_$]{1,64}){0,8}(?:<[\p{L}\p{N}_ ,.:*&<>]{1,80}>)?[([]/uy;

const MAY_FOLLOW = new Set("([.:-<");

/** The bracket that what begins behind a name, at `from`, leads to; -1 if it leads to none. */
export const bracketBehind = (text: string, from: number): number => {
  if (!MAY_FOLLOW.has(text.charAt(from))) return -1;
  TO_BRACKET.lastIndex = from;
  const found = TO_BRACKET.exec(text);
  return found === null ? -1 : from + found[0].length - 1;
};
