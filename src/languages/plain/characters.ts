/** What each UTF-16 unit may be part of, as a table. */

export const OTHER = 0;
export const BLANK = 1;
/** Ends a line. */
export const BREAK = 2;
export const LETTER = 3;
export const DIGIT = 4;
export const QUOTE = 5;
export const BRACKET = 6;
export const SEPARATOR = 7;
/** Forms one token with its like. */
export const OPERATOR = 8;

const ASCII: readonly (readonly [string, number])[] = [
  ["\n\r", BREAK],
  ["0123456789", DIGIT],
  ["_", LETTER],
  ["\"'`", QUOTE],
  ["()[]{}", BRACKET],
  [",;", SEPARATOR],
  ["=-><:+*&|!/%^~?.", OPERATOR],
];

const LETTERS = /[\p{L}\p{M}\p{N}]/u;

/** Surrogates count as letters: a pair is never torn apart. */
const isLetter = (unit: number, character: string): boolean =>
  (unit >= 0xd800 && unit < 0xe000) || LETTERS.test(character);

const makeTable = (): Uint8Array => {
  const table = new Uint8Array(0x10000);
  for (let unit = 0; unit < table.length; unit++) {
    const character = String.fromCharCode(unit);
    if (isLetter(unit, character)) table[unit] = LETTER;
    else if (/\s/.test(character)) table[unit] = BLANK;
  }
  for (const [characters, its] of ASCII) for (const each of characters) table[each.charCodeAt(0)] = its;
  return table;
};

let made: Uint8Array | undefined;

/** By UTF-16 unit: one of the constants above. Made at the first call. */
export const characterClasses = (): Uint8Array => (made ??= makeTable());
