/** Whatever is asked about a module by default is a module that spirv-val accepts. */
import { expect, test } from "vitest";
import { moduleOf } from "../../src/formats/binary/spirv/module.ts";
import { lacks } from "../support/needs.ts";
import { spirv } from "./spirv-modules.ts";
import { reduced, workshop } from "./support.ts";

/** Division of floating-point numbers, and negation of them. */
const NEEDED = [136, 127];

test.skipIf(lacks(...spirv.needs))("every candidate is valid, and what is not needed goes", () => {
  const { run } = workshop();
  const modules = spirv.make().slice(0, 2);
  const refused: string[] = [];
  const results = modules.map((bytes) => {
    const opcodes = moduleOf(bytes)?.instructions.map(({ opcode }) => opcode) ?? [];
    const needed = NEEDED.find((opcode) => opcodes.includes(opcode)) ?? 254;
    return reduced(bytes, (candidate) => {
      const { code, out } = spirv.read(candidate, run);
      if (code !== 0) refused.push(out);
      return moduleOf(candidate)?.instructions.some(({ opcode }) => opcode === needed) === true;
    });
  });
  expect(refused).toEqual([]);
  for (const [i, { bytes }] of results.entries()) expect(bytes.length).toBeLessThan((modules[i]?.length ?? 0) / 2);
});
