/** A definition goes, and a part of it stands where the name was used: an alias, a constant, a struct, what a function returns. */
import { NAMED } from "../../languages/syntax.ts";
import { hasRole, valueRank } from "../../languages/roles.ts";
import { disjoint } from "../support/edit-order.ts";
import { expressionOf } from "../support/expressions.ts";
import { namedThings, type NameUses } from "../support/named.ts";
import { cutOf } from "../support/occurrences.ts";
import type { CoupledPass, Edit, Syntax } from "../../languages/pass.ts";

/** How many parts of a definition are tried in place of the name, by what the grammar says and by their length. */
const MAX_VALUES = 3;
const MAX_PARTS = 4;

export const inline: CoupledPass = {
  kind: "coupled",
  name: "inline",
  about: "deletes a definition and puts a part of it where the name was used",
  changes: (syntax) =>
    // Without a grammar nothing tells a value apart: of 400 questions about six texts, three gained anything.
    syntax.language.traits.grammarless === true
      ? []
      : namedThings(syntax).flatMap((thing) => inlined(syntax, thing).filter((edits) => growth(edits) < 0)),
};

/** How much longer edits make a text. */
export const growth = (edits: readonly Edit[]): number =>
  edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);

/** All ways to do without the definition of a name, of any length. */
export const inlined = (syntax: Syntax, thing: NameUses): readonly (readonly Edit[])[] => {
  const { tree } = syntax;
  const { name, statement } = thing;
  const definition = cutOf(syntax, statement);
  const uses = thing.uses.filter(
    (use) => (tree.start[use] as number) >= definition.end || (tree.end[use] as number) <= definition.start,
  );
  if (statement <= 0 || uses.length === 0) return [];
  const values = valuesOf(syntax, statement);
  const texts = new Set([
    ...values.slice(0, MAX_VALUES).map(textIn(tree.text)),
    ...shortest(syntax, statement).slice(0, MAX_PARTS),
  ]);
  const replacing = (text: string, nodes: readonly number[]): readonly Edit[] =>
    disjoint([definition, ...nodes.map((node): Edit => ({ ...rangeOf(syntax, node), text }))]);
  const calls = uses.map((use) => expressionOf(syntax, use));
  return [
    ...moved(syntax, thing, uses),
    ...[...texts].filter((text) => text !== name).map((text) => replacing(text, uses)),
    ...(calls.some((call, index) => call !== uses[index])
      ? values.slice(0, MAX_VALUES).map((value) => replacing(textIn(tree.text)(value), calls))
      : []),
  ];
};

interface Range {
  readonly start: number;
  readonly end: number;
}

const textIn =
  (text: string) =>
  ({ start, end }: Range): string =>
    text.slice(start, end);

const rangeOf = ({ tree }: Syntax, node: number): Range => ({
  start: tree.start[node] as number,
  end: tree.end[node] as number,
});

/** The whole definition of a class, a struct, a function is written at its first use, the others keep the name. */
const moved = (syntax: Syntax, { definition }: NameUses, uses: readonly number[]): readonly (readonly Edit[])[] => {
  const { tree } = syntax;
  const whole = tree.parent[definition] as number;
  const [first] = uses;
  if (first === undefined || whole <= 0 || tree.text.charAt((tree.end[whole] as number) - 1) !== "}") return [];
  const around = tree.parent[first] as number;
  const place = tree.kind[around] === tree.kind[whole] ? around : first;
  const text = textIn(tree.text)(rangeOf(syntax, whole));
  return [disjoint([cutOf(syntax, definition), { ...rangeOf(syntax, place), text }])];
};

/** What is returned, then what the fields of the grammar call a value, a type, a body. */
const valuesOf = (syntax: Syntax, statement: number): readonly Range[] => {
  const { tree, language } = syntax;
  const found: (Range & { readonly rank: number })[] = [];
  for (let node = statement + 1; node < (tree.after[statement] as number); node++) {
    const parent = tree.parent[node] as number;
    const isReturned = ((tree.flags[node] as number) & NAMED) !== 0 && hasRole(language, "return", tree.kind[parent]);
    const rank = isReturned ? 0 : valueRank(language.fields[tree.field[node] as number] ?? "");
    if (rank !== undefined) found.push({ ...rangeOf(syntax, node), rank });
  }
  return found.toSorted((a, b) => a.rank - b.rank);
};

/** The texts of what is named in a node, the shortest first. */
const shortest = ({ tree }: Syntax, statement: number): readonly string[] => {
  const texts = new Set<string>();
  for (let node = statement + 1; node < (tree.after[statement] as number); node++)
    if (((tree.flags[node] as number) & NAMED) !== 0) texts.add(tree.text.slice(tree.start[node], tree.end[node]));
  return [...texts].filter((text) => text !== "").toSorted((a, b) => a.length - b.length);
};
