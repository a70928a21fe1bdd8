/** Takes the input's own text out of what is learnt: it changes when the input shrinks. */
import { ANYTHING, emptied, fitting } from "./quotations.ts";
import type { Fact } from "./reports/report.ts";

/** Quotations up to this length tell failures apart (`KeyError: 'name'`); longer ones are excerpts. */
const NAME_LENGTH = 40;
/** Shorter lines of an input ("}", "else") stand in outputs by chance. */
const EXCERPT_LENGTH = 8;
/** Lines of an input that are looked for in each line of output: a bound on the work. */
const MAX_LINES = 20_000;

export interface InputText {
  /** A fact as it is learnt: what of it quotes the input is a gap. */
  generalise(fact: Fact): string;
  /** A line of output as it is learnt; `undefined` when it says nothing but what the input says. */
  generaliseLine(line: string): string | undefined;
}

export const inputText = (text: string): InputText => {
  const lines = [...new Set(text.split(/\r\n|\n|\r/).map((line) => line.replaceAll(/\s+/g, " ").trim()))].slice(
    0,
    MAX_LINES,
  );
  const known = new Set(lines);
  const excerpts = lines.filter((line) => line.length >= EXCERPT_LENGTH);
  const maskLong = (said: string): string =>
    emptied(said, (inner) => inner.length > NAME_LENGTH && text.includes(inner));
  return {
    generalise({ text: said, quotes }) {
      if (quotes === "verbatim") return said;
      return fitting(said, quotes === "kind" ? emptied(said, () => true) : maskLong(said));
    },
    generaliseLine(line) {
      if (known.has(line)) return undefined;
      let masked = line;
      for (const excerpt of excerpts) {
        if (excerpt.length <= masked.length && masked.includes(excerpt)) masked = masked.replaceAll(excerpt, ANYTHING);
      }
      masked = fitting(line, maskLong(masked));
      return /\p{L}{2}/u.test(masked.replaceAll(/‹.*?›/g, "")) ? masked : undefined;
    },
  };
};
