/** Units of every stage, deleted alone from files that we have not made, leave files that somebody else's program accepts. */
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { REAL_FILES } from "./real-files.ts";
import { refusals } from "./readers.ts";

/** Of a font of 700 kB with thousands of outlines, and of a large archive, not every unit: these are so many bytes of a stage. */
const ROOM = 2 ** 26;

const readable = REAL_FILES.filter(({ needs }) => !lacks(...needs));

describe.each(readable)("$name", (format) => {
  test("is read by others whatever unit is gone", { timeout: 600_000 }, () => {
    expect(refusals(format, { bytes: ROOM })).toEqual([]);
  });
});

test("these are at least twenty files", () => {
  const files = readable.flatMap(({ make }) => make());
  expect(readable.length < REAL_FILES.length || files.length >= 20).toBe(true);
});
