/** What a process is shown: files under relative paths, and for a directory its links and folders. */
import type { Case } from "./case.ts";
import { digest } from "./digest.ts";

/** A file of a test case. */
export interface CaseFile {
  /** Relative, with forward slashes; the base name for an input that is a single file. */
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
  /** Built at every call, so that waiting candidates hold no copies; not to be changed. */
  bytes(): Uint8Array;
}

/** A symbolic link. */
export interface CaseLink {
  readonly path: string;
  /** As it is written in the link. */
  readonly target: string;
}

/** A folder that has to be named, for nothing is in it. */
export interface CaseFolder {
  readonly path: string;
  readonly mode: number;
}

/** What a process is shown: files, links and folders. */
export interface TestCase extends Case {
  readonly files: readonly CaseFile[];
  readonly links?: readonly CaseLink[];
  readonly folders?: readonly CaseFolder[];
  /** The words of the command that are kept, by their numbers, where words can go. */
  readonly words?: readonly number[];
}

/** A case that is one file; its key is the digest of its bytes, its size their number. */
export const fileCase = (file: CaseFile, size: number): TestCase => {
  let key: string | undefined;
  return { files: [file], size, key: () => (key ??= digest(file.bytes())) };
};

/** What a case is made of, apart from its name and size. */
export type Entries = Pick<TestCase, "files" | "links" | "folders" | "words">;

/** A case of any number of files. Its size is the number of their bytes, and one for each thing that is there. */
export const entriesCase = ({ files, links = [], folders = [], words }: Entries): TestCase => {
  let key: string | undefined;
  const things = files.length + links.length + folders.length + (words?.length ?? 0);
  const size = files.reduce((sum, file) => sum + sizeOf(file), things);
  return {
    files,
    links,
    folders,
    ...(words !== undefined && { words }),
    size,
    key: () => (key ??= digest(described({ files, links, folders, words: words ?? [] }))),
  };
};

const described = ({ files, links, folders, words }: Required<Entries>): string =>
  JSON.stringify([
    files.map((file) => [file.path, file.mode, digestOf(file)]),
    links.map(({ path, target }) => [path, target]),
    folders.map(({ path, mode }) => [path, mode]),
    words,
  ]);

/** Most files of a candidate are those of the one before: each is looked at once. */
const known = new WeakMap<CaseFile, { readonly size: number; readonly digest: string }>();

const figuresOf = (file: CaseFile): { readonly size: number; readonly digest: string } => {
  let figures = known.get(file);
  if (figures === undefined) {
    const bytes = file.bytes();
    known.set(file, (figures = { size: bytes.length, digest: digest(bytes) }));
  }
  return figures;
};

/** How many bytes a file has. */
export const sizeOf = (file: CaseFile): number => figuresOf(file).size;

const digestOf = (file: CaseFile): string => figuresOf(file).digest;

/** The only file of a case; for inputs that are a single file. */
export const onlyFile = ({ files }: Entries): CaseFile => {
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`a case of one file, not of ${files.length}`);
  return file;
};

/** The folders a path lies in: "a", "a/b" for "a/b/c". */
export const foldersAbove = (path: string): readonly string[] => {
  const parts = path.split("/");
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join("/"));
};
