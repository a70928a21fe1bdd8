/** Indentation: how deep lines lie, and how they move to another column. */
import type { Syntax } from "../../languages/pass.ts";

/**
 * What stands from `start` to `end`, as it must be written at another place: where indentation has a meaning, its further lines move
 * as far as its first.
 */
export const movedTo = ({ tree, language }: Syntax, { start, end }: Part, place: number): string => {
  const text = tree.text.slice(start, end);
  if (language.traits.layout !== "indented" || !text.includes("\n")) return text;
  const moved = columnOf(tree.text, start) - columnOf(tree.text, place);
  return moved <= 0 ? text : text.replaceAll(new RegExp(`\n[ \\t]{1,${moved}}`, "g"), "\n");
};

interface Part {
  readonly start: number;
  readonly end: number;
}

const columnOf = (text: string, place: number): number => place - 1 - text.lastIndexOf("\n", place - 1);

/** Depths of indentation, line after line, as levels. */
export class Levels {
  readonly #open: number[];

  /** `margin`: the depth of level 0. */
  constructor(margin = 0) {
    this.#open = [margin];
  }

  at(depth: number): number {
    while (this.#open.length > 1 && (this.#open.at(-1) as number) > depth) this.#open.pop();
    if ((this.#open.at(-1) as number) < depth) this.#open.push(depth);
    return this.#open.length - 1;
  }
}
