/** Source text in the colours of a terminal. */
import { coloured, type Colour } from "../languages/colours.ts";
import { commentStyle } from "../languages/comment-styles.ts";
import type { Style } from "./lines.ts";

/** A stretch of text in one style. */
export interface StyledRange {
  readonly from: number;
  readonly to: number;
  readonly style: Style;
}

const STYLES: Readonly<Record<Colour, Style>> = {
  comment: "dim",
  directive: "magenta",
  tag: "blue",
  string: "green",
  number: "yellow",
  word: "blue",
};

/** In order; what lies between the stretches is plain. `language` is a name or an ending of files. */
export const highlighted = (text: string, language: string): readonly StyledRange[] =>
  coloured(text, commentStyle(language)).map(({ from, to, colour }) => ({ from, to, style: STYLES[colour] }));
