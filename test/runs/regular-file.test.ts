import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { appendRegular, openRegular, readRegular } from "../../src/journals/regular-file.ts";

const newPath = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "pare-regular-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "file");
};

test("a regular file is made, appended to and read", () => {
  const path = newPath();
  appendRegular(path, "a");
  appendRegular(path, "b");
  expect(readRegular(path)).toBe("ab");
});

test.each([
  ["a named pipe", "ENXIO", (path: string) => void execFileSync("mkfifo", [path])],
  ["a directory", "EISDIR", (path: string) => mkdirSync(path)],
  ["a link to itself", "ELOOP", (path: string) => symlinkSync(path, path)],
  ["an endless device", "ENXIO", (path: string) => symlinkSync("/dev/zero", path)],
])("%s is refused at once", (_, code, make) => {
  const path = newPath();
  make(path);
  expect(() => readRegular(path)).toThrow(expect.objectContaining({ code }));
  // What is written does not follow links at all.
  const written = lstatSync(path).isSymbolicLink() ? "ELOOP" : code;
  expect(() => appendRegular(path, "x")).toThrow(expect.objectContaining({ code: written }));
  expect(() => openRegular(path, "a+")).toThrow(expect.objectContaining({ code: written }));
});
