/** Makefiles. */
import type { LanguageDefinition } from "../definition.ts";

export const make: LanguageDefinition = {
  name: "make",
  extensions: "mk mak make",
  fileNames: "makefile gnumakefile bsdmakefile makefile.am makefile.in kbuild",
  fileNamePattern: /^(?:gnu)?makefile\./,
  interpreters: "make gmake",
  modes: "make makefile makefile-gmake gnumakefile",
  features: [
    [4, /^\.PHONY[ \t]*:/m],
    [3, /^[\w.%$()/-]+[ \t]*:(?!=)[^\n]*\n\t[^\n]*\S/m],
    [2, /\$\((?:[A-Z_]+|wildcard .*|patsubst .*|shell .*)\)|\$[@<^]/],
    [1, /^[A-Z_]+[ \t]*[:?+]?=/m],
  ],
  grammar: { package: "tree-sitter-make", version: "1.1.1" },
  neutral: "all:",
  comments: "hash",
  traits: { layout: "indented", refersBy: "words" },
};
