/** The result taken apart: for each part the candidate that lacks it and nothing else, as the search would have built it. */
import { attempt } from "../../core/maybe.ts";
import { cut, slice, whole } from "../../core/configuration.ts";
import { entriesCase, fileCase, type CaseFile, type TestCase } from "../../core/test-case.ts";
import { characters } from "../../formats/characters.ts";
import { bytes } from "../../formats/bytes.ts";
import { isBinary } from "../../formats/encoding.ts";
import { lines } from "../../formats/lines.ts";
import type { FileFormat } from "../../formats/pieces.ts";
import { sourceText, withText } from "../../formats/source-text.ts";
import { printUnits } from "../../formats/units.ts";
import type { Language } from "../../languages/index.ts";
import { tokensOf } from "../../passes/support/leaves.ts";
import { flatUnits } from "../../passes/tokens.ts";

export interface ResultPart {
  readonly text: string;
  /** Missing for what lies between parts: blanks. */
  readonly without?: () => TestCase;
  /** Whether what is left has more syntax errors than the result. */
  readonly breaksSyntax?: () => boolean;
}

export interface PartedFile {
  readonly path: string;
  readonly parts: readonly ResultPart[];
}

export type Unit = "tokens" | "lines" | "characters" | "bytes";

export interface Parting {
  /** What the run went by: "tree (c)", "lines", … */
  readonly format: string;
  /** The language of a file. */
  languageOf(file: CaseFile): Language;
  /** More parts than that are not tried one by one: lines are taken then, and of those as many. */
  readonly most: number;
}

export const partedResult = (
  result: TestCase,
  parting: Parting,
): { readonly unit: Unit; readonly files: readonly PartedFile[] } => {
  for (const unit of unitsFor(result, parting.format)) {
    const files: PartedFile[] = [];
    for (const file of result.files) files.push({ path: file.path, parts: partsOf(result, file, unit, parting) });
    const number = files.reduce(
      (sum, { parts }) => sum + parts.filter(({ without }) => without !== undefined).length,
      0,
    );
    if (number <= parting.most || unit === "lines" || unit === "bytes") return { unit, files };
  }
  return { unit: "lines", files: [] };
};

/** The finest first. */
const unitsFor = ({ files }: TestCase, format: string): readonly Unit[] => {
  if (files.every((file) => isBinary(file.bytes()))) return ["bytes"];
  const [named = ""] = format.split(" ");
  if (named === "bytes" || named === "lines") return [named];
  return named === "characters" ? ["characters", "lines"] : ["tokens", "lines"];
};

const partsOf = (result: TestCase, file: CaseFile, unit: Unit, { languageOf }: Parting): readonly ResultPart[] => {
  const alone = fileCase(file, file.bytes().length);
  const place = placeIn(result, file);
  if (isBinary(file.bytes())) return byFormat(alone, bytes, place);
  if (unit === "tokens") return byTokens(alone, languageOf(file), place);
  return byFormat(alone, { lines, characters, bytes }[unit], place);
};

/** Puts a file in the place of another in the result. */
const placeIn =
  (result: TestCase, file: CaseFile) =>
  (changed: TestCase): TestCase => {
    const [content] = changed.files;
    // One file alone is known to the journal by its content.
    if (result.files.length === 1 && result.links === undefined && result.words === undefined) return changed;
    const files = result.files.map((each) => (each === file && content !== undefined ? content : each));
    return entriesCase({ ...result, files });
  };

type FilePlace = ReturnType<typeof placeIn>;

const byTokens = (alone: TestCase, language: Language, place: FilePlace): readonly ResultPart[] => {
  const read = sourceText(alone);
  const tree = language.parse(read.text);
  const tokens = tokensOf(tree);
  const units = flatUnits(read.text, tokens);
  const all = whole(Array.from({ length: units.length }, (_, index) => index));
  const parts: ResultPart[] = [];
  let at = 0;
  for (const [index, { start, end }] of tokens.entries()) {
    if (start > at) parts.push({ text: read.text.slice(at, start) });
    const pieces = (): readonly string[] => printUnits(units, cut(all, index, index + 1));
    parts.push({
      text: read.text.slice(start, end),
      without: () => place(withText(read, pieces())),
      breaksSyntax: () => errorsIn(language, pieces().join("")) > tree.errors,
    });
    at = end;
  }
  return at < read.text.length ? [...parts, { text: read.text.slice(at) }] : parts;
};

/** What cannot be parsed at all has more errors than anything. */
const errorsIn = (language: Language, text: string): number =>
  attempt(() => language.parse(text).errors) ?? Number.POSITIVE_INFINITY;

const byFormat = (alone: TestCase, format: FileFormat, place: FilePlace): readonly ResultPart[] => {
  const { input, render } = format.parse(alone);
  const decoder = new TextDecoder();
  const textOf = (content: Uint8Array): string =>
    format === bytes
      ? Array.from(content, (byte) => `${byte.toString(16).padStart(2, "0")} `).join("")
      : decoder.decode(content);
  return Array.from({ length: input.length }, (_, index) => ({
    text: textOf(render(slice(input, index, index + 1)).files[0]?.bytes() ?? new Uint8Array()),
    without: () => place(render(cut(input, index, index + 1))),
  }));
};
