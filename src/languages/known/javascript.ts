/** JavaScript, with JSX. */
import type { LanguageDefinition } from "../definition.ts";

export const javascript: LanguageDefinition = {
  name: "javascript",
  extensions: "js mjs cjs jsx es6 jsm",
  interpreters: "node nodejs js rhino qjs d8",
  modes: "javascript js js2 javascriptreact jsx",
  features: [
    [3, /^(?:export[ \t]+)?(?:async[ \t]+)?function\*?[ \t]+\w+[ \t]*\([\w, ={}[\].]*\)[ \t]*\{/m],
    [2, /^(?:export[ \t]+)?(?:const|let)[ \t]+(?:\w+|\{[^}\n]*\}|\[[^\]\n]*\])[ \t]*=[ \t]*\S/m],
    [3, /^import[ \t]+(?:[\w*{][^;'"\n]*[ \t]from[ \t]+)?["'][^"'\n]+["'];?[ \t]*$/m],
    [3, /\brequire\(["'][^"'\n]+["']\)[;,.)]|^"use strict";|\bmodule\.exports\b/m],
    [2, /=>[ \t]*[{(\w]/],
    [1, /\bconsole\.(?:log|error)\(|\bdocument\.\w+\(/],
    [1, /[!=]==/],
  ],
  grammar: {
    package: "tree-sitter-javascript",
    version: "0.25.0",
    highlights: ["javascript", "javascript/highlights-jsx", "javascript/highlights-params"],
  },
  traits: { kinds: { attribute: ["decorator"] } },
};
