/**
 * Flags as they are typed or stand in a file.
 *
 * - `-fx`: the good end has it not, the bad end has it.
 * - `A|B`: A at the good end, B at the bad one; either may be missing. `-fno-x/-fx` is the same for two flags.
 * - `-fx=3..100`: a knob, 3 at the good end and 100 at the bad one (or the other way down: `100..3`), found by bisection.
 * - A word that does not begin like a flag is the value of the flag before it (`--param max-x=3`), if one is before it. In a file the
 *   words of a line belong together.
 * - `!` ahead of the whole list exchanges the ends: all flags are good, none are bad; a change is to leave one out.
 */
import { UserError } from "../../../core/errors.ts";
import { numberKnob, type FlagList, type Switch } from "./flag.ts";

/** Flags in one line, as for a shell. */
export const listOfWords = (text: string): FlagList => listed(withValues(shellWords(text)), "the flags");

/** A flag on each line, with all of its words; lines that begin with # say nothing. */
export const listOfLines = (text: string, name: string): FlagList =>
  listed(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map(shellWords),
    `the flags of ${name}`,
  );

const listed = (entries: readonly (readonly string[])[], title: string): FlagList => ({
  always: [],
  switches: entries.map(switchOf),
  titles: { good: `without ${title}`, bad: `with ${title}` },
});

/** Flags whose value may itself begin with a hyphen. */
const PASSES_ON = new Set([
  "-mllvm",
  "-Xclang",
  "-Xlinker",
  "-Xpreprocessor",
  "-Xassembler",
  "-Xcc",
  "-Xswiftc",
  "-Xfrontend",
]);

/** A whole entry by itself: a pair, or something that no value follows. */
const isClosed = (word: string): boolean => !/^[-+]/.test(word) || /\||\/-/.test(word);

const isValue = (word: string): boolean => !/^[-+]|\|/.test(word);

const withValues = (words: readonly string[]): readonly (readonly string[])[] => {
  const entries: string[][] = [];
  for (const word of words) {
    const last = entries.at(-1);
    const [flag] = last?.length === 1 ? last : [];
    const joins = flag !== undefined && !isClosed(flag) && (isValue(word) || PASSES_ON.has(flag));
    if (joins) last?.push(word);
    else entries.push([word]);
  }
  return entries;
};

const switchOf = (words: readonly string[]): Switch =>
  knobOf(words) ?? alternatives(words) ?? { kind: "flag", id: words.join(" "), good: [], bad: words };

/** The last word ends in LOW..HIGH behind an equals sign or alone. */
const knobOf = (words: readonly string[]): Switch | undefined => {
  const before = words.slice(0, -1);
  const [, name, from, to] = /^(|.*[=:])(-?\d{1,15})\.\.(-?\d{1,15})$/.exec(words.at(-1) ?? "") ?? [];
  if (name === undefined || Number(from) === Number(to)) return undefined;
  const at = (value: number): readonly string[] => [...before, `${name}${value}`];
  return numberKnob({ from: Number(from), to: Number(to), words: at, id: (value) => at(value).join(" ") });
};

/** Where the good form ends and the bad one begins. */
const alternatives = (words: readonly string[]): Switch | undefined => {
  const text = words.join("\0");
  const [, good, bad] = /^(-[^/|]*)\/(-[^/|]*)$/.exec(text) ?? /^([^|]*)\|([^|]*)$/.exec(text) ?? [];
  if (good === undefined || bad === undefined) return undefined;
  return {
    kind: "flag",
    id: wordsOf(bad === "" ? good : bad).join(" "),
    good: wordsOf(good),
    bad: wordsOf(bad),
  };
};

const wordsOf = (form: string): readonly string[] => form.split("\0").filter((word) => word !== "");

/** `'a b'`, `"a b"` and `a\ b` are one word each. Throws a `UserError` for a quotation that does not end. */
export const shellWords = (text: string): readonly string[] => {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i);
    if (quote === "'") {
      if (sign === "'") quote = "";
      else word += sign;
    } else if (sign === "\\" && (quote === "" || '"\\$`\n'.includes(text.charAt(i + 1)))) {
      const next = text.charAt(++i);
      if (next !== "\n") word = (word ?? "") + next;
    } else if (quote === '"') {
      if (sign === '"') quote = "";
      else word += sign;
    } else if (sign === "'" || sign === '"') {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + sign;
  }
  if (quote !== "")
    throw new UserError("BAD_WORDS", `A quotation mark ${quote} is not closed: ${text}`, {
      advice: "Quote as in a shell: --flags '-a \"-b with a blank\" -c'",
    });
  if (word !== undefined) words.push(word);
  return words;
};
