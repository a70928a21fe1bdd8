/** One of two names that are defined alike goes: the other stands for it. */
import { disjoint } from "../support/edit-order.ts";
import { namedThings, type NameUses } from "../support/named.ts";
import { cutOf } from "../support/occurrences.ts";
import type { CoupledPass, Edit, Syntax } from "../../languages/pass.ts";

/** How many of the names defined last before it are tried for a name. */
const NEAREST = 2;

export const merge: CoupledPass = {
  kind: "coupled",
  name: "merge",
  about: "deletes the definition of a name and puts another name of the same kind where it was used",
  changes(syntax) {
    const things = namedThings(syntax);
    return things.flatMap((thing) =>
      thing.uses.length === 0 ? [] : likeIt(syntax, thing, things).map((other) => replaced(syntax, thing, other.name)),
    );
  },
};

/** Names defined side by side, or by a statement of the same kind. */
const likeIt = (syntax: Syntax, thing: NameUses, things: readonly NameUses[]): readonly NameUses[] => {
  const { tree } = syntax;
  const alike = things.filter(
    (other) =>
      other !== thing && tree.kind[other.definition] === tree.kind[thing.definition] && areAlike(syntax, thing, other),
  );
  const before = alike.filter(({ definition }) => definition < thing.definition);
  return [...before.slice(-NEAREST), ...alike.filter(({ definition }) => definition > thing.definition).slice(0, 1)];
};

const areAlike = ({ tree, language }: Syntax, one: NameUses, other: NameUses): boolean => {
  if (tree.parent[one.definition] === tree.parent[other.definition]) return true;
  return (
    language.traits.grammarless !== true && one.statement > 0 && tree.kind[one.statement] === tree.kind[other.statement]
  );
};

const replaced = (syntax: Syntax, { definition, uses }: NameUses, text: string): readonly Edit[] => {
  const { tree } = syntax;
  return disjoint([
    cutOf(syntax, definition),
    ...uses.map((use): Edit => ({ start: tree.start[use] as number, end: tree.end[use] as number, text })),
  ]);
};
