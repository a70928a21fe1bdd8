/** Lays candidates out: each in a fresh directory, under its own name, with links to what belongs beside it. */
import { basename } from "node:path";
import { UserError } from "../core/errors.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Scratch, ScratchFile } from "../runner/scratch.ts";
import type { Subject } from "./oracle.ts";

export interface Layout {
  /** The working directory of the test. */
  readonly directory: string;
  /** Where the candidate lies, absolute. */
  readonly path: string;
  /** Takes everything away, what the test has written included. */
  remove(): void;
}

export const layOut = (candidate: TestCase, subject: Subject, scratch: Scratch): Layout => {
  const files = candidate.files.map(({ path, mode, bytes }): ScratchFile => ({ path, mode, bytes: bytes() }));
  const links = subject.beside.map((link): ScratchFile => ({ path: basename(link), link }));
  const directory = scratch.directory([...files, ...links]);
  return { directory: directory.path, path: `${directory.path}/${subject.name}`, remove: () => directory.remove() };
};

/** Throws a `UserError` when two things would lie under one name. */
export const checkBeside = ({ name, beside }: Subject): void => {
  const names = [name, ...beside.map((path) => basename(path))];
  const twice = names.find((other, index) => names.indexOf(other) < index);
  if (twice === undefined) return;
  throw new UserError("WITH_CLASH", `Two things would lie in the scratch directory as ${twice}.`, {
    advice: "--with puts files and directories beside the input under their base names: rename one of them.",
  });
};
