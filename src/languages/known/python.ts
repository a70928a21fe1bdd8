/** Python. */
import type { LanguageDefinition } from "../definition.ts";

export const python: LanguageDefinition = {
  name: "python",
  extensions: "py pyi pyw py3 bzl gyp gypi",
  fileNames: "build build.bazel workspace buck sconstruct sconscript wscript tiltfile .pythonrc",
  interpreters: "python pypy ipython",
  modes: "python python3 bzl",
  features: [
    [3, /^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\([^\n]*\)(?:[ \t]*->[^\n]*)?:[ \t]*(?:#.*)?\n[ \t]+\S/m],
    [3, /^[ \t]*class[ \t]+\w+(?:\([\w., =]*\))?:[ \t]*(?:#.*)?\n[ \t]+\S/m],
    [2, /^from[ \t]+[\w.]+[ \t]+import[ \t]+[\w(*]/m],
    [1, /^import[ \t]+\w+(?:\.\w+)*(?:[ \t]+as[ \t]+\w+)?[ \t]*$/m],
    [3, /^if[ \t]+__name__[ \t]*==/m],
    [1, /^[ \t]+(?:elif[ \t].*|except.*|try|else|finally):[ \t]*$/m],
  ],
  grammar: { package: "tree-sitter-python", version: "0.25.0" },
  neutral: "pass",
  comments: "hash",
  traits: {
    fillers: { block: "pass", module: "" },
    layout: "indented",
    stands: ["0", "a", "[]", "pass"],
    types: ["int"],
    kinds: { attribute: ["decorator"] },
  },
};
