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
      thing.uses.length === 0 ? [] : likeIt(syntax, thing, things).map((other) => replaced(syntax, thing, other)),
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

const areAlike = (syntax: Syntax, one: NameUses, other: NameUses): boolean => {
  const { tree, language } = syntax;
  if (tree.parent[one.definition] === tree.parent[other.definition]) return true;
  if (one.statement <= 0) return false;
  if (language.traits.grammarless !== true) return tree.kind[one.statement] === tree.kind[other.statement];
  return other.statement > 0 && one.statement !== other.statement && formOf(syntax, one) === formOf(syntax, other);
};

/** The statement that defines a name, but for the name. */
const formOf = ({ tree }: Syntax, { definition, statement }: NameUses): string =>
  `${tree.text.slice(tree.start[statement], tree.start[definition])} ${tree.text.slice(tree.end[definition], tree.end[statement])}`;

/** Without a grammar a name goes with its statement, unless another one is right beside it. */
const definitionCutOf = (syntax: Syntax, { definition, statement }: NameUses, other: NameUses): Edit => {
  const { tree, language } = syntax;
  const isBeside = tree.parent[definition] === tree.parent[other.definition];
  return cutOf(syntax, isBeside || language.traits.grammarless !== true ? definition : statement);
};

const replaced = (syntax: Syntax, thing: NameUses, other: NameUses): readonly Edit[] => {
  const { tree } = syntax;
  const text = other.name;
  return disjoint([
    definitionCutOf(syntax, thing, other),
    ...thing.uses.map((use): Edit => ({ start: tree.start[use] as number, end: tree.end[use] as number, text })),
  ]);
};
