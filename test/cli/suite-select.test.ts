/** `pare suite select` as it is typed: what it says of what it has picked. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing, place } from "./support.ts";

beforeAll(buildIfMissing);

const LINES = ["--cover", "file:covered", "--", "sh", "-c", 'sort -u "$1" > "$PARE_COVERAGE/covered"', "-", "{}"];

describe("pare suite select", () => {
  it("says whether the answer is the best, and what else lies where it is written", () => {
    const here = place();
    for (const name of ["tests", "few"]) mkdirSync(join(here.path, name));
    here.write("tests/a", "one\ntwo\n");
    here.write("tests/b", "two\n");
    here.write("few/old", "two\n");
    const { code, stderr } = here.pare("suite", "select", "tests", "--method", "exact", "-o", "few", ...LINES);
    expect(code).toBe(0);
    expect(stderr).toContain("1 test of 2");
    expect(stderr).toContain("nothing is quicker");
    expect(stderr).toContain("note: few has 1 other file that was there before: old");
    expect(readdirSync(join(here.path, "few"))).toEqual(["a", "old"]);
  });
});
