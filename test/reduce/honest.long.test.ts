import { expect, test } from "vitest";
import { SAMPLES, testsOf } from "./honest.ts";
import { wronglyRefused } from "./support.ts";

test("of 200 honest tests none is refused, and none takes more than three runs", async () => {
  const pairs = SAMPLES.flatMap((sample) => testsOf(sample).map((honest) => ({ sample, honest })));
  expect(pairs.length).toBeGreaterThanOrEqual(200);
  expect(await wronglyRefused(pairs, 4)).toEqual([]);
}, 600_000);
