/** PHP. */
import type { LanguageDefinition } from "../definition.ts";

export const php: LanguageDefinition = {
  name: "php",
  extensions: "php phtml php3 php4 php5 php7 php8 phps phpt",
  interpreters: "php",
  modes: "php",
  features: [[8, /<\?php\b/]],
  grammar: { package: "tree-sitter-php", version: "0.24.2", grammar: "php/src" },
  neutral: "<?php",
  traits: {
    statementEnd: ";",
    kinds: {
      attribute: ["attribute_list", "visibility_modifier", "static_modifier", "final_modifier", "readonly_modifier"],
    },
  },
};
