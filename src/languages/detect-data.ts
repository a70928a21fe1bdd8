/** Whether a text is JSON, YAML or TOML, which have hardly any words of their own: most of its lines must look like it. */

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // whatever is wrong with it
  }
};

const OPENING = /^\s*(?:\[\s*)*\{\s*"(?:[^"\\\n]|\\.)*"\s*:/;

/** `cut`: the text is only the beginning of a longer one. */
export const isJson = (text: string, cut: boolean): boolean => {
  if (!/^\s*[{[]/.test(text)) return false;
  if (cut) return OPENING.test(text);
  return parses(text) || text.trim().split("\n").every(parses);
};

const share = (lines: readonly string[], pattern: RegExp): number =>
  lines.filter((line) => pattern.test(line)).length / Math.max(lines.length, 1);

const contentLines = (text: string): readonly string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*#/.test(line));

const YAML_LINE = /^\s*(?:- |-$|---|\.\.\.$|(?:- )*["'\w.<~/-][^:]*:(?:\s|$)|[\]}])/;

/** Begins as a document, has keys or a list, and is no front matter of prose. */
const isYaml = (text: string): boolean => {
  if (!/^\uFEFF?(?:%YAML.*\r?\n)?---[ \t]*(?:#.*)?\r?\n/.test(text)) return false;
  const lines = contentLines(text);
  return lines.length > 1 && share(lines, YAML_LINE) >= 0.7 && !/\n---\r?\n\s*(?:#|[A-Z][\w,' ]+\n)/.test(text);
};

const TOML_PAIR = /^\s*(?:[\w.-]+|"[^"]*")\s*=\s*(?:"|'|\[|\{|true\b|false\b|[-+]?\d|[-+]?(?:inf|nan)\b)/;
const TOML_TABLE = /^\s*\[\[?[\w."' -]+\]\]?\s*(?:#.*)?$/;

/** Has tables and pairs, all values are TOML's, some are quoted: what INI files hardly ever are. */
const isToml = (text: string): boolean => {
  const lines = contentLines(text);
  const pairs = lines.filter((line) => /^\s*[\w."-]+\s*=/.test(line));
  return (
    lines.some((line) => TOML_TABLE.test(line)) &&
    pairs.some((line) => /=\s*["'[{]/.test(line)) &&
    pairs.every((line) => TOML_PAIR.test(line)) &&
    lines.every((line) => /^\s*["'\w[\]{},.+-]/.test(line)) &&
    share(lines, TOML_PAIR) + share(lines, TOML_TABLE) >= 0.6
  );
};

export const dataLanguage = (text: string, cut: boolean): string | undefined => {
  if (isJson(text, cut)) return "json";
  if (isYaml(text)) return "yaml";
  return isToml(text) ? "toml" : undefined;
};
