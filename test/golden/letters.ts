/** The worked examples made of letters: the oracles of the OPDD paper's figures and of the lecture's quizzes. */
import { elements, whole, type Configuration } from "../../src/core/configuration.ts";

export type Word = Configuration<string>;

export const word = (letters: string): Word => whole(Array.from(letters));
export const lettersOf = (candidate: Word): string => elements(candidate).join("");

const has = (text: string, letters: string): boolean => Array.from(letters).every((letter) => text.includes(letter));

/** OPDD, Fig. 3: a, c, e and g are needed; b goes only after d, d after f, f after h. */
export const phi1 = (text: string): boolean =>
  has(text, "aceg") &&
  ["bd", "df", "fh"].every(([first, then]) => text.includes(first as string) || !text.includes(then as string));

export const phi2 = (text: string): boolean => has(text, "ac");
export const phi3 = (text: string): boolean => has(text, "ch") || has(text, "df");

/** OPDD, Fig. 5: a to h are needed; k and l go together; i and j only once these are gone. */
export const figure5 = (text: string): boolean =>
  has(text, "abcdefgh") && text.includes("k") === text.includes("l") && (has(text, "ij") || !text.includes("k"));

/** Lecture: crashes on "42". */
export const has42 = (text: string): boolean => text.includes("42");
/** Lecture: an odd number of B and an even number of A. */
export const oddBs = (text: string): boolean => count(text, "B") % 2 === 1 && count(text, "A") % 2 === 0;
/** Lecture: an a, or two b in a row. */
export const aOrBb = (text: string): boolean => text.includes("a") || text.includes("bb");
/** Lecture: a whole SELECT tag. */
export const hasSelect = (text: string): boolean => /<SELECT(\s[^>]*)?>/.test(text);

const count = (text: string, letter: string): number => text.split(letter).length - 1;
