/** What the stages of SPIR-V do to a loop, a call and a value: one unit at a time, and spirv-val accepts it. */
import { describe, expect, test } from "vitest";
import { moduleOf, OP } from "../../src/formats/binary/spirv/module.ts";
import { spirv as container } from "../../src/formats/binary/spirv/spirv.ts";
import { lacks } from "../support/needs.ts";
import { compiled, spirv } from "./spirv-modules.ts";
import { parsed, withoutUnits, workshop } from "./support.ts";

const SHADER = `#version 450
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 b;
vec4 turned(vec4 c, float d) { return -c * d; }
void main() {
  vec4 sum = a;
  for (int i = 0; i < 4; i++) { sum = turned(sum, 2.0); }
  b = sum + a;
}
`;

/** By name: their numbers in the specification. */
const OPCODES = {
  parameter: OP.functionParameter,
  call: 57,
  loop: OP.loopMerge,
  label: OP.label,
  negate: 127,
  sum: 129,
};

type Counts = Readonly<Record<keyof typeof OPCODES, number>>;

const countsOf = (bytes: Uint8Array): Counts => {
  const opcodes = moduleOf(bytes)?.instructions.map(({ opcode }) => opcode) ?? [];
  const entries = Object.entries(OPCODES).map(([name, own]) => [name, opcodes.filter((each) => each === own).length]);
  return Object.fromEntries(entries) as Counts;
};

describe.skipIf(lacks(...spirv.needs))("without one unit of", () => {
  const bytes = (): Uint8Array => compiled(SHADER, "-S", "frag");

  test.each<[stage: string, law: string, holds: (now: Counts, before: Counts) => boolean]>([
    ["choices", "a loop runs once", (now) => now.loop === 0 && now.call === 1 && now.negate === 1],
    ["choices", "a loop is left at once", (now) => now.loop === 0 && now.call === 0],
    [
      "parameters",
      "a parameter is gone, its call stays",
      (now, { parameter }) => now.parameter === parameter - 1 && now.call === 1,
    ],
    ["values", "an operand stands for a negation", (now) => now.negate === 0 && now.call === 1],
    ["values", "an operand stands for a sum", (now) => now.sum === 0 && now.negate === 1],
    ["blocks", "a block is part of the one before it", (now, { label }) => now.label === label - 1 && now.negate === 1],
    ["functions", "a function has no body or is gone", (now) => now.negate === 0],
  ])("%s: %s", (name, _, holds) => {
    const { run } = workshop();
    // Blocks follow each other once the loop is gone.
    const source = name === "blocks" ? straight(bytes()) : bytes();
    const stage = container.stages.find(({ unit }) => unit === `spirv ${name}`);
    const units = stage === undefined ? undefined : parsed(stage, source);
    const before = countsOf(source);
    const results = Array.from({ length: units?.input.length ?? 0 }, (_unit, unit) =>
      units === undefined ? source : withoutUnits(units, [unit]),
    );
    expect(results.map((each) => spirv.read(each, run)).filter(({ code }) => code !== 0)).toEqual([]);
    expect(results.some((each) => holds(countsOf(each), before))).toBe(true);
    expect(results.every((each) => each.length <= source.length)).toBe(true);
  });
});

/** The module with its loop run once. */
const straight = (bytes: Uint8Array): Uint8Array => {
  const choices = container.stages.find(({ unit }) => unit === "spirv choices");
  const units = choices === undefined ? undefined : parsed(choices, bytes);
  const results = Array.from({ length: units?.input.length ?? 0 }, (_, unit) =>
    units === undefined ? bytes : withoutUnits(units, [unit]),
  );
  return results.find((each) => countsOf(each).loop === 0 && countsOf(each).call === 1) ?? bytes;
};
