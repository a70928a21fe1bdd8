/** Directories and several inputs through the command. */
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeTree, readBack } from "../directories/support.ts";
import { buildIfMissing, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

const project = (script: string): Place => {
  const here = place();
  const files = Array.from({ length: 12 }, (_, i) => [`src/f${i}.txt`, `line ${i}\nneedle ${i}\nlast ${i}\n`] as const);
  makeTree(join(here.path, "proj"), Object.fromEntries(files));
  here.write("test.sh", `#!/bin/sh\n${script}\n`, 0o755);
  return here;
};

const NEEDLES = "grep -q 'needle 3' src/f3.txt && grep -q 'needle 7' src/f7.txt";

test("a directory: the closing lines, and the object for programs", () => {
  const here = project(NEEDLES);
  const { code, stdout } = here.pare("reduce", "proj", "--test", "./test.sh", "--json");
  expect(code).toBe(0);
  const answer = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Record<string, object>;
  expect(answer).toMatchObject({ status: "complete", input: { files: 12 }, output: { files: 2, lines: 2 } });
  expect(readBack(join(here.path, "proj.reduced"))).toEqual({ "src/f3.txt": "needle 3\n", "src/f7.txt": "needle 7\n" });
  expect(here.pare("reduce", "proj", "--test", "./test.sh").stdout).toContain("36 → 2 lines, 12 → 2 files");
});

test("killed in the middle, it goes on, and leaves nothing behind", async () => {
  const calm = project(NEEDLES);
  calm.pare("reduce", "proj", "--test", "./test.sh");
  const here = project(`sleep 0.05; ${NEEDLES}`);
  for (let kill = 0; kill < 4; kill++) {
    const child = here.start("reduce", "proj", "--test", "./test.sh", "-j", "2");
    // It may have ended before it is killed.
    const ended = once(child, "exit");
    await new Promise((resolve) => setTimeout(resolve, 700 + 300 * kill));
    child.kill("SIGKILL");
    await ended;
    if (existsSync(join(here.path, "proj.reduced")))
      expect(Object.keys(readBack(join(here.path, "proj.reduced")))).toEqual(
        expect.arrayContaining(["src/f3.txt", "src/f7.txt"]),
      );
  }
  expect(here.pare("reduce", "proj", "--test", "./test.sh", "-j", "2").code).toBe(0);
  expect(readBack(join(here.path, "proj.reduced"))).toEqual(readBack(join(calm.path, "proj.reduced")));
  expect(readdirSync(here.path).toSorted()).toEqual([".pare", "proj", "proj.reduced", "test.sh"]);
});

test("several files, and words of the command", () => {
  const here = place();
  here.write("a.txt", "one\nneedle\nthree\n");
  here.write("b.txt", "four\nfive\n");
  const { code, stdout } = here.pare(
    "a.txt",
    "b.txt",
    "--match",
    "needle",
    "--",
    "grep",
    "[[",
    "-n",
    "-i",
    "]]",
    "needle",
    "a.txt",
    "b.txt",
  );
  expect(code).toBe(0);
  expect(readBack(join(here.path, "a.reduced"))).toEqual({ "a.txt": "needle\n", "b.txt": "" });
  expect(stdout).toContain("word of the command");
  expect(stdout).toMatch(/grep needle \S*a\.txt/);
});

test("the doctor looks at a directory in copies alone", () => {
  const here = project(`echo touched > b.txt && ${NEEDLES}`);
  const before = readBack(join(here.path, "proj"));
  const { code, stdout } = here.pare("check", "proj", "--test", "./test.sh");
  expect(code).toBe(0);
  expect(stdout).toContain("in a fresh directory, on a copy: 5 of 5 runs fail");
  expect(stdout).not.toContain("in your directory");
  expect(readBack(join(here.path, "proj"))).toEqual(before);
});
