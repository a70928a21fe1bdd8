/** CSS. */
import type { LanguageDefinition } from "../definition.ts";

export const css: LanguageDefinition = {
  name: "css",
  extensions: "css",
  modes: "css",
  features: [
    [3, /^@(?:charset[ \t]+"|import[ \t]+(?:url\(|")|media[ \t]+\S.*\{|font-face[ \t]*\{|keyframes[ \t]+\w+[ \t]*\{)/m],
    [
      3,
      /^(?:[.#:*]?[a-z][\w-]*|\*|:root)[^{};=()\n]*\{\s*(?:--)?[a-z-]+[ \t]*:[ \t]*[^{};\n]+;\s*(?:[a-z-]+[ \t]*:|\}|--)/m,
    ],
    [1, /:[ \t]*-?[\d.]+(?:px|r?em|%)[ \t;]|:[ \t]*#[0-9a-f]{3,8};/],
  ],
  grammar: { package: "tree-sitter-css", version: "0.25.0" },
  comments: "block",
};
