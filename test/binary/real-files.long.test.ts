/** Units of every stage, deleted alone from files that we have not made, leave files that somebody else's program accepts. */
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { REAL_FILES } from "./real-files.ts";
import { refusals } from "./readers.ts";
import { sampled } from "../support/whole.ts";

/** So many units of each stage, spread evenly: a font has thousands of outlines. */
const MOST = sampled(4, 12);

const readable = REAL_FILES.filter(({ needs }) => !lacks(...needs));

describe.each(readable)("$name", (format) => {
  test("is read by others whatever unit is gone", () => {
    expect(refusals(format, MOST)).toEqual([]);
  });
});

test("these are at least twenty files", () => {
  const files = readable.flatMap(({ make }) => make());
  expect(readable.length < REAL_FILES.length || files.length >= 20).toBe(true);
});
