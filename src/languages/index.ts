/** Languages: which one a text is in, how it is parsed, and what is known of the nodes. */
export { detectLanguage } from "./detect.ts";
export { loadGrammarFile, loadLanguage } from "./load.ts";
export { packedLanguages } from "./packed.ts";
export { plainLanguage } from "./plain.ts";
export { ERROR, EXTRA, MISSING, NAMED } from "./syntax.ts";
export type { KindShape, Language, ListShape, SyntaxTree } from "./syntax.ts";
