/** Units of every stage, deleted alone from files that we have not made, leave files that somebody else's program accepts. */
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { REAL_FILES } from "./real-files.ts";
import { refusals } from "./readers.ts";
import { sampled } from "../support/whole.ts";

/** Of each stage, spread evenly. */
const UNITS = sampled(4, Infinity);
/** So many bytes of a stage are read in all: of a font with thousands of outlines, and of a large archive, not every unit. */
const ROOM = 2 ** 26;
/** For what each of a thousand units takes. */
const LIMIT_MS = 1_200_000;

const readable = REAL_FILES.filter(({ needs }) => !lacks(...needs));

describe.each(readable)("$name", (format) => {
  test("is read by others whatever unit is gone", { timeout: LIMIT_MS }, () => {
    expect(refusals(format, { units: UNITS, bytes: ROOM })).toEqual([]);
  });
});

test("these are at least twenty files", () => {
  const files = readable.flatMap(({ make }) => make());
  expect(readable.length < REAL_FILES.length || files.length >= 20).toBe(true);
});
