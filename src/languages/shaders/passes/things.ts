/** A function, a variable, a parameter or a member goes, and a zero of its type stands where it was used. */
import type { CoupledPass, Edit, Syntax } from "../../pass.ts";
import type { Dialect } from "../dialect.ts";
import { inferenceOf } from "../inference.ts";
import { aboveOf, childrenOf, fieldChild, kindOf, textOf } from "../nodes.ts";
import type { Inference, Thing } from "../thing.ts";
import { disjoint, elementsOf, replaced, withoutElement } from "./edits.ts";

type Changes = readonly (readonly Edit[])[];

export const thingPasses = (dialect: Dialect): Readonly<Record<"functions" | "things" | "returns", CoupledPass>> => ({
  functions: {
    kind: "coupled",
    name: "functions",
    about: "deletes a function; a zero of its type replaces its calls",
    changes: (syntax) => without(syntax, dialect, (thing) => thing.kind === "function" && thing.uses.length > 0),
  },
  things: {
    kind: "coupled",
    name: "things",
    about: "deletes a variable, a parameter or a member; a zero of its type replaces its uses",
    changes: (syntax) => without(syntax, dialect, (thing) => thing.kind !== "function" && isWorth(thing)),
  },
  returns: {
    kind: "coupled",
    name: "returns",
    about: "deletes the value that a function returns, with its type",
    changes(syntax) {
      const inference = inferenceOf(syntax, dialect);
      return inference.things.flatMap((thing) =>
        thing.kind === "function" ? withoutValue(syntax, thing, { inference, dialect }) : [],
      );
    },
  },
});

/** What is never used goes as a statement or an element; of parameters and members that is not enough. */
const isWorth = (thing: Thing): boolean =>
  thing.uses.length > 0 || thing.kind === "parameter" || thing.kind === "member";

const without = (syntax: Syntax, dialect: Dialect, isMeant: (thing: Thing) => boolean): Changes => {
  const inference = inferenceOf(syntax, dialect);
  return inference.things.filter(isMeant).flatMap((thing) => {
    const zero = inference.zero(thing.type);
    const uses = thing.uses.map((use) => useEdit(syntax, thing, { use, zero }));
    if (uses.includes(undefined)) return [];
    const gone = [...definitionEdits(syntax, thing), ...(uses as readonly Edit[])];
    return [disjoint([...gone, ...passedEdits(syntax, inference, thing)])];
  });
};

interface Use {
  readonly use: number;
  readonly zero: string | undefined;
}

/** What is given something goes with the statement; elsewhere a zero stands for a value, and nothing where none is needed. */
const useEdit = (syntax: Syntax, { kind }: Thing, { use, zero }: Use): Edit | undefined => {
  const { tree, language } = syntax;
  const whole = kind === "function" || kind === "member" ? (tree.parent[use] as number) : use;
  let outermost = whole;
  while (isAbout(syntax, outermost)) outermost = tree.parent[outermost] as number;
  const around = tree.parent[outermost] as number;
  const isGiven =
    language.fields[tree.field[outermost] as number] === "left" || kindOf(syntax, around) === "update_expression";
  const isAlone = kindOf(syntax, around) === "expression_statement";
  if (isGiven || isAlone) {
    const statement = isAlone ? around : aboveOf(syntax, outermost, /^expression_statement$/);
    return statement < 0 ? undefined : replaced(syntax, statement, "");
  }
  return zero === undefined ? undefined : replaced(syntax, whole, zero);
};

/** Is a node that of which its parent takes a part? */
const isAbout = ({ tree, language }: Syntax, node: number): boolean =>
  language.fields[tree.field[node] as number] === "argument";

const definitionEdits = (syntax: Syntax, { node }: Thing): readonly Edit[] => {
  const list = syntax.tree.parent[node] as number;
  const place = elementsOf(syntax, list).indexOf(node);
  const isListed = /^(?:parameter_list|struct_body|declaration)$/.test(kindOf(syntax, list)) && place >= 0;
  return isListed ? withoutComma(syntax, list, node) : [replaced(syntax, node, "")];
};

