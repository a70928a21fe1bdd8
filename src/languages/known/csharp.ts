/** C#. */
import type { LanguageDefinition } from "../definition.ts";

export const csharp: LanguageDefinition = {
  name: "csharp",
  extensions: "cs csx cake",
  interpreters: "csi dotnet-script",
  modes: "cs csharp",
  features: [
    [4, /^[ \t]*using[ \t]+(?:static[ \t]+)?System(?:\.[\w.]+)?;/m],
    [3, /^namespace[ \t]+[\w.]+[ \t]*(?:;|\{|$)/m],
    [2, /\{[ \t]*get;/],
    [
      3,
      /^[ \t]*(?:public|private|internal)[ \t]+(?:(?:static|sealed|partial|abstract)[ \t]+)*(?:class|interface|enum|record|struct)[ \t]+\w+/m,
    ],
    [2, /\bConsole\.(?:Error\.)?Write/],
  ],
  grammar: { package: "tree-sitter-c-sharp", version: "0.23.5", wasm: "c_sharp" },
  neutral: "class P { static void Main() {} }",
  traits: {
    types: ["int"],
    statementEnd: ";",
    bodies: { method_declaration: ";" },
    directives: true,
    kinds: { attribute: ["attribute_list", "modifier"] },
  },
};
