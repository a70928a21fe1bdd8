/** The tests of a suite: files, or all files below directories. */
import { readdirSync, readFileSync, statSync, type Dirent } from "node:fs";
import { basename, join, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { refuseWholeSystem } from "../runs/output/whole-system.ts";

export interface TestFile {
  /** Unique in the suite: relative to the directory that was named, or the base name of a file that was. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly mode: number;
  readonly size: number;
  /** Read at every call: suites are larger than memory. */
  bytes(): Uint8Array;
}

/** In the order of their names. Throws NO_INPUT, EMPTY_SUITE, and SAME_NAME for two tests that would have one name. */
export const readTests = (typed: readonly string[], cwd: string): readonly TestFile[] => {
  const found = typed.flatMap((word) => testsAt(resolve(cwd, word), word));
  if (found.length === 0)
    throw new UserError("EMPTY_SUITE", `There are no tests in ${typed.join(", ") || "nothing"}.`, {
      advice: "Name the files of the suite, or a directory that has them.",
    });
  const names = new Map<string, TestFile>();
  for (const test of found) {
    const other = names.get(test.name);
    if (other !== undefined && other.path !== test.path)
      throw new UserError("SAME_NAME", `Two tests would be called ${test.name}: ${other.path} and ${test.path}.`, {
        advice: "Name the directory that contains both, so that their paths in it differ.",
      });
    names.set(test.name, test);
  }
  return [...names.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

/** What begins with a dot is no test: .gitignore, .pare, what another program is about to write. */
export const isHidden = (name: string): boolean => name.split("/").some((part) => part.startsWith("."));

const testsAt = (path: string, typed: string): readonly TestFile[] => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UserError("NO_INPUT", `There is no ${typed}.`, { advice: "Check the path of the suite." });
  if (!found.isDirectory()) return [testFile(path, basename(path))];
  refuseWholeSystem(path, typed);
  return filesIn(path)
    .map((name) => testFile(join(path, name), name))
    .filter(({ name }) => !isHidden(name));
};

/** Relative, with forward slashes; a symbolic link to a file is a file. */
const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry: Dirent) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => path.slice(directory.length).replaceAll("\\", "/").replace(/^\/+/, ""));

const testFile = (path: string, name: string): TestFile => {
  const { mode, size } = statSync(path);
  return { name, path, mode: mode & 0o777, size, bytes: () => readFileSync(path) };
};
