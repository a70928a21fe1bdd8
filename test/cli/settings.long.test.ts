import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, haystack, lastJson } from "./support.ts";

beforeAll(buildIfMissing);

const jobsOf = (ran: Parameters<typeof lastJson>[0]): unknown => lastJson(ran)["jobs"];

describe("precedence", () => {
  test("flags count more than the environment, and that more than pare.config.json", () => {
    const here = haystack();
    const typed = ["hay.txt", "--test", "./test.sh", "--json", "--fresh"];
    here.write("pare.config.json", JSON.stringify({ jobs: 3 }));
    expect(jobsOf(here.pare(...typed))).toBe(3);
    expect(jobsOf(here.pareWith({ PARE_JOBS: "4" }, ...typed))).toBe(4);
    expect(jobsOf(here.pareWith({ PARE_JOBS: "4" }, ...typed, "-j", "5"))).toBe(5);
  });

  test("an oracle on the command line replaces the one of the file", () => {
    const here = haystack();
    here.write("pare.config.json", JSON.stringify({ command: ["no-such-program", "{}"] }));
    expect(here.pare("hay.txt", "--test", "./test.sh").code).toBe(0);
    expect(here.pare("hay.txt").stderr).toContain('There is no program "no-such-program"');
  });

  test("a switch can be turned off again", () => {
    const here = haystack();
    here.write("pare.config.json", JSON.stringify({ quiet: true, test: "./test.sh" }));
    expect(here.pare("hay.txt").stderr).toBe("");
    expect(here.pareWith({ PARE_QUIET: "0" }, "hay.txt").stderr).toContain("condition: ");
  });

  test("variables that are no settings are left alone", () => {
    const here = haystack();
    expect(here.pareWith({ PARE_ORIGIN: "/nowhere", PARE_WHATEVER: "1" }, "hay.txt", "--test", "./test.sh").code).toBe(
      0,
    );
  });
});

describe("pare.config.json", () => {
  test("is found upward, and its paths are meant from where it is", () => {
    const here = haystack();
    here.write("pare.config.json", JSON.stringify({ test: "./test.sh", format: "lines" }));
    mkdirSync(join(here.path, "below"));
    here.write("below/hay.txt", "a\nneedle\nb\n");
    const ran = here.pare("below/hay.txt", "--json");
    expect(ran.code).toBe(0);
    expect(lastJson(ran)).toMatchObject({ format: "lines", output: { path: "below/hay.reduced.txt", bytes: 7 } });
  });

  test.each([
    ["{ jobs: 1 }", "is not JSON"],
    ["[1]", "must contain one object"],
    ['{"job": 1}', 'there is no setting "job"; did you mean "jobs"?'],
    ['{"jobs": true}', '"jobs" cannot be true.\nGive a whole number from 1 to 4096.'],
    ['{"jobs": 0}', 'pare.config.json cannot be "0".\nGive a whole number from 1 to 4096.'],
    ['{"verifyWorkers": 7}', 'cannot be "7".\nGive a share such as 5% or 0.05, from 0 to 100%.'],
    ['{"with": "x"}', '"with" cannot be "x".\nGive a list of strings.'],
    ['{"flaky": "yes"}', '"flaky" cannot be "yes".\nGive true or false.'],
    ['{"command": "gcc {}"}', '"command" cannot be "gcc {}".\nGive a list of strings such as'],
    ['{"format": "word"}', 'cannot be "word"'],
  ])("%s is an error that names the file and the key", (text, message) => {
    const here = haystack();
    here.write("pare.config.json", text);
    const { code, stderr } = here.pare("hay.txt", "--test", "./test.sh");
    expect(code).toBe(2);
    expect(stderr).toContain(join(here.path, "pare.config.json"));
    expect(stderr).toContain(message);
  });
});

describe("the environment", () => {
  test("a value that cannot be is an error that names the variable", () => {
    const { code, stderr } = haystack().pareWith({ PARE_MAX_TESTS: "few" }, "hay.txt", "--test", "./test.sh");
    expect(code).toBe(2);
    expect(stderr).toContain('PARE_MAX_TESTS cannot be "few".');
  });
});
