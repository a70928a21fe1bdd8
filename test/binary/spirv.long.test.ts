/** Any selection of the units of any stage leaves a module that spirv-val accepts. */
import { expect, test } from "vitest";
import { spirv as container } from "../../src/formats/binary/spirv/spirv.ts";
import { lacks } from "../support/needs.ts";
import { draws } from "../support/seeds.ts";
import { randomModule, spirv } from "./spirv-modules.ts";
import { parsed, withoutUnits, workshop } from "./support.ts";
import { sampled } from "../support/whole.ts";

test.skipIf(lacks(...spirv.needs))("modules, without units by chance", () => {
  const { run } = workshop();
  const modules = [
    ...spirv.make(),
    ...Array.from({ length: sampled(4, 16) }, (_, i) => randomModule(i % 2 ? "glsl" : "hlsl", i)),
  ];
  const random = draws(1);
  const refused: string[] = [];
  for (const [number, bytes] of modules.entries())
    for (const stage of container.stages) {
      const units = parsed(stage, bytes);
      if (units === undefined) continue;
      for (const share of [0.1, 0.5, 1]) {
        const gone = Array.from({ length: units.input.length }, (_, unit) => unit).filter(() => random.next() < share);
        const { code, out } = spirv.read(withoutUnits(units, gone), run);
        if (code !== 0) refused.push(`${number} ${stage.unit} ${share}: ${out}`);
      }
    }
  expect(refused).toEqual([]);
});
