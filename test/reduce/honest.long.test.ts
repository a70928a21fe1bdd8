import { expect, test } from "vitest";
import { SAMPLES, testsOf } from "./honest.ts";
import { wronglyRefused } from "./support.ts";
import { sampleOf } from "../support/whole.ts";

test("of many honest tests none is refused, and none takes more than three runs", async () => {
  const pairs = SAMPLES.flatMap((sample) => testsOf(sample).map((honest) => ({ sample, honest })));
  expect(pairs.length).toBeGreaterThanOrEqual(200);
  expect(await wronglyRefused(sampleOf(pairs, 80), 4)).toEqual([]);
});
