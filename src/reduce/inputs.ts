/** What is to become small: a file, a directory or several files, read once. */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { attempt } from "../core/maybe.ts";
import { UserError } from "../core/errors.ts";
import { entriesCase, fileCase, type CaseFile, type Entries, type TestCase } from "../core/test-case.ts";
import { onDisk } from "../journals/disk-errors.ts";
import type { NamedInput, Subject } from "../oracles/oracle.ts";
import { projectOf, type Project } from "../projects/index.ts";
import { isNoContent } from "../runs/no-content.ts";
import { readTree } from "../runs/output/tree.ts";
import { refuseWholeSystem } from "../runs/output/whole-system.ts";
import { disassembledFrom, type Disassembled } from "./forms/disassemble.ts";
import { checkHeap } from "./heap.ts";

/** What is to become small, before it is read. */
export interface InputPlace {
  readonly kind: "file" | "directory" | "files";
  /** Where it lies, absolute: the file, the directory, or the directory that all files are in. */
  readonly path: string;
  /** The base name under which candidates are tested; that of the first of several files. */
  readonly name: string;
  /** Several files, as typed, and below `path`. */
  readonly inputs?: readonly NamedInput[];
}

export interface Inputs extends InputPlace {
  readonly mode: number;
  readonly source: TestCase;
  /** What is known of a directory. */
  readonly project?: Project;
  /** Where a file is the binary form of a text: `source` is the text. */
  readonly disassembled?: Disassembled;
}

/** Throws a `UserError` for what is not there, or cannot be reduced. */
export const findInputs = (typed: readonly string[], cwd: string): InputPlace => {
  const paths = typed.map((each) => resolve(cwd, each));
  for (const [index, path] of paths.entries()) checkInput(path, typed[index] as string, paths.length === 1);
  const [path = cwd] = paths;
  const name = basename(path);
  if (paths.length === 1) return { kind: statSync(path).isDirectory() ? "directory" : "file", path, name };
  const twice = paths.find((each, index) => paths.indexOf(each) < index);
  if (twice !== undefined)
    throw new UserError("SAME_FILE", `The input ${twice} is given twice.`, { advice: "Name each file once." });
  const root = commonFolder(paths);
  const inputs = paths.map((each, index) => ({ typed: typed[index] as string, path: relative(root, each) }));
  return { kind: "files", path: root, name, inputs };
};

/** What to read, and how. */
export interface ReadingOptions {
  /** How many words of the command can go. */
  readonly words: number | undefined;
  /** The content of a file is read from here instead. */
  readonly kept?: string;
  /** A file is read as it is. */
  readonly raw?: boolean;
}

export const readInputs = (found: InputPlace, { words, kept, raw = false }: ReadingOptions): Inputs => {
  const { kind, path, name, inputs = [] } = found;
  const mode = statSync(path).mode & 0o777;
  if (kind === "directory") {
    const { left, ...tree } = readTree(path, isNoContent);
    for (const file of tree.files) checkHeap(resolve(path, file.path), file.bytes());
    const source = caseOf(tree, words);
    const project = projectOf({ path, source, left });
    return { ...found, mode, source: project?.start ?? source, ...(project !== undefined && { project }) };
  }
  if (kind === "files") {
    const files = inputs.map((each) => fileAt(resolve(path, each.path), each.path));
    return { ...found, mode, source: caseOf({ files }, words) };
  }
  const file = { ...fileAt(kept ?? path, name), mode };
  const source = words === undefined ? fileCase(file, file.bytes().length) : caseOf({ files: [file] }, words);
  const disassembled = raw ? undefined : disassembledFrom(source, path);
  return { ...found, mode, source, ...(disassembled !== undefined && { source: disassembled.text, disassembled }) };
};

/** From the original to what oracles are told of candidates. */
export const subjectOf = (
  { name, typed, kind, inputs, path, project }: Inputs & { readonly typed: string },
  place: Pick<Subject, "origin" | "extraFiles" | "stdin">,
): Subject => ({
  name,
  typed,
  ...place,
  kind,
  ...(inputs !== undefined && { inputs }),
  ...(kind === "directory" && { root: realpathSync(path) }),
  ...(project !== undefined && {
    provided: (candidate: TestCase) => project.provided(candidate),
    setUp: (candidate: TestCase) => project.setUp(candidate),
  }),
});

const caseOf = (entries: Entries, words: number | undefined): TestCase =>
  entriesCase({ ...entries, ...(words !== undefined && { words: Array.from({ length: words }, (_, each) => each) }) });

const fileAt = (full: string, path: string): CaseFile => {
  const bytes = onDisk(`cannot read ${full}`, () => readFileSync(full));
  checkHeap(full, bytes);
  return { path, mode: statSync(full).mode & 0o777, bytes: () => bytes };
};

const commonFolder = (paths: readonly string[]): string => {
  const [first = "", ...others] = paths.map((path) => dirname(path));
  let common = first;
  while (others.some((other) => other !== common && !other.startsWith(common === "/" ? "/" : `${common}/`)))
    common = dirname(common);
  return common;
};

/** Throws a `UserError` unless there is a file, or a directory where that will do; `typed` is what the user called it. */
const checkInput = (path: string, typed: string, directory = true): void => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined && isForeignName(path)) throw foreignName(typed);
  if (stats === undefined)
    throw new UserError("NO_INPUT", `There is no file ${typed}.`, { advice: `Check the path; it is read as ${path}.` });
  refuseWholeSystem(path, typed);
  if (stats.isFile() || (directory && stats.isDirectory())) return;
  throw new UserError("BAD_INPUT", `${typed} is ${stats.isDirectory() ? "a directory" : "no regular file"}.`, {
    advice: stats.isDirectory() ? "Several inputs are files: put them in one directory to reduce it." : "Name a file.",
  });
};

/** What Node.js makes of bytes that are not UTF-8: they are lost before pare sees them. */
const LOST = "\uFFFD";

/** Is there a file whose name cannot be given in UTF-8, but looks like this? */
const isForeignName = (path: string): boolean => {
  if (!path.includes(LOST)) return false;
  return (
    attempt(() => readdirSync(dirname(path), "buffer").some((name) => name.toString() === basename(path))) ??
    dirname(path).includes(LOST)
  );
};

const foreignName = (typed: string): UserError =>
  new UserError("NAME_NOT_UTF8", `The name of ${typed} is not UTF-8: pare cannot open a file of that name.`, {
    advice: "Copy it to a file with another name, and reduce the copy; or give it on standard input: pare - < FILE.",
  });
