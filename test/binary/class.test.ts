/** Constants of Java classes: those that nothing uses go, and the class says what it said. */
import { expect, test } from "vitest";
import { javaClass } from "../../src/formats/binary/java/class.ts";
import { lacks } from "../support/needs.ts";
import { FORMATS, QUICK_JVM } from "./formats.ts";
import { parsed, withoutUnits, workshop, type Taken } from "./support.ts";

const format = FORMATS.find(({ name }) => name === "class");

const taken = (bytes: Uint8Array, unit: string): Taken | undefined => {
  const stage = javaClass.stages.find((each) => each.unit === unit);
  return stage && parsed(stage, bytes);
};

const numbersUpTo = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

test.skipIf(lacks(...(format?.needs ?? [])))("what is left is what it was, by other numbers", () => {
  const { run } = workshop(".class");
  const said = (bytes: Uint8Array): string => {
    const { code, out } = run(bytes, "javap", ...QUICK_JVM, "-p", "-c", "-v", "FILE");
    expect(code).toBe(0);
    // Comments tell what numbers mean.
    return out
      .slice(out.search(/^\{/mu))
      .replaceAll(/#\d+(?:, *\d+)?|\s+/gu, " ")
      .replaceAll(/ +/gu, " ");
  };
  for (const bytes of format?.make() ?? []) {
    expect(taken(bytes, "class constants")).toBeUndefined();
    const members = taken(bytes, "class members") as Taken;
    const odd = numbersUpTo(members.input.length).filter((i) => i % 2 === 1);
    const bare = withoutUnits(members, odd);
    const constants = taken(bare, "class constants") as Taken;
    const few = numbersUpTo(constants.input.length).filter((i) => i % 5 === 0);
    const none = numbersUpTo(constants.input.length);
    const before = said(bare);
    for (const gone of [few, none]) {
      const left = withoutUnits(constants, gone);
      expect(left.length).toBeLessThan(bare.length);
      expect(said(left)).toBe(before);
    }
    expect(taken(withoutUnits(constants, none), "class constants")).toBeUndefined();
  }
});
