/** TypeScript. */
import type { LanguageDefinition } from "../definition.ts";
import type { LanguageTraits } from "../traits.ts";

/** What TypeScript has with JSX and without. */
export const typescriptTraits: LanguageTraits = {
  types: ["any"],
  kinds: { attribute: ["decorator", "accessibility_modifier", "override_modifier", "readonly", "declare"] },
};

export const typescript: LanguageDefinition = {
  name: "typescript",
  extends: "javascript",
  extensions: "mts cts",
  // Qt keeps translations in files of the same extension.
  doubtfulExtensions: { ts: (text) => !/^\s*<(?:\?xml|!DOCTYPE|TS\b)/.test(text) },
  interpreters: "deno bun ts-node tsx",
  modes: "typescript",
  features: [
    [3, /^(?:export[ \t]+)?(?:declare[ \t]+)?interface[ \t]+\w+(?:<.*>)?(?:[ \t]+extends[ \t]+.*)?[ \t]*\{/m],
    [2, /^(?:export[ \t]+)?type[ \t]+\w+(?:<.*>)?[ \t]*=[ \t]*\S/m],
    [2, /\b\w+\??:[ \t]*(?:string|number|boolean|unknown|void|readonly[ \t]+\w+)\b(?:\[\])?[ \t]*[;,)=|]/],
    [2, /^import[ \t]+type[ \t]/m],
  ],
  grammar: {
    package: "tree-sitter-typescript",
    version: "0.23.2",
    grammar: "typescript/src",
    highlights: ["typescript", "javascript"],
  },
  traits: typescriptTraits,
};
