/** Languages with a grammar: how they are loaded, and what comes of parsing. */
export { loadGrammarFile, loadLanguage } from "./load.ts";
export { packedLanguages } from "./registry.ts";
export { ERROR, EXTRA, MISSING, NAMED } from "./syntax.ts";
export type { Language, ListShape, SyntaxTree } from "./syntax.ts";
