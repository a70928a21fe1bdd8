/** Java. */
import type { LanguageDefinition } from "../definition.ts";

export const java: LanguageDefinition = {
  name: "java",
  extensions: "java jav",
  interpreters: "java",
  modes: "java",
  features: [
    [
      3,
      /^[ \t]*(?:public|private|protected)[ \t]+(?:(?:static|final|abstract|sealed)[ \t]+)*(?:class|interface|enum|record)[ \t]+\w+[^;\n]*\{?[ \t]*$/m,
    ],
    [3, /^import[ \t]+(?:static[ \t]+)?(?:java|javax|org|com)\.[\w.*]+;/m],
    [3, /^package[ \t]+[\w.]+;/m],
    [2, /\bpublic[ \t]+static[ \t]+void[ \t]+main[ \t]*\(/],
    [1, /\bSystem\.(?:out|err)\.print/],
    [1, /^[ \t]*@Override\b/m],
  ],
  grammar: { package: "tree-sitter-java", version: "0.23.5" },
  neutral: "class P { public static void main(String[] a) {} }",
  traits: {
    types: ["int"],
    statementEnd: ";",
    bodies: { method_declaration: ";" },
    kinds: {
      attribute: [
        "public",
        "protected",
        "private",
        "static",
        "final",
        "abstract",
        "synchronized",
        "transient",
        "annotation",
        "marker_annotation",
        "volatile",
        "native",
        "strictfp",
      ],
    },
  },
};
