/** Loads languages: packed ones by name, others from a file of the user. */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { Language as Grammar, Parser } from "web-tree-sitter";
import { UserError } from "../core/errors.ts";
import type { Distilled } from "./distill.ts";
import { readGrammarFile } from "./own-grammar.ts";
import { languages, type Registry } from "./registry.ts";
import type { Language } from "./syntax.ts";
import { treeSitterLanguage } from "./tree-sitter.ts";

/** As far above this file in the source as in what is built of it. */
const GRAMMARS = new URL("../../grammars/", import.meta.url);

let started: Promise<void> | undefined;

const start = (): Promise<void> => (started ??= Parser.init());

/** What loads languages by name, each of them once. `grammars`: where their files lie. */
export const loaderOf = (registry: Registry, grammars: URL): ((name: string) => Promise<Language>) => {
  const loaded = new Map<string, Promise<Language>>();
  return (name) => {
    const known = loaded.get(name) ?? loadPacked(name, registry, grammars);
    loaded.set(name, known);
    return known;
  };
};

export const loadLanguage: (name: string) => Promise<Language> = loaderOf(languages, GRAMMARS);

async function loadPacked(name: string, registry: Registry, grammars: URL): Promise<Language> {
  const definition = registry.find(name);
  if (definition === undefined)
    throw new UserError("NO_SUCH_LANGUAGE", `There is no grammar for the language ${name}.`, {
      advice: `Known languages: ${registry.names.join(", ")}.`,
    });
  const { grammar: source, traits = {} } = definition;
  if (typeof source === "function") return { ...(await source()), name, traits };
  const [packed, distilled] = await Promise.all([
    readFile(new URL(`${name}.wasm.br`, grammars)),
    readFile(new URL(`${name}.json`, grammars), "utf8"),
    start(),
  ]);
  const grammar = await Grammar.load(await promisify(brotliDecompress)(packed));
  return treeSitterLanguage({
    name,
    grammar,
    distilled: JSON.parse(distilled) as Distilled,
    traits,
  });
}

/**
 * A grammar of the user: a .wasm file, and the shapes from the grammar.json beside it or in `src` beside it, if there is one.
 * What is known of a packed language of the same name holds for it, too.
 */
export async function loadGrammarFile(path: string): Promise<Language> {
  const { name, wasm, distilled } = await readGrammarFile(path);
  await start();
  const { traits } = languages.find(name) ?? {};
  return treeSitterLanguage({ name, grammar: await Grammar.load(wasm), distilled, traits });
}
