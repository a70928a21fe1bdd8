/** Which numbers are simpler than others, and the search for the simplest that will do. */
import { listed } from "../core/candidates.ts";
import type { Search } from "../core/search.ts";
import { done, first, one } from "../core/words.ts";

const STEP = { phase: "number" };

/** From a failing number to a simpler one: the plain candidates first, then bisection towards zero; about log2 of it in tests. */
export const simplerNumber = (x: number): Search<number, number> =>
  first(listed(simplerForms(x)), STEP, (hit) => (hit ? simplerNumber(hit.candidate) : bisect(x)));

/** 0, 1, positive, integer, fewer digits. */
export const simplerForms = (x: number): number[] => {
  const size = Math.abs(x);
  const forms = new Set([
    0,
    1,
    size,
    Math.sign(x),
    Math.trunc(x),
    ...(Number.isInteger(x) ? prefixes(x) : roundings(x)),
  ]);
  return [...forms].filter((form) => isSimpler(form, x));
};

/** 1, 12, 123 for 1234. */
const prefixes = (x: number): number[] => {
  const shorter: number[] = [];
  for (let rest = Math.trunc(x / 10); rest !== 0 && shorter.length < 20; rest = Math.trunc(rest / 10))
    shorter.unshift(rest);
  return shorter;
};

const roundings = (x: number): number[] => Array.from({ length: 16 }, (_, i) => Number(x.toPrecision(i + 1)));

const isSimpler = (a: number, b: number): boolean => {
  const order = plainLength(a) - plainLength(b) || Math.abs(a) - Math.abs(b);
  return order < 0 || (order === 0 && Object.is(a, 0) && Object.is(b, -0));
};

/** 0 and the number nearest to it of this sign are known not to do: the least that does is looked for between them and x. */
const bisect = (x: number): Search<number, number> =>
  Number.isInteger(x) ? between(Math.min(1, Math.abs(x)), Math.abs(x), Math.sign(x)) : done(x);

const between = (low: number, high: number, sign: number): Search<number, number> => {
  // By orders of magnitude as long as there are some, so that 1e300 costs no thousand tests.
  const middle = Math.floor(high > 4 * low ? Math.sqrt(low) * Math.sqrt(high) : low + (high - low) / 2);
  if (middle <= low || middle >= high) return done(sign * high);
  return one(
    () => sign * middle,
    STEP,
    (fails) => (fails ? between(low, middle, sign) : between(middle, high, sign)),
  );
};

/** The length of a number written out without an exponent. */
export const plainLength = (x: number): number => {
  if (Object.is(x, -0)) return 2;
  const text = String(x);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text.length;
  const [, sign = "", , decimals = "", exponent = ""] = match;
  const power = Number(exponent);
  return sign.length + (power > 0 ? power + 1 : 2 - power + decimals.length);
};
