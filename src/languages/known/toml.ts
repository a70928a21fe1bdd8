/** TOML. */
import type { LanguageDefinition } from "../definition.ts";
import { contentLines, share } from "../detect/lines.ts";
import { isYaml } from "./yaml.ts";

const PAIR = /^\s*(?:[\w.-]+|"[^"]*")\s*=\s*(?:"|'|\[|\{|true\b|false\b|[-+]?\d|[-+]?(?:inf|nan)\b)/;
const TABLE = /^\s*\[\[?[\w."' -]+\]\]?\s*(?:#.*)?$/;

/** Has tables and pairs, all values are TOML's, some are quoted: what INI files hardly ever are. */
const isToml = (text: string): boolean => {
  const lines = contentLines(text);
  const pairs = lines.filter((line) => /^\s*[\w."-]+\s*=/.test(line));
  return (
    lines.some((line) => TABLE.test(line)) &&
    pairs.some((line) => /=\s*["'[{]/.test(line)) &&
    pairs.every((line) => PAIR.test(line)) &&
    lines.every((line) => /^\s*["'\w[\]{},.+-]/.test(line)) &&
    share(lines, PAIR) + share(lines, TABLE) >= 0.6 &&
    !isYaml(text)
  );
};

export const toml: LanguageDefinition = {
  name: "toml",
  extensions: "toml",
  fileNames: "cargo.lock poetry.lock uv.lock pipfile",
  modes: "toml conf-toml",
  isContent: isToml,
  grammar: { package: "@tree-sitter-grammars/tree-sitter-toml", version: "0.7.0" },
  comments: "hash",
  traits: { layout: "lines", stands: ["0", '""'], refersBy: "elements" },
};
