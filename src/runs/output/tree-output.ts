/** Directories as outputs: what is not known for a result of pare is never replaced. */
import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { readRegular } from "../../journals/regular-file.ts";
import { UserError } from "../../core/errors.ts";
import { entriesCase, type TestCase } from "../../core/test-case.ts";
import { leftoversOf } from "../atomic.ts";
import { realPlace, type ModeFor } from "../audience.ts";
import { contentOf } from "../steps/content.ts";
import { publishedIn, runsIn } from "../directory.ts";
import { digestOfFile, type Nature } from "./held.ts";
import { sha256 } from "../identity.ts";
import { refuseForeignLinks } from "../links.ts";
import { checkParent, checkRoom } from "./place.ts";
import { readTree, returnAside, writeTree } from "./tree.ts";

/** NAME.reduced beside a directory, or beside the first of several files. */
export const defaultTreeOutput = (input: string): string => {
  const isDirectory = statSync(input).isDirectory();
  const name = basename(input, isDirectory ? "" : extname(input));
  return join(dirname(input), `${name}.reduced`);
};

export interface TreeOutputOptions {
  readonly input: string;
  readonly kind: "directory" | "files";
  /** Where runs live. */
  readonly runs: string;
}

/** Throws a `UserError` for a path that cannot take the result. */
export const checkTreeOutput = (path: string, { input, kind, runs }: TreeOutputOptions): void => {
  checkParent(dirname(resolve(path)));
  refuseForeignLinks(path);
  if (kind === "directory" && isInside(path, input))
    throw new UserError("OUTPUT_IS_INPUT", `The output ${path} is the input itself, or lies in it.`, {
      advice: "Name an output outside of the directory that is reduced.",
    });
  for (const held of [process.cwd(), resolve(runs)])
    if (isInside(held, path))
      throw new UserError(
        "OUTPUT_HOLDS_RUNS",
        `The output ${path} would be replaced with all that is in it: ${held}.`,
        {
          advice: "Name a directory of its own for the output.",
        },
      );
  returnAside(path, leftoversOf(path));
  checkRoom(path);
};

/** Throws a `UserError` if something lies there that is neither empty nor a result of pare. */
export const checkResult = (path: string, runs: string): void => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory())
    throw new UserError("OUTPUT_NOT_A_DIRECTORY", `The output ${path} is there, and no directory.`, {
      advice: "The result is a directory: name another place for it, or remove what is there.",
    });
  if (readdirSync(path).length === 0 || isResult(path, runs)) return;
  throw new UserError("OUTPUT_EXISTS", `The directory ${path} is there, and not as a run of pare left it.`, {
    advice: "It would be replaced as a whole: move it away, or name another output with --output PATH.",
  });
};

const isInside = (path: string, directory: string): boolean =>
  `${realPlace(resolve(path))}/`.startsWith(`${realPlace(resolve(directory))}/`);

/** What lies there is what a run has put there, even if that run has been cleaned away since. */
const isResult = (path: string, runs: string): boolean => publishedTrees(runs).has(digestOfTree(path));

/** The digests of all that runs have put in the place of outputs. */
export const publishedTrees = (runs: string): ReadonlySet<string> =>
  new Set(
    [...runsIn(runs).map(({ paths }) => paths.published), publishedIn(runs)]
      .filter((note) => existsSync(note))
      .flatMap((note) => readRegular(note).split("\n")),
  );

/** The digest under which a run would know the directory. */
export const digestOfTree = (path: string): string => {
  const { left: _, ...tree } = readTree(path, () => false);
  return treeDigest(entriesCase(tree));
};

const sorted = <T extends { readonly path: string }>(entries: readonly T[] = []): readonly T[] =>
  entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** By the content of all that is in it. */
export const treeDigest = (tree: TestCase): string => {
  const entries = { files: sorted(tree.files), links: sorted(tree.links), folders: sorted(tree.folders) };
  return sha256(contentOf(entries, { plain: false }));
};

/** A case of many files; what cannot be read is known by which it is. */
export const treeResults = (mode: ModeFor): Nature<TestCase> => ({
  write: (path, best) => writeTree(path, best, mode),
  digest: (path) => {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return digestOfFile(path);
    return attempt(() => `directory ${digestOfTree(path)}`) ?? digestOfFile(path);
  },
});
