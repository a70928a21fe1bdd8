/** Nothing that any pass lists can be done to a result alone: shown by brute force in every language, with a grammar and as plain text. */
import { describe, expect, test } from "vitest";
import { plainLanguage } from "../../src/languages/plain.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { adversary, candidatesOf, type Reduction } from "./brute-force.ts";
import { languageNamed, reduced, SAMPLES, sampleText } from "./support.ts";
import { sampleOf } from "../support/whole.ts";

const LOG = Array.from(
  { length: 60 },
  (_, i) => `10:${String(i).padStart(2, "0")} ${["start", "stop", "retry"][i % 3]} job${i % 7} (took ${i * 3})\n`,
).join("");

/** Makes it small, and answers whether all was tried, and what could still be done. */
const leftIn = (text: string, how: Reduction, salt: number): object => {
  const holds = adversary(text, { salt, share: 0.3 });
  expect(holds(text)).toBe(true);
  const { text: result, ended } = reduced(auto(how), text, holds);
  const { fitted } = how.language;
  const tried = [...candidatesOf(result, { ...how, language: fitted?.(text) ?? how.language })];
  return { ended, hasTried: tried.length > 0, possible: tried.filter((each) => holds(each.text)) };
};

const NOTHING = { ended: true, hasTried: true, possible: [] };

describe.each(sampleOf(Object.entries(SAMPLES), 16))("%s", (path, name) => {
  test.each([true, false])("with its grammar (rename %s)", async (rename) => {
    expect(
      leftIn(sampleText(path), { language: await languageNamed(name), rename, valid: !rename }, rename ? 1 : 2),
    ).toEqual(NOTHING);
  });
});

describe("plain text", () => {
  test.each(["c/sample.c", "ruby/sample.rb", "make/Makefile", "html/sample.html", "ocaml/sample.ml"])("%s", (path) => {
    expect(leftIn(sampleText(path), { language: plainLanguage, rename: false, valid: false }, 3)).toEqual(NOTHING);
  });

  test("a log", () => {
    expect(leftIn(LOG, { language: plainLanguage, rename: false, valid: false }, 4)).toEqual(NOTHING);
  });
});
