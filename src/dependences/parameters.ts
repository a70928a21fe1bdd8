/** Lists of names in the head of a part whose body declares them: parameters of C before 1989, ports of Verilog. */
import type { Units } from "../formats/units.ts";

/** What no list of names has in it: other signs, and words without a comma between them. */
const ELSE = /[^\p{L}\p{N}_$,\s]|(?<=[\p{L}\p{N}_$])\s+(?=[\p{L}\p{N}_$])/gu;

/** Behind one of these is the body. */
const HEAD_ENDS = /[;{]/g;

/** Tells of a unit whether it is a list of names, or one of them, in the head of a unit around it. Takes time linear in the text. */
export const parametersIn = ({ text, start, end, length }: Units): ((unit: number, around: number) => boolean) => {
  const firstElse = firstFrom(text, ELSE);
  const firstEnd = firstFrom(text, HEAD_ENDS);
  const isList = new Uint8Array(length);
  const headEnd = new Int32Array(length);
  for (let unit = 0; unit < length; unit++) {
    const [from, to] = [start[unit] as number, end[unit] as number];
    const isBracketed = text.charAt(from) === "(" && text.charAt(to - 1) === ")";
    isList[unit] = firstElse(isBracketed ? from + 1 : from) >= (isBracketed ? to - 1 : to) ? 1 : 0;
    headEnd[unit] = firstEnd(from);
  }
  return (unit, around) => isList[unit] === 1 && (end[unit] as number) <= (headEnd[around] as number);
};

/** The first match at a place or behind it; places are asked for in order. */
const firstFrom = (text: string, pattern: RegExp): ((place: number) => number) => {
  const found = text.matchAll(pattern);
  let next = found.next();
  return (place) => {
    while (!next.done && next.value.index < place) next = found.next();
    return next.done ? text.length : next.value.index;
  };
};
