/** Zig. */
import type { LanguageDefinition } from "../definition.ts";

export const zig: LanguageDefinition = {
  name: "zig",
  extensions: "zig zon",
  modes: "zig",
  features: [
    [5, /=[ \t]*@import\("/],
    [2, /^[ \t]*(?:pub[ \t]+)?fn[ \t]+\w+\(.*\)[ \t]*[\w.!?*[\]]+[ \t]*\{/m],
    [1, /\bcomptime\b|\.\{[ \t]/],
  ],
  grammar: { package: "@tree-sitter-grammars/tree-sitter-zig", version: "1.1.2" },
  neutral: "pub fn main() void {}",
  traits: { types: ["u8"], statementEnd: ";" },
};
