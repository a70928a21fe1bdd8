/** SMT-LIB 2. */
import type { LanguageDefinition } from "../definition.ts";

export const smtlib: LanguageDefinition = {
  name: "smtlib",
  extensions: "smt2 smt",
  modes: "smt2 smtlib smtlib2",
  features: [
    [3, /^[ \t]*\((?:declare-(?:fun|const|sort|datatypes?)|define-fun(?:-rec)?)[ \t\n]+[^\s()]/m],
    [3, /^[ \t]*\(set-(?:logic|info|option)[ \t]+[:A-Z]/m],
    [3, /\((?:check-sat|get-model|check-sat-assuming|reset-assertions|get-unsat-core)\b/],
    [1, /^[ \t]*\(assert[ \t\n]*\(/m],
  ],
  grammar: () => import("./parser.ts").then(({ smtlibLanguage }) => smtlibLanguage),
  comments: "semicolon",
  traits: { layout: "free" },
};
