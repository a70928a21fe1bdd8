/** YAML. */
import type { LanguageDefinition } from "../definition.ts";
import { contentLines, share } from "../detect/lines.ts";

const LINE = /^\s*(?:- |-$|---|\.\.\.$|(?:- )*["'\w.<~/-][^:]*:(?:\s|$)|[\]}])/;

/** Begins as a document, has keys or a list, and is no front matter of prose. */
export const isYaml = (text: string): boolean => {
  if (!/^\uFEFF?(?:%YAML.*\r?\n)?---[ \t]*(?:#.*)?\r?\n/.test(text)) return false;
  const lines = contentLines(text);
  return lines.length > 1 && share(lines, LINE) >= 0.7 && !/\n---\r?\n\s*(?:#|[A-Z][\w,' ]+\n)/.test(text);
};

export const yaml: LanguageDefinition = {
  name: "yaml",
  extensions: "yaml yml",
  fileNames: ".clang-format .clang-tidy .clangd .gemrc .yamllint",
  modes: "yaml",
  isContent: isYaml,
  grammar: { package: "@tree-sitter-grammars/tree-sitter-yaml", version: "0.7.1" },
  neutral: "null",
  comments: "hash",
  traits: { layout: "indented", stands: ["0", "a"], refersBy: "elements" },
};
