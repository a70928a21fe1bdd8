/** What happens where two pieces of a text meet. */

const SPACE = 32;
const TAB = 9;
const CR = 13;

/** White space within a line; a carriage return belongs to the end of its line. */
export const isBlank = (unit: number): boolean => unit === SPACE || unit === TAB || unit === CR;

/** Letters, digits, and what programs take for them. */
export const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 48 && unit <= 57) ||
  unit === 95 ||
  unit === 36 ||
  unit > 127;

/** Characters that mean something else when two of them stand together: ++, //, <<, … */
const OPERATORS = new Set("+-*/&|<>=:.#!%^~?@\\");

/** Would these two pieces, without white space between them, be read as something else? */
export const fuses = (before: string, behind: string): boolean => {
  if (before === "" || behind === "") return false;
  const left = before.charCodeAt(before.length - 1);
  const right = behind.charCodeAt(0);
  if (isWordUnit(left) && isWordUnit(right)) return true;
  return OPERATORS.has(before.slice(-1)) && OPERATORS.has(behind.charAt(0));
};
