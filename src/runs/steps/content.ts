/** The whole content of a case as bytes and back: steps, digests and results are about files and directories alike. */
import { entriesCase, fileCase, onlyFile, type CaseFile, type Entries, type TestCase } from "../../core/test-case.ts";

/** How the content of cases of a run is written. */
export interface ContentForm {
  /** The input is one file, and nothing of the command can go. */
  readonly plain: boolean;
}

/** What is said of an entry: its path, and its mode and number of bytes, or where it leads, or its mode alone. */
type Line =
  | readonly ["file", path: string, mode: number, bytes: number]
  | readonly ["link", path: string, target: string]
  | readonly ["folder", path: string, mode: number]
  | readonly ["words", readonly number[]];

/** A plain file is its bytes; anything else is an archive: a line of JSON for each entry, behind those of files their bytes. */
export const contentOf = (source: Entries, { plain }: ContentForm): Uint8Array => {
  if (plain) return onlyFile(source).bytes();
  const { files, links = [], folders = [], words } = source;
  const parts: Uint8Array[] = [];
  const say = (line: Line): void => void parts.push(Buffer.from(`${JSON.stringify(line)}\n`));
  if (words !== undefined) say(["words", words]);
  for (const { path, mode } of folders) say(["folder", path, mode]);
  for (const { path, target } of links) say(["link", path, target]);
  for (const file of files) {
    const bytes = file.bytes();
    say(["file", file.path, file.mode, bytes.length]);
    parts.push(bytes, Buffer.from("\n"));
  }
  return Buffer.concat(parts);
};

/** The case of a content. `like` gives the name and mode of a plain file. Throws a `SyntaxError` for what is no archive. */
export const caseOf = (content: Uint8Array, { plain }: ContentForm, like: TestCase): TestCase => {
  if (!plain) return entriesCase(unpacked(content));
  const { path, mode } = onlyFile(like);
  return fileCase({ path, mode, bytes: () => content }, content.length);
};

const unpacked = (content: Uint8Array): Entries => {
  const files: CaseFile[] = [];
  const links: { path: string; target: string }[] = [];
  const folders: { path: string; mode: number }[] = [];
  let words: readonly number[] | undefined;
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(10, at);
    const line = JSON.parse(Buffer.from(content.subarray(at, end)).toString()) as Line;
    at = end + 1;
    if (line[0] === "words") words = line[1];
    else if (line[0] === "folder") folders.push({ path: line[1], mode: line[2] });
    else if (line[0] === "link") links.push({ path: line[1], target: line[2] });
    else {
      const bytes = content.subarray(at, at + line[3]);
      files.push({ path: line[1], mode: line[2], bytes: () => bytes });
      at += line[3] + 1;
    }
  }
  return { files, links, folders, ...(words !== undefined && { words }) };
};
