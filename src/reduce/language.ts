/** The language of the original: named by the user, or found out. */
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import type { TestCase } from "../core/test-case.ts";
import { isBinary } from "../formats/encoding.ts";
import { alone } from "../formats/entries.ts";
import { beginningOf } from "../formats/source-text.ts";
import { detectLanguage } from "../languages/detect.ts";
import { plainLanguage } from "../languages/plain.ts";
import type { Language } from "../languages/syntax.ts";
import { chooseLanguage } from "../languages/choose-language.ts";
import { readsLanguage } from "../pipelines/file.ts";
import { isDeep } from "../pipelines/large.ts";
import { nearest } from "../pipelines/list-strategy.ts";
import { sha256 } from "../runs/identity.ts";
import { isGrammarPath, LANGUAGE_NAMES } from "../settings/reduction.ts";
import type { ReduceOptions } from "./options.ts";
import type { Original } from "./original.ts";

export interface ChosenLanguage {
  /** The language of a single file. */
  readonly language?: Language;
  /** The languages of several files, by path. */
  readonly languages?: ReadonlyMap<string, Language>;
  /** What makes two of them the same: the name, and for a grammar of the user its content. */
  readonly identity: string;
}

/** `undefined` where it does not matter. Throws a `UserError` for a language that there is not. */
export const languageOf = async (
  { source, shape, name, disassembled }: Pick<Original, "source" | "shape" | "name" | "disassembled">,
  given: ReduceOptions,
): Promise<ChosenLanguage | undefined> => {
  if (given.language !== undefined) checkName(given.language);
  const options = disassembled === undefined ? given : { language: disassembled.language, ...given };
  if (!shape.plain) return await languagesOf(source, options);
  const { format = "auto", strategy = "auto" } = options;
  if (format === "directory" || !readsLanguage(source, { strategy, format })) return undefined;
  return await chosen(source, name, options);
};

const chosen = async (source: TestCase, name: string, options: ReduceOptions): Promise<OneLanguage> => {
  const wanted = await load(wantedName(source, name, options), options.cwd);
  // Who names a language means it.
  if (options.language !== undefined) return wanted;
  const text = beginningOf(source);
  const isKnown = !isDeep(text) && (await chooseLanguage(wanted.language, text, plainLanguage)) === wanted.language;
  return isKnown ? wanted : PLAIN;
};

/** Each file for itself; a language that was named is that of all files. */
const languagesOf = async ({ files }: TestCase, options: ReduceOptions): Promise<ChosenLanguage> => {
  const languages = new Map<string, Language>();
  const names = new Set<string>();
  for (const file of files.filter((each) => !isBinary(each.bytes()))) {
    const { language, identity } = await chosen(alone(file), basename(file.path), options);
    languages.set(file.path, language);
    names.add(identity);
  }
  return { languages, identity: [...names].toSorted().join(" ") };
};

type OneLanguage = ChosenLanguage & { readonly language: Language };

const PLAIN: OneLanguage = { language: plainLanguage, identity: plainLanguage.name };

const checkName = (name: string): void => {
  if (isGrammarPath(name) || LANGUAGE_NAMES.includes(name)) return;
  const near = nearest(name, LANGUAGE_NAMES);
  throw new UserError(
    "UNKNOWN_LANGUAGE",
    `There is no language "${name}"${near === undefined ? "." : `; did you mean "${near}"?`}`,
    { advice: `The languages are ${LANGUAGE_NAMES.join(", ")}; or give the path of a grammar that ends in .wasm.` },
  );
};

const wantedName = (source: TestCase, name: string, { language, format }: ReduceOptions): string => {
  if (format === "json") return "json";
  return language ?? detectLanguage(name, beginningOf(source)) ?? plainLanguage.name;
};

/** What parses is loaded only where it is needed: it takes its time. */
const load = async (name: string, cwd: string = process.cwd()): Promise<OneLanguage> => {
  if (name === plainLanguage.name) return PLAIN;
  const { loadGrammarFile, loadLanguage } = await import("../languages/load.ts");
  if (!isGrammarPath(name)) return { language: await loadLanguage(name), identity: name };
  const path = resolve(cwd, name);
  const language = await loadGrammarFile(path);
  return { language, identity: `${language.name} ${digestOf(path, language)}` };
};

/** The grammar itself, and what was read of shapes beside it. */
const digestOf = (path: string, { shapes }: Language): string =>
  sha256(
    `${sha256(readFileSync(path))} ${JSON.stringify([...shapes], (_, each) => (each instanceof Set ? [...each] : each))}`,
  );
