/** Objective-C. */
import type { LanguageDefinition } from "../definition.ts";
import { C_MACROS, cTraits } from "./c.ts";

const isMatlab = (text: string): boolean =>
  /^\s*(?:%|function\b)/.test(text) || (/^\s*%/m.test(text) && !/[@#]\w/.test(text));

export const objc: LanguageDefinition = {
  name: "objc",
  extends: "c",
  extensions: "mm",
  doubtfulExtensions: { m: (text) => !isMatlab(text) },
  modes: "objc objcpp objective-c",
  features: [
    [4, /^[ \t]*@(?:interface|implementation|protocol)[ \t]+\w+/m],
    [3, /^[ \t]*#[ \t]*import[ \t]*[<"]/m],
    [2, /^[ \t]*[-+][ \t]*\([\w *<>]+\)[ \t]*\w+/m],
  ],
  grammar: { package: "tree-sitter-objc", version: "3.0.2", highlights: ["c", "objc"] },
  neutral: "int main(void) { return 0; }",
  traits: {
    ...cTraits,
    macros: { ...C_MACROS, __STDC_VERSION__: "201710", __OBJC__: "1" },
    oldFunctions: true,
  },
};
