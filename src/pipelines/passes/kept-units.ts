/** Units of a text, of which some are kept. */
import { select, whole, type Configuration, type Range } from "../../core/configuration.ts";
import type { Units } from "../../formats/units.ts";
import type { KeptMarks } from "./needs.ts";

/** Longer beginnings are not compared. */
const MAX_BEGINNING = 80;

/** What a unit is recognised by in a text that has changed elsewhere. */
export const beginningOf = ({ text, start, end }: Units, unit: number): string => {
  const from = start[unit] as number;
  return text.slice(from, Math.min(end[unit] as number, from + MAX_BEGINNING)).split("\n", 1)[0] as string;
};

export const configurationOf = (kept: KeptMarks): Configuration<number> => {
  const ranges: Range[] = [];
  for (let unit = 0; unit < kept.length; unit++) {
    const from = unit;
    while (kept[unit] === 1) unit++;
    if (unit > from) ranges.push({ from, to: unit });
  }
  return select(whole(Array.from(kept)), ranges);
};
