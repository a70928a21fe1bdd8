/** What follows a name goes at all its occurrences: an array dimension with its index, parameters with arguments, a member. */
import { disjoint } from "../support/edit-order.ts";
import { namedThings, type NameUses } from "../support/named.ts";
import type { CoupledPass, Edit, Syntax } from "../../languages/pass.ts";
import { SuffixTokens, type Suffix } from "../support/suffixes.ts";
import { simpleTypes, typeOf, withType } from "../support/type-nodes.ts";

export const postfixes: CoupledPass = {
  kind: "coupled",
  name: "postfixes",
  about: "deletes the same index, argument list or member after a name, at all its occurrences",
  changes(syntax) {
    const things = namedThings(syntax);
    if (things.length === 0 || syntax.language.traits.grammarless === true) return [];
    const tokens = new SuffixTokens(syntax);
    return things.flatMap((thing) => changesOf(syntax, thing, tokens));
  },
};

/** All dimensions at once come first, then single ones, the last first. */
const changesOf = (syntax: Syntax, thing: NameUses, tokens: SuffixTokens): readonly (readonly Edit[])[] => {
  const own = tokens.suffixesOf(thing.definition);
  const used = thing.uses.map((use) => tokens.suffixesOf(use)).filter((suffixes) => suffixes.length > 0);
  if (used.length === 0) return [];
  const deepest = Math.max(...used.map((suffixes) => suffixes.length));
  const changes: (readonly Edit[])[] = [];
  if (used.some(([first]) => first?.kind === "["))
    changes.push(disjoint([...dimensions(syntax, thing, tokens), ...used.flatMap(leadingIndices)]));
  for (let place = deepest - 1; place >= 0; place--)
    for (const kind of new Set(used.map((suffixes) => suffixes[place]?.kind))) {
      if (kind === undefined || kind === "{") continue;
      const dropped = used
        .flatMap((suffixes) => suffixes.slice(place, place + 1))
        .filter((suffix) => suffix.kind === kind)
        .map(gone);
      for (const definition of definitionEdits(syntax, thing, { tokens, own, place, kind }))
        if (dropped.length + definition.length > 1) changes.push(disjoint([...definition, ...dropped]));
    }
  return changes;
};

/** All of a definition: those behind the name, else those of its type. */
const dimensions = (syntax: Syntax, thing: NameUses, tokens: SuffixTokens): readonly Edit[] => {
  const own = leadingIndices(tokens.suffixesOf(thing.definition));
  return own.length > 0 ? own : rowsIn(syntax, thing, tokens).flat().map(gone);
};

const gone = ({ start, end }: Suffix): Edit => ({ start, end, text: "" });

const leadingIndices = (suffixes: readonly Suffix[]): readonly Edit[] => {
  const other = suffixes.findIndex(({ kind }) => kind !== "[");
  return suffixes.slice(0, other < 0 ? suffixes.length : other).map(gone);
};

interface PostfixChange {
  readonly tokens: SuffixTokens;
  /** What follows the name where it is defined. */
  readonly own: readonly Suffix[];
  readonly place: number;
  readonly kind: string;
}

/** What becomes of the definition, one list of edits for each way. */
const definitionEdits = (syntax: Syntax, thing: NameUses, wanted: PostfixChange): readonly (readonly Edit[])[] => {
  const { own, place, kind, tokens } = wanted;
  const suffix = own[place];
  if (kind === ".") return simplerType(syntax, thing);
  if (kind === "(" && suffix?.kind === kind) return [[gone(suffix)], ...withoutBody(syntax, thing, suffix)];
  if (suffix?.kind === kind) return [[gone(suffix)]];
  if (kind === "[")
    return [rowsIn(syntax, thing, tokens).flatMap((row) => (row[place] === undefined ? [] : [gone(row[place])]))];
  return [[]];
};

/** A function becomes a variable: all from its parameters on makes way for the end of a declaration. */
const withoutBody = (
  { tree }: Syntax,
  { statement, definition }: NameUses,
  { start }: Suffix,
): readonly (readonly Edit[])[] => {
  const end = tree.end[statement] as number;
  const isIt =
    statement > 0 &&
    tree.text.charAt(end - 1) === "}" &&
    (tree.start[statement] as number) < (tree.start[definition] as number);
  return isIt ? [[{ start, end, text: ";" }]] : [];
};

/** What has no members any more is of a simple type. */
const simplerType = (syntax: Syntax, { statement, definition }: NameUses): readonly (readonly Edit[])[] => {
  const node = typeOf(syntax, statement, definition);
  const simple = node === undefined ? [] : simpleTypes(syntax).slice(0, 1);
  return [[], ...simple.map((text) => [withType(syntax, node as number, text)])];
};

/** Where dimensions belong to types: the runs of square brackets in the definition. */
const rowsIn = (
  { tree }: Syntax,
  { statement, definition }: NameUses,
  tokens: SuffixTokens,
): readonly (readonly Suffix[])[] => {
  if (statement <= 0) return [];
  const end = tree.end[statement] as number;
  const rows: Suffix[][] = [];
  let from = tree.start[statement] as number;
  for (let place = 0; place < tokens.list.length; place++) {
    const { start } = tokens.list[place] as { readonly start: number };
    if (start < from || start >= end || tokens.list[place]?.node === definition) continue;
    const row = tokens.suffixesFrom(place);
    const length = row.findIndex(({ kind }) => kind !== "[");
    const own = length < 0 ? [...row] : row.slice(0, length);
    if (own.length === 0) continue;
    rows.push(own);
    from = own.at(-1)?.end ?? end;
  }
  return rows;
};
