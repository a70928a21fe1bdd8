/** OCaml. */
import type { LanguageDefinition } from "../definition.ts";

export const ocaml: LanguageDefinition = {
  name: "ocaml",
  extensions: "ml mli eliom eliomi",
  fileNames: ".ocamlinit",
  interpreters: "ocaml ocamlrun",
  modes: "ocaml caml tuareg",
  features: [
    [3, /^let[ \t]+(?:rec[ \t]+)?(?:\w+|\(\))(?:[ \t]+[~?\w():=]+)*[ \t]*=(?:[ \t]*function)?[ \t]*$/m],
    [2, /^open[ \t]+[A-Z]\w*(?:\.\w+)*[ \t]*$/m],
    [2, /^[ \t]*\|[ \t]*[A-Z_[]\w*.*->/m],
    [2, /^module[ \t]+[A-Z]\w*[ \t]*=[ \t]*(?:struct|[A-Z])/m],
    [1, /\(\*[^]{0,500}?\*\)/],
  ],
  grammar: { package: "tree-sitter-ocaml", version: "0.24.2", grammar: "grammars/ocaml/src" },
  neutral: "let () = ()",
};
