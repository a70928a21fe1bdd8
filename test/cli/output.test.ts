import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, FIND_NEEDLE, HAY, haystack, lastJson } from "./support.ts";
import { without } from "../support/needs.ts";

beforeAll(buildIfMissing);

describe("files that pare reads are never written", () => {
  test.each([
    ["hay.txt", ["--events", "hay.txt"]],
    ["test.sh", ["--events", "test.sh"]],
    ["test.sh", ["-o", "test.sh"]],
  ])("%s with %j", (name, more) => {
    const here = haystack();
    // A finished run answers without a search: it must not write there either.
    here.pare("hay.txt", "--test", "./test.sh");
    for (const command of [[], ["reduce"]]) {
      const ran = here.pare(...command, "hay.txt", "--test", "./test.sh", "--json", ...more);
      expect(ran.code).toBe(2);
      expect(lastJson(ran)).toMatchObject({ status: "error", code: "SAME_FILE" });
      expect(here.read(name)).toBe(name === "hay.txt" ? HAY : FIND_NEEDLE);
    }
  });

  test("a named pipe as output is refused, and nobody waits for it", () => {
    const here = haystack();
    execFileSync("mkfifo", [join(here.path, "pipe")]);
    const { code, stderr } = here.pare("hay.txt", "--test", "./test.sh", "-o", "pipe");
    expect(code).toBe(2);
    expect(stderr).toContain("is a named pipe, not a regular file");
  });

  test.skipIf(without("Linux", process.platform === "linux"))(
    "a directory that takes no files is no bug of pare",
    () => {
      const { code, stderr } = haystack().pare("hay.txt", "--test", "./test.sh", "-o", "/proc/pare-output.txt");
      expect(code).toBe(2);
      expect(stderr).not.toContain("bug in pare");
      expect(stderr).toContain("--output");
    },
  );

  test("events go to standard error when asked to", () => {
    const { code, stderr } = haystack().pare("hay.txt", "--test", "./test.sh", "--quiet", "--events", "/dev/stderr");
    expect(code).toBe(0);
    expect(stderr).toContain('"type":"published"');
  });
});

describe("errors are JSON wherever that was asked for", () => {
  test("in the environment, which counts more than the configuration", () => {
    const here = haystack();
    const ran = here.pareWith({ PARE_JSON: "1" }, "hay.txt", "--test", "./none.sh");
    expect(lastJson(ran)).toMatchObject({ status: "error", code: "NO_TEST" });
    here.write("pare.config.json", '{"json": true}');
    expect(here.pareWith({ PARE_JSON: "0" }, "hay.txt", "--test", "./none.sh").stdout).toBe("");
  });

  test("in the configuration, for what stands in it too", () => {
    const here = haystack();
    here.write("pare.config.json", '{"json": true, "jobs": "many"}');
    expect(lastJson(here.pare("hay.txt", "--test", "./test.sh"))).toMatchObject({ code: "BAD_VALUE" });
  });

  test("and nowhere else: --json behind -- is the command's", () => {
    expect(haystack().pare("hay.txt", "--jobs", "many", "--", "cat", "--json").stdout).toBe("");
  });
});
