/** Lays candidates out: each in a fresh directory, under its own name, with links to what belongs beside it. */
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import type { CaseLink, TestCase } from "../core/test-case.ts";
import type { Scratch, ScratchFile } from "../runner/scratch.ts";
import type { Subject } from "./oracle.ts";

export interface Layout {
  /** The working directory of the test. */
  readonly directory: string;
  /** Where the candidate lies, absolute: the file, the directory, or the directory of several files. */
  readonly path: string;
  /** Large files are written while others have their turn; missing where nothing has to be waited for. */
  readonly written?: Promise<unknown>;
  /** Takes everything away, what the test has written included. */
  remove(): void;
}

export const layOut = (candidate: TestCase, subject: Subject, scratch: Scratch): Layout => {
  const { kind = "file", name } = subject;
  const beside = subject.extraFiles.map((link): ScratchFile => ({ path: basename(link), link }));
  const directory = scratch.directory([...contentOf(candidate, subject), ...beside]);
  const below = kind === "files" ? directory.path : `${directory.path}/${name}`;
  return {
    directory: kind === "directory" ? below : directory.path,
    path: below,
    ...(directory.written !== undefined && { written: directory.written }),
    remove: () => directory.remove(),
  };
};

/** A directory lies below its name. */
const contentOf = (candidate: TestCase, subject: Subject): readonly ScratchFile[] => {
  const isDirectory = subject.kind === "directory";
  const at = (path: string): string => (isDirectory ? `${subject.name}/${path}` : path);
  const { files, links = [], folders = [] } = candidate;
  return [
    ...(isDirectory ? [{ path: subject.name, folder: 0o755 }] : []),
    ...files.map(({ path, mode, bytes }): ScratchFile => ({ path: at(path), mode, bytes: bytes() })),
    ...folders.map(({ path, mode }): ScratchFile => ({ path: at(path), folder: mode })),
    ...[...links, ...(subject.provided?.(candidate) ?? [])].map((link): ScratchFile => ({
      path: at(link.path),
      link: leadsTo(link, subject),
    })),
  ];
};

/** A link that leads out of the directory leads where it led from the original; one that leads into it stays in the candidate. */
export const leadsTo = ({ path, target }: CaseLink, { root = "" }: Subject): string => {
  if (root === "") return target;
  const meant = resolve(root, dirname(path), target);
  const isInside = meant === root || meant.startsWith(join(root, "/"));
  // What was left out when the directory was read lies where its own place was.
  if (!isInside || meant === join(root, path)) return meant;
  return isAbsolute(target) ? relative(resolve(root, dirname(path)), meant) || "." : target;
};

/** Throws a `UserError` when two things would lie under one name. */
export const checkBeside = ({ name, extraFiles, kind, inputs = [] }: Subject): void => {
  const own = kind === "files" ? inputs.map(({ path }) => path.split("/")[0] as string) : [name];
  const names = [...new Set(own), ...extraFiles.map((path) => basename(path))];
  const twice = names.find((other, index) => names.indexOf(other) < index);
  if (twice === undefined) return;
  throw new UserError("WITH_CLASH", `Two files or directories would have the name ${twice} in the scratch directory.`, {
    advice: "--with puts files and directories beside the input under their base names. Rename one of them.",
  });
};
