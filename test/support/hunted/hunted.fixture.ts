/** Tests that fail with odd seeds, for `hunted.long.test.ts`; with the fixed seed they hold. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currentSeed } from "../seeds.ts";

test("draws by fast-check", () => {
  const details = fc.check(fc.property(fc.nat(), () => true));
  expect(details.seed % 2).toBe(0);
});

describe("a suite", () => {
  test("draws by itself", () => {
    expect(currentSeed() % 2).toBe(0);
  });
});

test("draws nothing, and so has no seed to keep", () => {
  expect(process.env["PARE_SEED"]).not.toBe("1001");
});
