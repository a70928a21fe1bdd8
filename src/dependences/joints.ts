/** Names of several parts: `a.b`, `a-b`. */

export const isPart = (text: string, at: number): boolean => /\w/.test(text.charAt(at));

/** A dot or a dash between parts of a name. */
export const isJoint = (text: string, at: number): boolean =>
  /[.-]/.test(text.charAt(at)) && isPart(text, at - 1) && isPart(text, at + 1);

/** Longer names are cut off at their beginning. */
const MAX_JOINED = 4;

export const chainStart = (text: string, start: number): number => {
  let from = start;
  for (let parts = 1; parts < MAX_JOINED && isJoint(text, from - 1); parts++)
    for (from -= 2; isPart(text, from - 1);) from--;
  return from;
};
