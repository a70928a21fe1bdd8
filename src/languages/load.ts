/** Loads languages: packed ones by name, others from a file of the user. */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { Language as Grammar, Parser } from "web-tree-sitter";
import { UserError } from "../core/errors.ts";
import type { Distilled } from "./distill.ts";
import { readGrammarFile } from "./own-grammar.ts";
import { packedLanguages } from "./packed.ts";
import type { Language } from "./syntax.ts";
import { treeSitterLanguage } from "./tree-sitter.ts";

/** As far above this file in the source as in what is built of it. */
const GRAMMARS = new URL("../../grammars/", import.meta.url);

const loaded = new Map<string, Promise<Language>>();
let started: Promise<void> | undefined;

const start = (): Promise<void> => (started ??= Parser.init());

/** A packed language, loaded once. */
export function loadLanguage(name: string): Promise<Language> {
  const known = loaded.get(name) ?? loadPacked(name);
  loaded.set(name, known);
  return known;
}

async function loadPacked(name: string): Promise<Language> {
  if (!packedLanguages.includes(name))
    throw new UserError("NO_SUCH_LANGUAGE", `There is no grammar for the language ${name}.`, {
      advice: `Known languages: ${packedLanguages.join(", ")}.`,
    });
  const [packed, distilled] = await Promise.all([
    readFile(new URL(`${name}.wasm.br`, GRAMMARS)),
    readFile(new URL(`${name}.json`, GRAMMARS), "utf8"),
    start(),
  ]);
  const grammar = await Grammar.load(await promisify(brotliDecompress)(packed));
  return treeSitterLanguage({ name, grammar, distilled: JSON.parse(distilled) as Distilled });
}

/** A grammar of the user: a .wasm file, and the shapes from the grammar.json beside it or in `src` beside it, if there is one. */
export async function loadGrammarFile(path: string): Promise<Language> {
  const { name, wasm, distilled } = await readGrammarFile(path);
  await start();
  return treeSitterLanguage({ name, grammar: await Grammar.load(wasm), distilled });
}
