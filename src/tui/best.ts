/** The best as it is shown: its text, and where it differs from the one before. */
import { onlyFile, type CaseFile, type TestCase } from "../core/test-case.ts";
import { endingOf } from "../languages/comment-styles.ts";
import { counted } from "../progress/figures.ts";
import { diffRows } from "./diff-page.ts";
import { cutBetween } from "./preview.ts";
import type { BestView } from "./scene.ts";

/** Larger files are not compared: that would take longer than a look at them. */
const MAX_COMPARED = 8_000_000;
/** The same for line by line. */
const MAX_DIFFED = 200_000;
const LOOKED_AT = 8000;

/** In a case of several files, the one that has changed. */
export const shownOf = (best: TestCase, before: TestCase | undefined): BestView => {
  const { file, old } = changedFile(best, before);
  const name = best.files.length === 1 ? file.path : `${file.path} of ${counted(best.files.length, "file")}`;
  const bytes = file.bytes();
  const language = endingOf(file.path);
  const binary = bytes.subarray(0, LOOKED_AT).includes(0);
  const decode = binary ? latin : utf8;
  const text = decode.decode(bytes);
  const cut =
    old === undefined || bytes.length > MAX_COMPARED ? undefined : cutBetween(decode.decode(old.bytes()), text);
  const rows =
    old === undefined || binary || text.length > MAX_DIFFED ? undefined : diffRows(decode.decode(old.bytes()), text);
  return { name, text, language, cut, ...(binary ? { bytes } : { rows }) };
};

const utf8 = new TextDecoder();
/** A character for each byte. */
const latin = new TextDecoder("latin1");

const NOTHING: CaseFile = { path: "nothing", mode: 0, bytes: () => new Uint8Array() };

const changedFile = (
  best: TestCase,
  before: TestCase | undefined,
): { readonly file: CaseFile; readonly old?: CaseFile } => {
  if (best.files.length === 0) return { file: NOTHING };
  if (best.files.length === 1 && before?.files.length === 1) return { file: onlyFile(best), old: onlyFile(before) };
  const olds = new Map(before?.files.map((file) => [file.path, file]));
  for (const file of best.files) {
    const old = olds.get(file.path);
    if (old !== undefined && old !== file && !isSame(old.bytes(), file.bytes())) return { file, old };
  }
  return { file: best.files[0] as CaseFile };
};

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
