/** `man pare` has everything that the tables have, and troff has nothing to say against it. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { ALL_USAGES } from "../../src/cli/all-usages.ts";
import { longFlag } from "../../src/cli/arguments.ts";
import { manPage } from "../../src/cli/man-page.ts";
import { FLAG_NAMES } from "../../src/cli/settings.ts";
import { flagOf } from "../../src/settings/setting.ts";
import { lacks } from "../support/needs.ts";

const page = manPage("1.2.3");

test("it has every command, every flag and every example", () => {
  const text = page.replaceAll(String.raw`\-`, "-");
  const flags = [
    ...FLAG_NAMES.map(flagOf),
    ...ALL_USAGES.flatMap(({ extras = [] }) => extras.map(({ flag }) => longFlag(flag))),
  ];
  expect(flags.filter((flag) => !text.includes(flag))).toEqual([]);
  expect(ALL_USAGES.filter(({ name }) => !text.includes(`.SS "pare ${name}"`))).toEqual([]);
  expect(text).toContain("pare 1.2.3");
});

test("no line of text is taken for a request", () => {
  const requests = new Set(["TH", "SH", "SS", "PP", "TP", "B", "br"]);
  const unknown = page
    .split("\n")
    .filter((line) => /^[.']/.test(line) && !requests.has(/^.(\w*)/.exec(line)?.[1] ?? ""));
  expect(unknown).toEqual([]);
});

test.skipIf(lacks("groff"))("groff formats it without a warning, and shows flags as they are typed", () => {
  const { stdout, stderr } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-P-cbou"], {
    input: page,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout).toContain("--max-tests <n>");
});
