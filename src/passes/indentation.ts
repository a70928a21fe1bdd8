/** Lines that move to another column. */
import { layoutOf } from "../languages/tables.ts";
import type { Syntax } from "./pass.ts";

/**
 * What stands from `start` to `end`, as it must be written at another place: where indentation has a meaning, its further lines move
 * as far as its first.
 */
export const movedTo = ({ tree, language }: Syntax, { start, end }: Part, place: number): string => {
  const text = tree.text.slice(start, end);
  if (layoutOf(language.name) !== "indented" || !text.includes("\n")) return text;
  const moved = columnOf(tree.text, start) - columnOf(tree.text, place);
  return moved <= 0 ? text : text.replaceAll(new RegExp(`\n[ \\t]{1,${moved}}`, "g"), "\n");
};

interface Part {
  readonly start: number;
  readonly end: number;
}

const columnOf = (text: string, place: number): number => place - 1 - text.lastIndexOf("\n", place - 1);
