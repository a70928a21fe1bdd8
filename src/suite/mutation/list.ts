/** All mutants of a source file. */
import { UserError } from "../../core/errors.ts";
import { ERROR, type Language, MISSING } from "../../languages/index.ts";
import { changesAt, isNamed, type ParsedSource } from "./changes.ts";
import { dialects } from "./dialects.ts";
import type { Mutant, MutationOperator } from "./mutant.ts";

/**
 * The mutants of a text in the order of their places; the language is "c" or "javascript" as `loadLanguage` has it. Only what the grammar calls an expression or a
 * statement is changed: never comments, strings, the preprocessor, nor what the parser did not understand. Not all of them compile, and some
 * change nothing: both is for the caller to find out.
 */
export const listMutants = (language: Language, text: string, path: string): readonly Mutant[] => {
  const reading = readingOf(language, text);
  const { tree, dialect } = reading;
  const place = placesIn(text);
  const found = new Map<string, Mutant>();
  const scopes: { readonly start: number; readonly after: number }[] = [];
  for (let node = 0; node < tree.length;) {
    while ((scopes.at(-1)?.after ?? tree.length) <= node) scopes.pop();
    const flags = tree.flags[node] as number;
    const after = tree.after[node] as number;
    if ((flags & (ERROR | MISSING)) !== 0 || isPreprocessed(reading, node)) {
      node = after;
      continue;
    }
    if (dialect.functions.has(reading.kindOf(node))) scopes.push({ start: tree.start[node] as number, after });
    if (isNamed(tree, node))
      for (const { operator, ...edit } of changesAt(reading, node)) {
        const { line, column } = place(edit.start);
        const original = text.slice(edit.start, edit.end);
        const key = `${edit.start}:${edit.end}:${edit.text}`;
        if (original === edit.text || found.has(key)) continue;
        if (operator === "deletion" && scopes.length === 0 && !dialect.runsOutside) continue;
        const id = `${path}:${line}:${column}+${original.length} ${named(operator, edit.text)}`;
        found.set(key, { id, path, line, column, operator, scope: scopes.at(-1)?.start ?? -1, original, edit });
      }
    node++;
  }
  return [...found.values()].toSorted((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end);
};

const readingOf = (language: Language, text: string): ParsedSource => {
  const dialect = dialects.get(language.name);
  if (dialect === undefined)
    throw new UserError("NO_MUTATOR", `There are no mutants for ${language.name}.`, {
      advice: `Mutants can be made of: ${[...dialects.keys()].join(", ")}.`,
    });
  const tree = language.parse(text);
  return {
    tree,
    dialect,
    kindOf: (node) => language.kinds[tree.kind[node] as number] as string,
    fieldOf: (node) => language.fields[tree.field[node] as number] as string,
    textOf: (node) => text.slice(tree.start[node], tree.end[node]),
  };
};

const isPreprocessed = ({ tree, dialect, kindOf, fieldOf }: ParsedSource, node: number): boolean => {
  const parent = tree.parent[node] as number;
  return parent >= 0 && fieldOf(node) === "condition" && dialect.preprocessor.has(kindOf(parent));
};

/** The name of a change: the replacement is part of it where one place has several changes. */
const named = (operator: MutationOperator, text: string): string =>
  operator === "negation" || operator === "deletion" ? operator : `${operator} ${text.trim()}`;

/** Line and column, both from 1, of places. */
const placesIn = (text: string): ((start: number) => { readonly line: number; readonly column: number }) => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (start) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= start) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: start - (starts[low] as number) + 1 };
  };
};
