/** Functions in the style of Kernighan and Ritchie: `int f(a) int a; {}` becomes `int f(int a) {}`, or loses a parameter. */
import type { CoupledPass, Edit, RewritePass, Syntax } from "../languages/pass.ts";

export const prototypes: RewritePass = {
  kind: "rewrites",
  filtered: true,
  name: "prototypes",
  about: "moves old-style declarations of parameters into the parameter list",
  rewrites: (syntax) =>
    oldFunctions(syntax).map(({ list, parameters, declarations }) => [
      { ...list, text: `(${parameters.map(({ declaration }) => declaration ?? "int").join(", ")})` },
      ...declarations,
    ]),
};

export const oldParameters: CoupledPass = {
  kind: "coupled",
  name: "old parameters",
  about: "deletes a parameter of an old-style function together with its declaration",
  changes: (syntax) => oldFunctions(syntax).flatMap(({ parameters }) => parameters.map(({ cuts }) => cuts)),
};

interface OldParameter {
  /** As it would stand in a prototype; missing if nothing is declared. */
  readonly declaration?: string;
  /** What goes with it. */
  readonly cuts: readonly Edit[];
}

interface OldFunction {
  /** The brackets with the names. */
  readonly list: { readonly start: number; readonly end: number };
  readonly parameters: readonly OldParameter[];
  /** All declarations, cut out. */
  readonly declarations: readonly Edit[];
}

/** The declarator of a name in a declaration. */
interface Declarator {
  readonly declaration: number;
  readonly node: number;
}

/** Longer lists and declarations, in nodes, are left as they are. */
const MAX_NODES = 200;

const oldFunctions = (syntax: Syntax): readonly OldFunction[] => {
  const { tree, language } = syntax;
  if (language.traits.oldFunctions !== true) return [];
  const wanted = language.kinds.indexOf("function_definition");
  const found: OldFunction[] = [];
  for (let node = 1; node < tree.length; node++) {
    if (tree.kind[node] !== wanted) continue;
    const declarations = childrenOf(syntax, node).filter((child) => kindOf(syntax, child) === "declaration");
    const list = declarations.length === 0 ? undefined : listOf(syntax, node, declarations[0] as number);
    if (list !== undefined && [list, ...declarations].every((each) => isShort(syntax, each)))
      found.push(oldFunction(syntax, list, declarations));
  }
  return found;
};

const oldFunction = (syntax: Syntax, list: number, declarations: readonly number[]): OldFunction => {
  const { tree } = syntax;
  const declared = declaratorsOf(syntax, declarations);
  const names = childrenOf(syntax, list).filter((child) => kindOf(syntax, child) === "identifier");
  return {
    list: { start: tree.start[list] as number, end: tree.end[list] as number },
    declarations: declarations.map((declaration) => cutOf(syntax, declaration)),
    parameters: names.map((name) => {
      const declarator = declared.get(textOf(syntax, name));
      const cut = cutFromList(syntax, name);
      if (declarator === undefined) return { cuts: [cut] };
      return {
        declaration: declarationOf(syntax, declarator),
        cuts: [
          cut,
          isOnly(syntax, declarator) ? cutOf(syntax, declarator.declaration) : cutFromList(syntax, declarator.node),
        ],
      };
    }),
  };
};

/** By name: where it is declared, the last time. */
const declaratorsOf = (syntax: Syntax, declarations: readonly number[]): ReadonlyMap<string, Declarator> =>
  new Map(
    declarations.flatMap((declaration) =>
      declaredIn(syntax, declaration).map((node) => [nameIn(syntax, node), { declaration, node }] as const),
    ),
  );

const declaredIn = (syntax: Syntax, declaration: number): readonly number[] =>
  childrenOf(syntax, declaration).filter(
    (child) => syntax.language.fields[syntax.tree.field[child] as number] === "declarator",
  );

const isOnly = (syntax: Syntax, { declaration }: Declarator): boolean => declaredIn(syntax, declaration).length === 1;

/** The specifiers of the declaration, and the declarator. */
const declarationOf = (syntax: Syntax, { declaration, node }: Declarator): string => {
  const first = declaredIn(syntax, declaration)[0] ?? node;
  const specifiers = syntax.tree.text.slice(syntax.tree.start[declaration], syntax.tree.start[first]);
  return `${specifiers}${textOf(syntax, node)}`.replaceAll(/\s*\n\s*/g, " ");
};

const nameIn = (syntax: Syntax, declarator: number): string => {
  for (let node = declarator; node < (syntax.tree.after[declarator] as number); node++)
    if (kindOf(syntax, node) === "identifier") return textOf(syntax, node);
  return "";
};

/** The first parameter list of a function that holds nothing but names. */
const listOf = (syntax: Syntax, definition: number, until: number): number | undefined => {
  for (let node = definition + 1; node < until; node++)
    if (
      kindOf(syntax, node) === "parameter_list" &&
      childrenOf(syntax, node).every((child) => /^(?:identifier|[(),])$/.test(kindOf(syntax, child)))
    )
      return node;
  return undefined;
};

const isShort = ({ tree }: Syntax, node: number): boolean => (tree.after[node] as number) - node <= MAX_NODES;

const cutOf = ({ tree }: Syntax, node: number): Edit => ({
  start: tree.start[node] as number,
  end: tree.end[node] as number,
  text: "",
});

/** With the comma behind it, or else the one before it. */
const cutFromList = (syntax: Syntax, node: number): Edit => {
  const siblings = childrenOf(syntax, syntax.tree.parent[node] as number);
  const place = siblings.indexOf(node);
  const isComma = (sibling: number | undefined): sibling is number =>
    sibling !== undefined && kindOf(syntax, sibling) === ",";
  const [before, behind] = [siblings[place - 1], siblings[place + 1]];
  const { start, end } = cutOf(syntax, node);
  if (isComma(behind)) return { start, end: syntax.tree.start[siblings[place + 2] ?? behind] as number, text: "" };
  return { start: isComma(before) ? (syntax.tree.start[before] as number) : start, end, text: "" };
};

const childrenOf = ({ tree }: Syntax, node: number): readonly number[] => {
  const children: number[] = [];
  for (let child = node + 1; child < (tree.after[node] as number); child = tree.after[child] as number)
    children.push(child);
  return children;
};

const kindOf = ({ tree, language }: Syntax, node: number): string => language.kinds[tree.kind[node] as number] ?? "";

const textOf = ({ tree }: Syntax, node: number): string => tree.text.slice(tree.start[node], tree.end[node]);
