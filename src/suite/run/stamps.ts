/** What tells one state of the program under test from another, for the identity of a run. */
import { statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { extraFileDigests } from "../../runs/extra-files.ts";
import type { MeasureOptions } from "../options.ts";
import { parseInProcess } from "../readers/in-process/in-process.ts";
import { programFile } from "../readers/programs.ts";

type Stamp = readonly [what: string, state: string];

/**
 * A program that was built again, or a script that was changed, is another one: what was learnt of the old one is forgotten. The program goes by size and
 * time, every other word of the command that is a file below the directory pare was started in by its content, and so does what lies
 * beside the tests; of a module, its file and the folders that are measured (what else it imports is not known).
 */
export const programStamps = (options: MeasureOptions): readonly Stamp[] => {
  const { command = [], cwd = process.cwd(), extraFiles = [], inProcess: word, cover = "" } = options;
  const origin = resolve(cwd);
  if (word !== undefined) {
    const [, ...measured] = cover.split(/[:,]/);
    return [parseInProcess(word).module, ...measured].flatMap((path) => contentOf(path, origin));
  }
  const [program = "", ...words] = command;
  return [
    ...timeOf(program, origin),
    ...words.filter((path) => isFileBelow(path, origin)).flatMap((path) => contentOf(path, origin)),
    ...extraFileDigests(extraFiles.map((path) => resolve(origin, path))),
  ];
};

const timeOf = (program: string, origin: string): readonly Stamp[] => {
  const path = programFile(program, origin);
  const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return found === undefined ? [] : [[program, `${found.size}:${found.mtimeMs}`]];
};

export const isFileBelow = (word: string, origin: string): boolean => {
  const inside = relative(origin, resolve(origin, word));
  if (inside === "" || inside.startsWith("..") || isAbsolute(inside)) return false;
  try {
    return statSync(resolve(origin, word)).isFile();
  } catch {
    // Most words are no paths at all: they can be too long for one, or have a null byte.
    return false;
  }
};

/** Nothing for what is not there: others say so. */
const contentOf = (path: string, origin: string): readonly Stamp[] => {
  const full = resolve(origin, path);
  if (statSync(full, { throwIfNoEntry: false }) === undefined) return [];
  return extraFileDigests([full]).map(([, digest]) => [path, digest]);
};
