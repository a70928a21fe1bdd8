/** What a process is shown: files under relative paths. */
import type { Case } from "./case.ts";
import { digest } from "./digest.ts";

export interface CaseFile {
  /** Relative, with forward slashes; the base name for an input that is a single file. */
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
  /** Built at every call, so that waiting candidates hold no copies; not to be changed. */
  bytes(): Uint8Array;
}

export interface TestCase extends Case {
  readonly files: readonly CaseFile[];
}

/** A case that is one file; its key is the digest of its bytes, its size their number. */
export const fileCase = (file: CaseFile, size: number): TestCase => {
  let key: string | undefined;
  return { files: [file], size, key: () => (key ??= digest(file.bytes())) };
};

/** The only file of a case; for inputs that are a single file. */
export const onlyFile = ({ files }: TestCase): CaseFile => {
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`a case of one file, not of ${files.length}`);
  return file;
};
