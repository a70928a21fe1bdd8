/** Nothing that any pass lists can be done to a result alone: shown by brute force in every language, with a grammar and as plain text. */
import { describe, expect, test } from "vitest";
import { plainLanguage } from "../../src/languages/plain.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { adversary, candidatesOf, type Reduction } from "./brute-force.ts";
import { languageNamed, reduced, SAMPLES, sampleText } from "./support.ts";

const LOG = Array.from(
  { length: 60 },
  (_, i) => `10:${String(i).padStart(2, "0")} ${["start", "stop", "retry"][i % 3]} job${i % 7} (took ${i * 3})\n`,
).join("");

/** Makes it small, and tries everything. */
const check = (text: string, how: Reduction, salt: number): void => {
  const holds = adversary(text, { salt, share: 0.3 });
  expect(holds(text)).toBe(true);
  const { text: result, ended } = reduced(auto(how), text, holds);
  const { fitted } = how.language;
  const tried = [...candidatesOf(result, { ...how, language: fitted?.(text) ?? how.language })];
  const possible = tried.filter((each) => holds(each.text));
  expect({ ended, result, possible }).toEqual({ ended: true, result, possible: [] });
  expect(tried.length).toBeGreaterThan(0);
};

describe.each(Object.entries(SAMPLES))("%s", (path, name) => {
  test.each([true, false])("with its grammar (rename %s)", async (rename) => {
    check(sampleText(path), { language: await languageNamed(name), rename, valid: !rename }, rename ? 1 : 2);
  });
});

describe("plain text", () => {
  test.each(["c/sample.c", "ruby/sample.rb", "make/Makefile", "html/sample.html", "ocaml/sample.ml"])("%s", (path) => {
    check(sampleText(path), { language: plainLanguage, rename: false, valid: false }, 3);
  });

  test("a log", () => {
    check(LOG, { language: plainLanguage, rename: false, valid: false }, 4);
  });
});
