/** Solidity. */
import type { LanguageDefinition } from "../definition.ts";

export const solidity: LanguageDefinition = {
  name: "solidity",
  extensions: "sol",
  modes: "solidity",
  features: [
    [12, /^[ \t]*pragma[ \t]+solidity\b/m],
    [3, /^[ \t]*(?:abstract[ \t]+)?contract[ \t]+\w+(?:[ \t]+is[ \t]+[\w, ]+)?[ \t]*\{/m],
  ],
  grammar: { package: "tree-sitter-solidity", version: "1.2.13", highlights: ["solidity/highlights-nvim"] },
  neutral: "contract P {}",
  traits: {
    types: ["int"],
    statementEnd: ";",
    bodies: { function_definition: ";" },
    kinds: { attribute: ["visibility"] },
  },
};
