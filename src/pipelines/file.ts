/** Which stages for which file. */
import { UserError } from "../core/errors.ts";
import { through } from "../core/format.ts";
import type { Turns } from "../core/notes.ts";
import type { Search, Strategy } from "../core/search.ts";
import { onlyFile, type TestCase } from "../core/test-case.ts";
import { labelled } from "../core/words.ts";
import { bytes } from "../formats/bytes.ts";
import { characters } from "../formats/characters.ts";
import { isBinary } from "../formats/encoding.ts";
import { lines } from "../formats/lines.ts";
import { sourceText } from "../formats/source-text.ts";
import { plainLanguage } from "../languages/plain.ts";
import type { Language } from "../languages/syntax.ts";
import type { ExternalPass } from "../passes/external.ts";
import { afterwards, anonymize } from "./anonymize.ts";
import { auto, turnsOf } from "./auto.ts";
import { binary, BINARY_TURNS, binaryName } from "./binary.ts";
import { besidesExternal } from "./passes/external.ts";
import { FILE_FORMATS, type FileFormatName } from "./format-names.ts";
import { largeFirst } from "./large.ts";
import { listStrategy, type ListChoice } from "./list-strategy.ts";
import { withCharacters } from "./one-word.ts";
import type { PassContext } from "./passes/seeing.ts";
import { PASS_OF, provenTokens, throughPass } from "./passes/structure.ts";
import { swept } from "./passes/list-search.ts";
import type { ListStrategy } from "../strategies/support/registry.ts";

export interface FileChoice extends ListChoice {
  readonly format?: FileFormatName;
  /** What a text is in; unless given, only its brackets, quotes and indentation are known. */
  readonly language?: Language;
  /** Names may be replaced by others. */
  readonly rename?: boolean;
  /** No candidate may have more syntax errors than the text it comes from; unless given, that holds of texts without errors. */
  readonly valid?: boolean;
  /** At the end, put neutral names, strings and numbers in the place of others. */
  readonly anonymize?: boolean;
  /** Passes in other processes. */
  readonly external?: readonly ExternalPass[];
}

/** The search that makes a file small, and what it goes by. */
export interface FilePlan {
  readonly search: Search<TestCase, TestCase>;
  /** "lines", "tokens (c)", …; for all passes "tree (c)", or "text (plain)" without a grammar. */
  readonly format: string;
  /** A name of the registry, or "auto". */
  readonly strategy: string;
  /** Where they are known. */
  readonly turns?: Turns;
}

/** "auto" is all passes over a text, and for what is none the structure of containers, blocks and bytes; a strategy asked for by name runs over lines then. */
export const planFile = (source: TestCase, choice: FileChoice): FilePlan => {
  const format = formatFor(source, choice);
  const { strategy = "auto", minimality = 1 } = choice;
  const name = strategy === "auto" ? "adaptive" : strategy;
  const list = listStrategy({ ...choice, strategy: name });
  const context = contextOf(choice);
  if (format === "auto") return planAuto(source, context, { minimality, anonymous: choice.anonymize === true, list });
  if (format === "bytes" && choice.format !== "bytes") return planBinary(source, context, minimality);
  if (isFlat(format)) {
    checkValid(format, choice);
    const run: Strategy<TestCase> = through(FLAT[format], list);
    const named: Strategy<TestCase> = (each) => labelled(format, run(each));
    return { search: besidesExternal(named, context, swept)(source), format, strategy: name };
  }
  if (format === "json") checkJson(source);
  if (format !== "tokens" && minimality > 1) throw onlySingle(format);
  const search = besidesExternal(throughPass(PASS_OF[format], context, { list, minimality }), context, swept)(source);
  return { search, format: format === "json" ? format : `${format} (${context.language.name})`, strategy: name };
};

/** Does it matter what the text is in? */
export const readsLanguage = (source: TestCase, choice: Pick<FileChoice, "format" | "strategy">): boolean => {
  const format = formatFor(source, choice);
  return !isFlat(format);
};

/** Formats that go by parts of the same kind, one behind the other. */
const FLAT = { bytes, characters, lines } as const;

const isFlat = (format: FileFormatName): format is keyof typeof FLAT => Object.hasOwn(FLAT, format);

/** "auto" only where it is about text. */
const formatFor = (
  source: TestCase,
  { format = "auto", strategy = "auto" }: Pick<FileChoice, "format" | "strategy">,
): FileFormatName => {
  if (!FILE_FORMATS.includes(format))
    throw new UserError("UNKNOWN_FORMAT", `There is no format "${format}".`, {
      advice: `The formats are ${FILE_FORMATS.join(", ")}.`,
    });
  if (format !== "auto") return format;
  if (strategy !== "auto") return "lines";
  return isBinary(onlyFile(source).bytes()) ? "bytes" : "auto";
};

const contextOf = (choice: FileChoice): PassContext => {
  const { language = plainLanguage, rename = false, valid = "whole", external = [] } = choice;
  return { language, rename, valid, external };
};

interface AutoChoice {
  readonly minimality: number;
  readonly anonymous: boolean;
  /** For characters. */
  readonly list: ListStrategy;
}

const planAuto = (source: TestCase, context: PassContext, { minimality, anonymous, list }: AutoChoice): FilePlan => {
  const proven = provenTokens(auto(context), context, minimality);
  const search = largeFirst(withCharacters(proven, context, list), context)(source);
  const { name } = context.language;
  return {
    search: anonymous ? afterwards(search, anonymize(context)) : search,
    format: `${name === plainLanguage.name ? "text" : "tree"} (${name})`,
    strategy: "auto",
    turns: turnsOf(context),
  };
};

const planBinary = (source: TestCase, context: PassContext, minimality: number): FilePlan => ({
  search: besidesExternal(binary(minimality, context.valid), context, swept)(source),
  format: binaryName(onlyFile(source).bytes()),
  strategy: "auto",
  turns: BINARY_TURNS,
});

/** A promise that cannot be kept is not made; where the content alone decided, there was no syntax to keep. */
const checkValid = (format: string, { valid = false, format: asked = "auto", strategy = "auto" }: FileChoice): void => {
  if (!valid || (asked === "auto" && strategy === "auto")) return;
  throw new UserError("BAD_OPTION", `The format "${format}" knows no syntax: it cannot keep the result valid.`, {
    advice: 'Leave out valid, or give the format "auto", "tokens" or "tree".',
  });
};

const checkJson = (source: TestCase): void => {
  try {
    JSON.parse(sourceText(source).text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new UserError("NOT_JSON", `The file is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      advice: "Leave the format out: auto reads any text, with or without errors.",
      cause,
    });
  }
};

const onlySingle = (format: string): UserError =>
  new UserError("BAD_OPTION", `With the format "${format}" a higher minimality than 1 cannot be proved.`, {
    advice: 'Leave out minimality, or give the format "tokens".',
  });
