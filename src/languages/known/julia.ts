/** Julia. */
import type { LanguageDefinition } from "../definition.ts";

export const julia: LanguageDefinition = {
  name: "julia",
  extensions: "jl",
  interpreters: "julia",
  modes: "julia",
  features: [
    [3, /^[ \t]*function[ \t]+[\w.!]+\(.*\)(?:::[\w{}]+)?(?:[ \t]+where\b.*)?[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m],
    [2, /^[ \t]*using[ \t]+[A-Z]\w*(?:[,:.][ \w,.]*)?[ \t]*$/m],
    [
      3,
      /^[ \t]*(?:mutable[ \t]+)?struct[ \t]+\w+(?:\{.*\})?(?:[ \t]*<:[ \t]*\w+)?[ \t]*$(?=[^]{0,2000}?^[ \t]*end\b)/m,
    ],
    [2, /\w::[A-Z]\w*(?:\{[\w,]+\})?[,) \n]/],
  ],
  grammar: { package: "tree-sitter-julia", version: "0.23.1" },
  comments: "hash",
  traits: { layout: "lines" },
};
