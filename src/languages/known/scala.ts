/** Scala. */
import type { LanguageDefinition } from "../definition.ts";

export const scala: LanguageDefinition = {
  name: "scala",
  extensions: "scala sc sbt",
  interpreters: "scala",
  modes: "scala",
  features: [
    [
      3,
      /^[ \t]*(?:(?:override|private|implicit|final)[ \t]+)*def[ \t]+\w+(?:\[[^\]\n]*\])?(?:\([^()\n]*\))*[ \t]*:[ \t]*\w[\w[\], ]*[ \t]*=/m,
    ],
    [
      3,
      /^[ \t]*(?:case[ \t]+class[ \t]+\w+\(|case[ \t]+object[ \t]+\w+|sealed[ \t]+trait[ \t]+\w+|object[ \t]+\w+(?:[ \t]+extends[ \t]+\w+)?[ \t]*\{)/m,
    ],
    [2, /^import[ \t]+scala\.[\w.{}, ]+$/m],
    [2, /^[ \t]*(?:implicit[ \t]+)?va[lr][ \t]+\w+(?:[ \t]*:[ \t]*\w[\w[\], ]*)?[ \t]*=[ \t]*\S.*[^;\n]$/m],
    [1, /\bmatch[ \t]*\{\s*case\b/],
  ],
  grammar: { package: "tree-sitter-scala", version: "0.24.0" },
  neutral: "object P { def main(a: Array[String]): Unit = () }",
  traits: { layout: "indented", types: ["Int"], kinds: { attribute: ["annotation"] } },
};
