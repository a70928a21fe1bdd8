/** The examples of the playground: those of the papers and of the lecture, and one with structure. */
import type { Unit } from "./algorithms.ts";

export interface Example {
  readonly name: string;
  readonly text: string;
  readonly unit: Unit;
  /** An expression of JavaScript about `text`. */
  readonly predicate: string;
  readonly note: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "Lecture: a SELECT tag",
    text: '<SELECT NAME="priority" MULTIPLE SIZE=7>',
    unit: "characters",
    predicate: String.raw`/<SELECT(\s[^>]*)?>/.test(text)`,
    note: "The browser crashed on a whole SELECT tag (Zeller & Hildebrandt 2002).",
  },
  {
    name: "Lecture: 2424",
    text: "2424",
    unit: "characters",
    predicate: 'text.includes("42")',
    note: "A program crashes on 42. Which characters go first?",
  },
  {
    name: "OPDD, figure 2",
    text: "abcdefgh",
    unit: "characters",
    predicate: `[..."aceg"].every((letter) => text.includes(letter)) &&
  ["bd", "df", "fh"].every(([first, then]) => text.includes(first) || !text.includes(then))`,
    note: "a, c, e and g are needed; b can go only after d, d after f, f after h. ddmin visits letters again; OPDD looks at each once per granularity (Gharachorlu & Sumner 2018).",
  },
  {
    name: "OPDD, figure 5",
    text: "abcdefghijkl",
    unit: "characters",
    predicate: `[..."abcdefgh"].every((letter) => text.includes(letter)) &&
  text.includes("k") === text.includes("l") &&
  (/i.*j/.test(text) || !text.includes("k"))`,
    note: "k and l go together; i and j can go once these are gone.",
  },
  {
    name: "Hodován & Kiss, example A",
    text: "12345678",
    unit: "characters",
    predicate: 'text.includes("5") && text.includes("8") && (text.includes("2") || !text.includes("7"))',
    note: "5 and 8 are needed, and 7 needs 2 (Hodován & Kiss 2016).",
  },
  {
    name: "Nested calls",
    text: "main { log ( a ) call ( f ( x y ) g ( h ( boom ) z ) ) end ( b c d ) }",
    unit: "words",
    predicate: String.raw`text.includes("( boom )") &&
  [...text].reduce((depth, sign) => depth < 0 ? depth : depth + (/[({]/.test(sign) ? 1 : /[)}]/.test(sign) ? -1 : 0), 0) === 0`,
    note: "Only balanced text is accepted, with boom in brackets of its own. HDD removes whole groups, level by level: it never asks about half a pair of brackets, but it cannot take a group out of another one (Misherghi & Su 2006).",
  },
  {
    name: "Eighty lines, two of which matter",
    text: Array.from({ length: 80 }, (_, i) => `line ${i + 1}${i === 17 ? " open" : i === 61 ? " crash" : ""}\n`).join(
      "",
    ),
    unit: "lines",
    predicate: String.raw`/open[\s\S]*crash/.test(text)`,
    note: "Few lines of many are needed: gbs needs the fewest tests.",
  },
];
