/** Inputs of the same kind as the original with nothing of it in them: what fails with these fails with anything. */
import { entriesCase, fileCase, onlyFile, type CaseFile, type TestCase } from "../../core/test-case.ts";
import { isBinary } from "../../formats/encoding.ts";
import { beginningOf } from "../../formats/source-text.ts";
import { detectLanguage } from "../../languages/detect.ts";
import { neutralOf } from "./neutral.ts";

export interface Probe {
  /** In words: "an empty file". */
  readonly what: string;
  readonly candidate: TestCase;
}

export interface Probes {
  readonly empty?: Probe;
  /** Has more than the empty one, but nothing of the original. */
  readonly neutral?: Probe;
  /** The words that the neutral one has in common with the original, where they do nothing: if these fail, too, they are what counts. */
  readonly inert?: Probe;
}

export interface ProbeOptions {
  readonly source: TestCase;
  readonly kind: "file" | "directory" | "files";
  /** Its name, where the user has given one. */
  readonly language?: string | undefined;
}

export const probesOf = ({ source, kind, language }: ProbeOptions): Probes => {
  if (source.files.every((file) => file.bytes().length === 0)) return {};
  // The names of files are a part of a directory.
  if (kind === "directory")
    return {
      empty: { what: "an empty directory", candidate: entriesCase({ ...source, files: [], links: [], folders: [] }) },
    };
  const nothing = withContents(source, new Uint8Array());
  if (kind === "files") return { empty: { what: "the same set of files, all of them empty,", candidate: nothing } };
  return { empty: { what: "an empty file", candidate: nothing }, ...neutralProbes(source, language) };
};

const withContents = (source: TestCase, bytes: Uint8Array): TestCase => {
  const files = source.files.map(({ path, mode }): CaseFile => ({ path, mode, bytes: () => bytes }));
  const isPlain = source.links === undefined;
  return isPlain ? fileCase(onlyFile({ files }), bytes.length) : entriesCase({ ...source, files });
};

/** Something that is wrong in every language and format. */
export const garbageOf = (source: TestCase): TestCase =>
  withContents(source, new TextEncoder().encode(")]}>\u0001'\"`\n"));

/** Few enough that no length can be the failure. */
const ZEROS = new Uint8Array(8);

/** What is as large as the original would be no reduction. */
const neutralProbes = (source: TestCase, language: string | undefined): Omit<Probes, "empty"> => {
  const file = onlyFile(source);
  const original = file.bytes();
  const probe = (what: string, bytes: Uint8Array): Probe => ({ what, candidate: withContents(source, bytes) });
  if (isBinary(original))
    return original.length > ZEROS.length ? { neutral: probe("a file of eight zero bytes", ZEROS) } : {};
  const { neutral, inert } = neutralTexts(original, language ?? detectLanguage(file.path, beginningOf(source)));
  const asProbe = (line: string): Probe => probe(`the file \`${line}\``, new TextEncoder().encode(`${line}\n`));
  if (neutral.length + 1 >= original.length) return {};
  return { neutral: asProbe(neutral), ...(inert !== undefined && { inert: asProbe(inert) }) };
};

const WORD = /[\p{L}\d_]+/gu;
const SIGNS = "xqzjkvwyabcdefghilmnoprstuXQZJKVWYABCDEFGHILMNOPRSTU0123456789~^|".split("");

const neutralTexts = (
  original: Uint8Array,
  language: string | undefined,
): { readonly neutral: string; readonly inert?: string } => {
  const known = language === undefined ? undefined : neutralOf(language);
  // A sign that does not occur in the original.
  if (known === undefined) return { neutral: SIGNS.find((sign) => !original.includes(sign.charCodeAt(0))) ?? "" };
  const words = new Set(new TextDecoder().decode(original).match(WORD));
  const common = known.text.match(WORD)?.filter((word) => words.has(word)) ?? [];
  return { neutral: known.text, ...(common.length > 0 && { inert: known.inert(common.join(" ")) }) };
};
