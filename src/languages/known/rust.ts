/** Rust. */
import type { LanguageDefinition } from "../definition.ts";

export const rust: LanguageDefinition = {
  name: "rust",
  extensions: "rs",
  interpreters: "rust-script cargo",
  modes: "rust",
  features: [
    [
      3,
      /^[ \t]*(?:pub(?:\(\w+\))?[ \t]+)?(?:unsafe[ \t]+|async[ \t]+|const[ \t]+)*fn[ \t]+\w+(?:<[^>\n]*>)?\([^\n]*\)(?:[ \t]*->[^\n{]+)?[ \t]*(?:\{|where\b|$)/m,
    ],
    [3, /^[ \t]*impl(?:<[^>\n]*>)?[ \t]+[\w:<>', &]+\{/m],
    [3, /^[ \t]*#!?\[(?:derive|cfg|allow|test|feature|inline)\b/m],
    [2, /^[ \t]*use[ \t]+(?:std|crate|super|core|self|\w+)::[\w:{}*, ]+;/m],
    [2, /\blet[ \t]+mut[ \t]+\w/],
    [1, /\b(?:println|format|vec|panic|assert_eq)!\s*[([]/],
  ],
  grammar: { package: "tree-sitter-rust", version: "0.24.0" },
  neutral: "fn main() {}",
  traits: {
    types: ["u8"],
    statementEnd: ";",
    kinds: { attribute: ["attribute_item", "inner_attribute_item", "visibility_modifier", "function_modifiers"] },
  },
};
