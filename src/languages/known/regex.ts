/** Regular expressions. */
import type { LanguageDefinition } from "../definition.ts";

export const regex: LanguageDefinition = {
  name: "regex",
  extensions: "regex regexp",
  grammar: { package: "tree-sitter-regex", version: "0.25.0" },
  neutral: "x",
};
