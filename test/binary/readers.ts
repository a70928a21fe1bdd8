/** What the tests with other readers have in common. */
import { expect } from "vitest";
import { containerOf } from "../../src/formats/binary/index.ts";
import type { MadeFormat } from "./formats.ts";
import { parsed, withoutUnits, workshop } from "./support.ts";

/** What the reader says of files without one unit that it does not accept; of more than `most` units so many are tried, spread evenly; and the first `files` files. */
export const refusals = (
  { name, make, read, lacks, suffix }: MadeFormat,
  most: number,
  files = Infinity,
): readonly string[] => {
  const { run } = workshop(suffix);
  const refused: string[] = [];
  for (const bytes of make().slice(0, files)) {
    const container = containerOf(bytes);
    expect(container?.name).toBe(name);
    expect(read(bytes, run)).toMatchObject({ code: 0 });
    for (const stage of container?.stages ?? []) {
      const units = parsed(stage, bytes);
      if (units === undefined) continue;
      const step = Math.max(1, Math.ceil(units.input.length / most));
      for (let unit = 0; unit < units.input.length; unit += step) {
        const { code, out } = read(withoutUnits(units, [unit]), run);
        if (code !== 0 && lacks?.test(out) !== true) refused.push(`${stage.unit} ${unit}: ${out}`);
      }
    }
  }
  return refused;
};
