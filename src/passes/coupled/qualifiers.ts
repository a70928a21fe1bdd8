/** A namespace, a class, a module goes: what is in it stands in its place, and is named without it. */
import { disjoint } from "../support/edit-order.ts";
import { movedTo } from "../support/indentation.ts";
import { namedThings, type NameUses } from "../support/named.ts";
import type { CoupledPass, Edit, Syntax } from "../../languages/pass.ts";
import { structureOf } from "../support/structure.ts";
import { SuffixTokens } from "../support/suffixes.ts";

export const qualifiers: CoupledPass = {
  kind: "coupled",
  name: "qualifiers",
  about: "unwraps a namespace, a module, a class and deletes its name before its members",
  changes(syntax) {
    const things = namedThings(syntax);
    if (things.length === 0) return [];
    const tokens = new SuffixTokens(syntax);
    return things.flatMap((thing) => {
      const named = thing.uses.flatMap((use) => qualifying(tokens, use));
      const wrapping = named.length === 0 ? undefined : unwrapped(syntax, thing);
      const edits =
        wrapping === undefined
          ? named
          : disjoint([wrapping, ...named.filter((edit) => edit.start >= wrapping.end || edit.end <= wrapping.start)]);
      return named.length === 0 || (wrapping === undefined && named.length < 2) ? [] : [edits];
    });
  },
};

/** A name with the sign between it and its member. */
const qualifying = (tokens: SuffixTokens, use: number): readonly Edit[] => {
  const place = tokens.placeOf(use);
  const end = tokens.list[place + 1]?.end ?? 0;
  return /^(?:\.|::)$/.test(tokens.textAt(place + 1)) ? [{ start: tokens.list[place]?.start ?? 0, end, text: "" }] : [];
};

/** The members of what the statement defines, in its place. */
const unwrapped = (syntax: Syntax, { statement, definition }: NameUses): Edit | undefined => {
  const { tree } = syntax;
  const structure = structureOf(syntax);
  if (statement <= 0) return undefined;
  for (let node = definition + 1; node < (tree.after[statement] as number); node++) {
    const list = structure.listAt(structure.listOf(node));
    if (list === undefined || list.shape.separator === "," || list.nodes[0] !== node) continue;
    const last = list.nodes.at(-1) ?? node;
    const place = tree.start[statement] as number;
    const text = movedTo(syntax, { start: tree.start[node] as number, end: structure.endOf(last) }, place);
    return { start: place, end: structure.endOf(statement), text };
  }
  return undefined;
};
