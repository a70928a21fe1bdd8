/** Directories that nobody can mean are refused before they are walked; pipes that nobody reads are not waited for. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runTyped } from "../../src/cli/run.ts";
import { eventFile } from "../../src/runs/event-file.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pare-whole-"));
  writeFileSync(join(directory, "in.txt"), "a\nneedle\n");
  mkdirSync(join(directory, "sub"));
  writeFileSync(join(directory, "sub", "one"), "needle\n");
  symlinkSync("/", join(directory, "root"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const said = async (...typed: readonly string[]): Promise<{ readonly code: number; readonly err: string }> => {
  let err = "";
  const output = {
    write: () => {},
    json: () => {},
    bytes: () => Promise.resolve(),
    isTerminal: false,
    columns: 80,
    failed: undefined,
  };
  const terminal = {
    out: output,
    err: { ...output, write: (text: string) => void (err += text) },
    directory,
    environment: { PATH: process.env["PATH"] },
  };
  return { code: await runTyped(typed, terminal), err };
};

const COMMAND = ["--", "grep", "-r", "needle", "{}"];

test.each(["/", "root", "/proc", "/proc/self", "/sys", "/dev"])(
  "%s is no input, wherever it is named",
  async (path) => {
    for (const typed of [
      ["reduce", path, ...COMMAND],
      ["reduce", path, "--events", "events", ...COMMAND],
      ["reduce", "in.txt", "--with", path, ...COMMAND],
      ["check", path, ...COMMAND],
      ["check", "in.txt", "--with", path, ...COMMAND],
      ["isolate", "sub", path, ...COMMAND],
      ["isolate", path, "sub", ...COMMAND],
      ["suite", "select", path, ...COMMAND],
    ]) {
      const { code, err } = await said(...typed);
      expect([typed, code, err]).toEqual([typed, 2, expect.stringContaining("cannot be read whole")]);
    }
  },
);

test("two ends of which one is inside of the other cannot be compared", async () => {
  for (const ends of [
    [".", "sub"],
    ["sub", "."],
    [".", ".."],
  ])
    expect(await said("isolate", ...ends, ...COMMAND)).toEqual({
      code: 2,
      err: expect.stringContaining("is inside "),
    });
});

test("events go to no pipe that nobody reads", () => {
  const pipe = join(directory, "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(() => eventFile(pipe, () => 0o600)).toThrow(
    expect.objectContaining({ code: "EVENTS_FILE", message: expect.stringContaining("nobody reads it") }),
  );
});
