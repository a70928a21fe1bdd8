/** A name goes with everything that is about it: its definition, and its uses or what they are part of. */
import { standsOf } from "../../languages/traits.ts";
import { disjoint } from "../support/edit-order.ts";
import { expressionOf } from "../support/expressions.ts";
import { namedThings, type NameUses } from "../support/named.ts";
import { cutOf, elementCutOf } from "../support/occurrences.ts";
import type { CoupledPass, Edit, Syntax } from "../../languages/pass.ts";
import { simpleTypes } from "../support/type-nodes.ts";

export const definitions: CoupledPass = {
  kind: "coupled",
  name: "definitions",
  about: "deletes the definition of a name, and its uses with it",
  changes(syntax) {
    const value = standsOf(syntax.language.traits).find((text) => /^\d$/.test(text));
    // Zero makes much of an expression nothing.
    const values = value === undefined ? [] : [value, "1"];
    if (syntax.language.traits.grammarless === true) return inElements(syntax);
    return namedThings(syntax).flatMap((thing) => {
      const stands = isType(syntax, thing) ? simpleTypes(syntax).slice(0, 1) : values;
      return [
        disjoint([thing.definition, ...thing.uses].map((node) => cutOf(syntax, node))),
        ...(thing.uses.length === 0 ? [] : stands.flatMap((stand) => replacing(syntax, thing, stand))),
      ];
    });
  },
};

/** Without a grammar: a name goes with the element of a list, the line or the statement around each of its occurrences. */
const inElements = (syntax: Syntax): readonly (readonly Edit[])[] =>
  namedThings(syntax).flatMap(({ definition, uses }) =>
    uses.length === 0 ? [] : [disjoint([definition, ...uses].map((node) => elementCutOf(syntax, node)))],
  );

const isType = ({ tree, language }: Syntax, { definition, uses }: NameUses): boolean =>
  [definition, ...uses].some((node) => (language.kinds[tree.kind[node] as number] ?? "").includes("type"));

/** The statement of the definition, or a smaller part of it, goes; uses become something trivial, calls and members as a whole. */
const replacing = (
  syntax: Syntax,
  { definition, statement, uses }: NameUses,
  text: string,
): readonly (readonly Edit[])[] => {
  const { tree } = syntax;
  const replaced = uses.map((use): Edit => {
    const whole = expressionOf(syntax, use);
    return { start: tree.start[whole] as number, end: tree.end[whole] as number, text };
  });
  const without = ({ start, end }: Edit): readonly Edit[] =>
    replaced.filter((edit) => edit.end <= start || edit.start >= end);
  const cuts = [cutOf(syntax, statement), cutOf(syntax, definition)];
  return cuts
    .filter(({ start, end }, index) => index === 0 || start !== cuts[0]?.start || end !== cuts[0].end)
    .map((cut) => disjoint([cut, ...without(cut)]));
};
