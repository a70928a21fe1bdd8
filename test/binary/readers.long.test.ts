/** Every unit of every stage, deleted alone, leaves a file that somebody else's program accepts. */
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { FORMATS } from "./formats.ts";
import { refusals } from "./readers.ts";
import { sampled } from "../support/whole.ts";

describe.each(FORMATS.filter(({ needs }) => !lacks(...needs)))("$name", (format) => {
  test("is read by others whatever unit is gone", () => {
    expect(refusals(format, { units: sampled(6, Infinity) })).toEqual([]);
  });
});
