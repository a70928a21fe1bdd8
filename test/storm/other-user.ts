/** Two users: one runs pare, the other looks at what it has written and lays traps. Only root can be both. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { buildIfMissing } from "../cli/support.ts";

export const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
export const isRoot = process.getuid?.() === 0;
/** The user of pare, and somebody else. */
export const [USER, OTHER] = [65_533, 65_532] as const;

const root = mkdtempSync(join(tmpdir(), "pare-private-"));
chmodSync(root, 0o755);
beforeAll(() => buildIfMissing());
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
/** A directory of the user that everybody may look into. */
export const newPlace = (mode = 0o755): string => {
  const directory = join(root, `place-${++made}`);
  mkdirSync(directory);
  chmodSync(directory, mode);
  chownSync(directory, USER, USER);
  return directory;
};

export const put = (path: string, text: string, mode = 0o644, owner: number = USER): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  chownSync(path, owner, owner);
  return path;
};

export const as = (user: number, cwd: string, words: readonly string[], umask = "022") =>
  spawnSync("sh", ["-c", `umask ${umask}; exec "$@"`, "sh", ...words], {
    cwd,
    encoding: "utf8",
    uid: user,
    gid: user,
    env: { PATH: process.env["PATH"], HOME: cwd },
  });

export const pare = (cwd: string, typed: readonly string[], umask?: string) =>
  as(USER, cwd, [process.execPath, main, ...typed], umask);

export const SECRET = "one\nneedle\ntwo\nthree\n";
export const TEST = '#!/bin/sh\ngrep -q needle "$1"/*.txt 2>/dev/null || grep -q needle "$1" 2>/dev/null\n';

export const common = ["--quiet", "-j", "1"];
