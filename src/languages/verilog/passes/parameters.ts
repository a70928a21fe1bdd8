/** Parameters become their values: the declaration goes, and what instances give for it. */
import type { CoupledPass, Edit } from "../../pass.ts";
import { designOf, type Design, type Module } from "../design/design.ts";
import { outermost, portionsOf, withoutElements } from "../design/edits.ts";
import { withoutDeclarations } from "../design/uses.ts";
import type { View } from "../design/view.ts";

export const parameters: CoupledPass = {
  kind: "coupled",
  name: "parameters",
  about: "replaces parameters by their values",
  changes({ tree }) {
    const design = designOf(tree);
    return design.modules.flatMap((module) =>
      portionsOf(constantsOf(design, module)).map((gone) => withoutConstants(design, module, gone)),
    );
  },
};

interface Constant {
  readonly name: string;
  readonly declaration: number;
  readonly uses: readonly number[];
  readonly value: string;
}

/** Names with one declaration that gives them a value, in the head or in the body. */
const constantsOf = ({ view }: Design, { names, parameters: head }: Module): readonly Constant[] => {
  const listed = new Set(head.map(({ name }) => name));
  return [...names.values()].flatMap(({ name, declarations, uses }) => {
    const [declaration, second] = declarations;
    if (declaration === undefined || second !== undefined) return [];
    const declarator = view.parent(declaration);
    if (!listed.has(name) && !view.is(view.parent(declarator), "parameter_declaration")) return [];
    const value = view.children(declarator).find((each) => view.field(each) === "value");
    return value === undefined ? [] : [{ name, declaration, uses, value: written(view, value) }];
  });
};

const withoutConstants = (design: Design, module: Module, gone: readonly Constant[]): readonly Edit[] => {
  const { view } = design;
  const names = new Set(gone.map(({ name }) => name));
  return outermost([
    ...withoutDeclarations(
      view,
      gone.map(({ declaration }) => declaration),
    ),
    ...withoutHead(design, module, names),
    ...gone.flatMap(({ uses, value }) => uses.map((use) => ({ ...view.span(use), text: value }))),
    ...overridden(design, module, names),
  ]);
};

const written = (view: View, value: number): string =>
  view.is(value, "binary_expression", "conditional_expression", "unary_expression")
    ? `(${view.text(value)})`
    : view.text(value);

/** The last parameter goes with its brackets. */
const withoutHead = (
  { view }: Design,
  { node, parameters: all }: Module,
  names: ReadonlySet<string>,
): readonly Edit[] => {
  const list = view.child(node, "parameter_ports");
  const gone = all.filter(({ name }) => names.has(name)).map(({ entry }) => entry);
  return withoutListed(view, { list, all: all.map(({ entry }) => entry), gone });
};

interface Listed {
  readonly list: number | undefined;
  readonly all: readonly number[];
  readonly gone: readonly number[];
}

/** Some elements, or the list with all of them. */
const withoutListed = (view: View, { list, all, gone }: Listed): readonly Edit[] => {
  if (list === undefined || gone.length === 0) return [];
  return gone.length === all.length ? [{ ...view.span(list), text: "" }] : withoutElements(view, all, new Set(gone));
};

/** What instances give for parameters, by name or by place. */
const overridden = ({ view, instances }: Design, module: Module, names: ReadonlySet<string>): readonly Edit[] =>
  instances
    .filter(({ type }) => type === module.name)
    .flatMap(({ instantiation }) => {
      const list = view.child(instantiation, "parameter_values");
      const all = list === undefined ? [] : view.elements(list);
      const gone = all.filter((each, place) => names.has(givenFor(view, module, { value: each, place })));
      return withoutListed(view, { list, all, gone });
    });

const givenFor = (
  view: View,
  { parameters: all }: Module,
  given: { readonly value: number; readonly place: number },
): string =>
  view.is(given.value, "named_connection")
    ? view.text(view.child(given.value, "identifier") ?? given.value)
    : (all[given.place]?.name ?? "");
