/** Lines as units, each with its end. */
import { NOTHING, type Units } from "./units.ts";

const NEWLINE = 10;

export const lineUnits = (bytes: Uint8Array): Units => {
  const units: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end + 1;
    units.push(bytes.subarray(from, to));
    from = to;
  }
  return { ...NOTHING, units };
};
