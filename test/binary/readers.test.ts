/** Units of every stage, deleted alone, leave files that somebody else's program accepts. */
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { FORMATS } from "./formats.ts";
import { REAL_FILES } from "./real-files.ts";
import { refusals } from "./readers.ts";

const ONE = { units: 1, files: 1 };

describe.each(FORMATS.filter(({ needs }) => !lacks(...needs)))("$name", (format) => {
  test("is read by others whatever unit is gone", () => {
    expect(refusals(format, ONE)).toEqual([]);
  });
});

describe.each(REAL_FILES.filter(({ needs }) => !lacks(...needs)))("a real $name", (format) => {
  test("is read by others whatever unit is gone", () => {
    expect(refusals(format, ONE)).toEqual([]);
  });
});
