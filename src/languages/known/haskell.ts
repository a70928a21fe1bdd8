/** Haskell. */
import type { LanguageDefinition } from "../definition.ts";

export const haskell: LanguageDefinition = {
  name: "haskell",
  extensions: "hs hs-boot",
  interpreters: "runhaskell runghc stack",
  modes: "haskell",
  features: [
    [4, /^module[ \t]+[A-Z][\w.]*(?:\s*\([^;]*?\))?\s+where\b/m],
    [3, /^import[ \t]+(?:qualified[ \t]+)?[A-Z][\w.]*(?:[ \t]+(?:as|hiding|qualified)\b.*|[ \t]*\(.*\))?[ \t]*$/m],
    [2, /^[a-z]\w*'?[ \t]*::[ \t]*\S/m],
    [4, /^\{-#[ \t]*LANGUAGE\b/m],
  ],
  grammar: { package: "tree-sitter-haskell", version: "0.23.1" },
  neutral: "main = pure ()",
  comments: "dashes",
  traits: { layout: "indented" },
};
