import { expect, test } from "vitest";
import { ALL_USAGES } from "./all-usages.ts";
import { helpText } from "./help.ts";
import { synopsisOf } from "./usage.ts";

const words = (text: string): readonly string[] => text.split(/\s+/);

test.each(ALL_USAGES.map((usage) => [usage.name, usage] as const))(
  "the help of %s fits a terminal with 80 columns, and says the same as without one",
  (_, usage) => {
    const typed = [`Usage: ${synopsisOf(usage)}`, ...usage.examples.flatMap(([line, does]) => [line, does])];
    for (const all of [false, true]) {
      const narrow = helpText(usage, all, 80);
      const long = narrow.split("\n").filter((line) => line.length > 80);
      expect(long.filter((line) => !typed.includes(line.trim()))).toEqual([]);
      expect(words(narrow)).toEqual(words(helpText(usage, all)));
    }
  },
);

test("notes with lines of their own are no paragraph", () => {
  for (const { notes } of ALL_USAGES) for (const note of notes) expect(note).not.toMatch(/\n\s/);
});
