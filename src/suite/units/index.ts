/** What `--unit` can say. */
import { UserError } from "../../core/errors.ts";
import { jsonUnits } from "./json.ts";
import { lineUnits } from "./lines.ts";
import { patternUnits } from "./pattern.ts";
import type { Units } from "./units.ts";

export { joinUnits, sizeOfUnits, type Units } from "./units.ts";

/** `unit`: lines, json, or a regular expression that matches where a unit begins. `name` is for messages. */
export const splitUnits = (bytes: Uint8Array, unit: string, name: string): Units => {
  if (unit === "lines") return lineUnits(bytes);
  if (unit === "json") return jsonUnits(bytes, name);
  return patternUnits(bytes, unit);
};

/** Throws BAD_UNITS for what is neither a word nor an expression. */
export const checkUnit = (unit: string): void => {
  if (unit === "lines" || unit === "json") return;
  try {
    if ("".search(new RegExp(unit, "gm")) < 0) return;
  } catch (error) {
    throw badUnit(unit, error instanceof Error ? error.message : String(error));
  }
  throw badUnit(unit, "it matches everywhere");
};

const badUnit = (unit: string, why: string): UserError =>
  new UserError("BAD_UNITS", `--unit cannot be ${JSON.stringify(unit)}: ${why}.`, {
    advice: "Give lines, json, or a regular expression that matches where a unit begins, such as '^test\\('.",
  });