/** Takes an element and its comma out of a list whose other children are not elements. */
const withoutComma = (syntax: Syntax, list: number, node: number): readonly Edit[] => {
  const { tree } = syntax;
  const children = [...childrenOf(tree, list)];
  const place = children.indexOf(node);
  const [before, next] = [children[place - 1], children[place + 1]];
  if (next !== undefined && kindOf(syntax, next) === ",")
    return [{ start: tree.start[node] as number, end: tree.end[next] as number, text: "" }];
  if (before !== undefined && kindOf(syntax, before) === ",")
    return [{ start: tree.start[before] as number, end: tree.end[node] as number, text: "" }];
  return [replaced(syntax, node, "")];
};

/** What is passed for a parameter, or for a member where a struct is made. */
const passedEdits = (syntax: Syntax, inference: Inference, { kind, node, owner }: Thing): readonly Edit[] => {
  const { tree } = syntax;
  const list = tree.parent[node] as number;
  if (kind === "parameter") {
    const place = elementsOf(syntax, list).indexOf(node);
    return (owner?.uses ?? []).flatMap((use) => argumentEdit(syntax, use, place));
  }
  if (kind !== "member") return [];
  const place = elementsOf(syntax, list)
    .filter((child) => kindOf(syntax, child) !== ";")
    .indexOf(node);
  const name = textOf(tree, Math.max(0, fieldChild(syntax, tree.parent[list] as number, "name")));
  const made: number[] = [];
  for (let each = 1; each < tree.length; each++)
    if (
      kindOf(syntax, each) === "identifier" &&
      textOf(tree, each) === name &&
      inference.types[tree.parent[each] as number] === `=${name}`
    )
      made.push(each);
  return made.flatMap((use) => argumentEdit(syntax, use, place));
};

const argumentEdit = (syntax: Syntax, callee: number, place: number): readonly Edit[] => {
  const list = fieldChild(syntax, syntax.tree.parent[callee] as number, "arguments");
  return list < 0 || place < 0 ? [] : withoutElement(syntax, list, place);
};

interface ShaderContext {
  readonly inference: Inference;
  readonly dialect: Dialect;
}

/** With the value of every `return`; the last of them goes, calls become a zero. */
const withoutValue = (syntax: Syntax, thing: Thing, { inference, dialect }: ShaderContext): Changes => {
  const { tree } = syntax;
  const { node } = thing;
  const type = fieldChild(syntax, node, dialect.cLike ? "type" : "return_type");
  if (type < 0 || textOf(tree, type) === "void") return [];
  const zero = inference.zero(thing.type);
  const calls = thing.uses.map((use) => callEdit(syntax, tree.parent[use] as number, zero));
  if (calls.includes(undefined)) return [];
  const returns: Edit[] = [];
  for (let each = node; each < (tree.after[node] as number); each++)
    if (kindOf(syntax, each) === "return_statement") returns.push(returnEdit(syntax, each, node));
  const semantic = [...childrenOf(tree, node)].filter((child) => kindOf(syntax, child) === "semantic");
  return [
    disjoint([
      replaced(syntax, type, dialect.cLike ? "void" : ""),
      ...semantic.map((each) => replaced(syntax, each, "")),
      ...returns,
      ...(calls as readonly (readonly Edit[])[]).flat(),
    ]),
  ];
};

const callEdit = (syntax: Syntax, call: number, zero: string | undefined): readonly Edit[] | undefined => {
  if (kindOf(syntax, syntax.tree.parent[call] as number) === "expression_statement") return [];
  return zero === undefined ? undefined : [replaced(syntax, call, zero)];
};

const returnEdit = (syntax: Syntax, statement: number, owner: number): Edit => {
  const { tree } = syntax;
  const block = tree.parent[statement] as number;
  const isLast = tree.parent[block] === owner && (tree.after[statement] as number) >= (tree.after[block] as number) - 1;
  return replaced(syntax, statement, isLast ? "" : "return;");
};
