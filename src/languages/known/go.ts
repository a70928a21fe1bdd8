/** Go. */
import type { LanguageDefinition } from "../definition.ts";

export const go: LanguageDefinition = {
  name: "go",
  extensions: "go",
  modes: "go",
  features: [
    [4, /^package[ \t]+\w+[ \t]*$(?=[^]{0,2000}?^(?:func|import|type|var|const)\b)/m],
    [3, /^func[ \t]+(?:\(\w+[ \t]+\*?\w+(?:\[\w+\])?\)[ \t]*)?\w+(?:\[[^\]\n]*\])?\([^\n]*\)[^\n{]*\{/m],
    [1, /:=[ \t]*\S/],
    [2, /^import[ \t]+(?:\(\s*$|"[\w./-]+"$)/m],
  ],
  grammar: { package: "tree-sitter-go", version: "0.25.0" },
  neutral: "package main\n\nfunc main() {}",
  traits: { layout: "brackets", types: ["int"] },
};
