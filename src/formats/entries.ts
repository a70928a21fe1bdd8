/** The parts of a case of several files: which are kept, which are emptied, which have another content. */
import { entriesCase, fileCase, foldersAbove, sizeOf, type CaseFile, type TestCase } from "../core/test-case.ts";

/** The paths of all that can go: files, links and empty folders, in natural order. */
export const pathsOf = ({ files, links = [], folders = [] }: TestCase): readonly string[] =>
  [...files, ...links, ...folders].map(({ path }) => path).toSorted((a, b) => (a < b ? -1 : 1));

/** Without these paths. */
export const without = (source: TestCase, gone: ReadonlySet<string>): TestCase => {
  const stays = ({ path }: { readonly path: string }): boolean => !gone.has(path);
  const { files, links = [], folders = [] } = source;
  return entriesCase({
    ...source,
    files: files.filter(stays),
    links: links.filter(stays),
    folders: folders.filter(stays),
  });
};

/** With other contents for some of its files. */
export const withFiles = (source: TestCase, others: ReadonlyMap<string, CaseFile>): TestCase =>
  entriesCase({ ...source, files: source.files.map((file) => others.get(file.path) ?? file) });

/** A file as a case of its own. */
export const alone = (file: CaseFile): TestCase => fileCase(file, sizeOf(file));

/** The same without content. */
export const emptied = (file: CaseFile): CaseFile => ({ ...file, bytes: () => new Uint8Array(0) });

/** By folder: how many bytes there are below it. */
export const weights = ({ files }: TestCase): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const file of files)
    for (const folder of foldersAbove(file.path)) found.set(folder, (found.get(folder) ?? 0) + sizeOf(file));
  return found;
};
