import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, lastJson, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

/** In seconds: a busy machine may need more until the moment comes that the budget is to meet. */
const BUDGETS = [2, 8, 32];

const TEXT = "one\ntwo\none\ntwo\nthree\n";
/** The test b never ends once it is smaller, until it is let go. */
const PROGRAM = `#!/bin/sh
case $1 in *b.txt) [ $(wc -c < "$1") -lt ${TEXT.length} ] && while [ -e "$PARE_ORIGIN/held" ]; do : > "$PARE_ORIGIN/reached"; sleep 0.1; done;; esac
sort -u "$1" > "$PARE_COVERAGE/covered"
`;

const has = (here: Place, name: string): boolean => existsSync(join(here.path, name));

const suite = (): Place => {
  const here = place();
  mkdirSync(join(here.path, "tests"));
  for (const name of ["a", "b"]) here.write(`tests/${name}.txt`, TEXT.replace("three", `three ${name}`));
  here.write("cover.sh", PROGRAM, 0o755);
  here.write("held", "");
  return here;
};

const COVER = ["--cover", "file:covered", "--", "./cover.sh", "{}"];

describe("the budget of a suite", () => {
  test("ends it with what is done, and the same command goes on", () => {
    const here = suite();
    const how = ["suite", "reduce", "tests", "-o", "small", "--start", "whole", "-j", "1", "--json"];
    const within = (seconds: number) => here.pare(...how, "--budget", `${seconds}s`, ...COVER);
    const ran = BUDGETS.map((seconds) => (has(here, "reached") ? undefined : within(seconds))).findLast(Boolean);
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("resume with: pare suite reduce tests") });
    expect(lastJson(ran as NonNullable<typeof ran>)).toMatchObject({
      status: "stopped",
      reason: "budget",
      cases: 2,
      done: 1,
    });
    expect([has(here, "small/a.txt"), has(here, "small/b.txt")]).toEqual([true, false]);
    rmSync(join(here.path, "held"));
    const again = here.pare(...how, ...COVER);
    expect(lastJson(again)).toMatchObject({ status: "complete", cases: 2 });
    expect((lastJson(again)["tests"] as { recalled: number }).recalled).toBeGreaterThan(0);
    expect(here.read("small/b.txt").split("\n").toSorted()).toEqual(["", "one", "three b", "two"]);
  });

  test("that is over before anything is known is an error", () => {
    const here = suite();
    const ran = here.pare("suite", "select", "tests", "--budget", "1ms", "--json", ...COVER);
    expect([ran.code, lastJson(ran)["code"]]).toEqual([2, "BUDGET_SPENT"]);
    const reduced = here.pare("suite", "reduce", "tests", "-o", "small", "--budget", "1ms", "--json", ...COVER);
    expect([reduced.code, lastJson(reduced)["code"], has(here, "small")]).toEqual([2, "BUDGET_SPENT", false]);
  });
});
