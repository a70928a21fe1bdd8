/** Nothing that any pass lists can be done to a result alone: shown by brute force on a few failures that are hard to reduce. */
import { expect, test } from "vitest";
import { auto } from "../../src/pipelines/auto.ts";
import { adversary, candidatesOf } from "./brute-force.ts";
import { languageNamed, reduced, sampleText } from "./support.ts";

// Tried: without "lines" and "words" among the last passes of the pipeline, six of these fail.
const SAMPLES = ["css/sample.css", "json/sample.json", "toml/sample.toml", "make/Makefile", "python/sample.py"];

test.each(SAMPLES.flatMap((path) => [true, false].map((rename) => [path, rename] as const)))(
  "%s (rename %s)",
  async (path, rename) => {
    const language = await languageNamed(path.split("/", 1)[0] ?? "");
    const text = sampleText(path);
    const how = { language, rename, valid: !rename };
    const holds = adversary(text, { salt: rename ? 1 : 2, share: 0.3 });
    expect(holds(text)).toBe(true);
    const { text: result, ended } = reduced(auto(how), text, holds);
    const tried = [...candidatesOf(result, how)];
    expect({ ended, result, possible: tried.filter((each) => holds(each.text)) }).toEqual({
      ended: true,
      result,
      possible: [],
    });
    expect(tried.length).toBeGreaterThan(5);
  },
);
