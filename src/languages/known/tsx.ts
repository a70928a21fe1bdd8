/** TypeScript with JSX. */
import type { LanguageDefinition } from "../definition.ts";
import { typescriptTraits } from "./typescript.ts";

export const tsx: LanguageDefinition = {
  name: "tsx",
  extends: "typescript",
  extensions: "tsx",
  modes: "tsx typescriptreact",
  features: [[3, /(?:return|=>|\()\s*(?:\(\s*)?<[A-Za-z][\w.]*(?:[ \t][^<>\n]*)?\/?>/]],
  grammar: {
    package: "tree-sitter-typescript",
    version: "0.23.2",
    grammar: "tsx/src",
    highlights: ["tsx", "javascript/highlights-jsx", "javascript"],
  },
  traits: typescriptTraits,
};
