/** Kotlin. */
import type { LanguageDefinition } from "../definition.ts";

export const kotlin: LanguageDefinition = {
  name: "kotlin",
  extensions: "kt kts ktm",
  interpreters: "kotlin kotlinc",
  modes: "kotlin",
  features: [
    [
      3,
      /^[ \t]*(?:(?:override|private|internal|suspend|inline)[ \t]+)*fun[ \t]+(?:<[^>\n]*>[ \t]*)?[\w.?<>]+\(.*\)[^;\n]*[={][^;]*$/m,
    ],
    [3, /^[ \t]*data[ \t]+class[ \t]+\w+\(/m],
    [2, /^[ \t]*(?:private[ \t]+)?va[lr][ \t]+\w+(?:[ \t]*:[ \t]*\w[\w<>?, ]*)?[ \t]*=[ \t]*\S.*[^;\n]$/m],
    [1, /\bwhen[ \t]*(?:\(.*\)[ \t]*)?\{|\?:/],
    [2, /^import[ \t]+kotlinx?\.[\w.*]+$/m],
  ],
  grammar: { package: "@tree-sitter-grammars/tree-sitter-kotlin", version: "1.1.0", highlights: [] },
  neutral: "fun main() {}",
  traits: {
    layout: "brackets",
    types: ["Int"],
    kinds: {
      attribute: [
        "annotation",
        "class_modifier",
        "function_modifier",
        "inheritance_modifier",
        "member_modifier",
        "parameter_modifier",
        "property_modifier",
        "visibility_modifier",
      ],
    },
  },
};
