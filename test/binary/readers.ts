/** What the tests with other readers have in common. */
import { expect } from "vitest";
import { containerOf } from "../../src/formats/binary/index.ts";
import type { MadeFormat } from "./formats.ts";
import { parsed, withoutUnits, workshop } from "./support.ts";

export interface Extent {
  /** Of more units of a stage so many are tried, spread evenly. */
  readonly units?: number;
  /** The first so many files. */
  readonly files?: number;
  /** Of a stage, so many bytes are read in all at most. */
  readonly bytes?: number;
}

/** What the reader says of files without one unit that it does not accept. */
export const refusals = (
  { name, make, read, lacks, suffix }: MadeFormat,
  { units: most = Infinity, files = Infinity, bytes: room = Infinity }: Extent = {},
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
      const tried = Math.min(most, Math.max(1, room / bytes.length));
      const step = Math.max(1, Math.ceil(units.input.length / tried));
      for (let unit = 0; unit < units.input.length; unit += step) {
        const { code, out } = read(withoutUnits(units, [unit]), run);
        if (code !== 0 && lacks?.test(out) !== true) refused.push(`${stage.unit} ${unit}: ${out}`);
      }
    }
  }
  return refused;
};
