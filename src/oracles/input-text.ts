/** What of a message is taken from the input, and how much of that belongs to the failure. */
import { ANYTHING, fitting, KEYWORDS, requoted, unquoted } from "./quotations.ts";
import type { Fact } from "./reports/report.ts";

/** "names": messages are learnt with the names in them; "renamed": names may change in compilers' messages; "loose": in all. */
export type Strictness = "names" | "renamed" | "loose";

/** Quotations up to this length are names and types (`KeyError: 'name'`); longer ones are excerpts, or types with their details. */
const NAME_LENGTH = 40;
/** Shorter lines of an input ("}", "else") stand in outputs by chance. */
const EXCERPT_LENGTH = 8;
/** Lines of an input that are looked for in each line of output: a bound on the work. */
const MAX_LINES = 20_000;

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** A word, or a mark that stands for noise. */
const WORD_OR_MARK = /‹[^›]*›|[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** The start of a long type or call: "std::vector" of "std::vector<std::pair<…>>", "insert" of "insert(const char*, …)". */
const HEAD = /^[\p{L}\p{N}_$:.~*& ]*[\p{L}\p{N}_$]/u;
/** Gaps with nothing but signs between them. */
const GAPS = new RegExp(String.raw`${ANYTHING}(?:[^\p{L}\p{N}‹›"'‘’“”` + "`" + String.raw`]*${ANYTHING})+`, "gu");
/** The kind of a message: "TypeError: ", "error TS2322: ", "bug.go: ". */
const LABEL = /^[^:]*: /;

export interface InputText {
  /** A fact as it is learnt; `undefined` when it is a detail that does not count, or says nothing but what the input says. */
  generalise(fact: Fact): string | undefined;
  /** The same for a line of an output that nobody understands. */
  generaliseLine(line: string): string | undefined;
}

export const inputText = (text: string, strictness: Strictness = "names"): InputText => {
  const lines = [...new Set(text.split(/\r\n|\n|\r/).map((line) => line.replaceAll(/\s+/g, " ").trim()))].slice(
    0,
    MAX_LINES,
  );
  const known = new Set(lines);
  const excerpts = lines.filter((line) => line.length >= EXCERPT_LENGTH && !isName(line));
  const words = new Set(text.match(WORD));
  const isExcerpt = (inner: string): boolean =>
    inner.length > NAME_LENGTH ? text.includes(inner) : known.has(inner) && !isName(inner);
  const withoutExcerpts = (said: string): string => requoted(said, (inner) => (isExcerpt(inner) ? ANYTHING : inner));
  /** Names of the input that may change become gaps. */
  const withoutWords = (said: string): string =>
    said.replaceAll(WORD_OR_MARK, (word) => (words.has(word) && !KEYWORDS.has(word) ? ANYTHING : word));
  /** Names and types as a compiler prints them. It makes up names of its own for what has none, and counts them. */
  const printed = (inner: string): string => {
    if (isExcerpt(inner)) return ANYTHING;
    if (inner.length > NAME_LENGTH) return `${HEAD.exec(inner)?.[0] ?? ""}${ANYTHING}`;
    return inner.replaceAll(WORD, (word) => (/\p{N}/u.test(word) && !words.has(word) ? ANYTHING : word));
  };
  const loosely = (said: string): string => {
    const label = LABEL.exec(said)?.[0] ?? "";
    return label + withoutWords(unquoted(said.slice(label.length))).replaceAll(GAPS, ANYTHING);
  };
  const learnt = ({ text: said, quotes }: Fact): string => {
    if (quotes === "verbatim") return said;
    if (strictness === "loose") return loosely(said);
    if (quotes === "names") return withoutExcerpts(said);
    return requoted(said, strictness === "renamed" ? (inner) => withoutWords(printed(inner)) : printed);
  };
  return {
    generalise(fact) {
      if (fact.isDetail === true && (strictness !== "names" || known.has(fact.text))) return undefined;
      return fitting(fact.text, learnt(fact));
    },
    generaliseLine(line) {
      if (known.has(line)) return undefined;
      let masked = line;
      for (const excerpt of excerpts) {
        if (excerpt.length <= masked.length && masked.includes(excerpt)) masked = masked.replaceAll(excerpt, ANYTHING);
      }
      masked = fitting(line, learnt({ text: masked, quotes: "names" }));
      return /\p{L}{2}/u.test(masked.replaceAll(/‹.*?›/g, "")) ? masked : undefined;
    },
  };
};

/** A line of an input may be a single word: a key, an entry of a list. Quoting it is naming it. */
const isName = (line: string): boolean => line.length <= NAME_LENGTH && !/\s/.test(line);
