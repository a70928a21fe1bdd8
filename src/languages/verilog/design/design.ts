/** What a design consists of: modules with their ports and names, and the instances of them. */
import { MISSING, type SyntaxTree } from "../../syntax.ts";
import { View } from "./view.ts";

/** A name of a module, with everything in it that is about the name. */
export interface Name {
  readonly name: string;
  /** Declarators, and the names of functions and tasks. */
  readonly declarations: readonly number[];
  /** Leaves that use it. */
  readonly uses: readonly number[];
}

export interface Port {
  readonly name: string;
  /** Its entry in the head of the module. */
  readonly entry: number;
}

export interface Module {
  readonly node: number;
  readonly name: string;
  readonly ports: readonly Port[];
  /** Parameters in the head. */
  readonly parameters: readonly Port[];
  readonly names: ReadonlyMap<string, Name>;
}

export interface Instance {
  /** What it is an instance of. */
  readonly type: string;
  readonly node: number;
  /** The statement. */
  readonly instantiation: number;
}

export interface Design {
  readonly view: View;
  readonly modules: readonly Module[];
  readonly instances: readonly Instance[];
  /** What is declared outside of modules, in packages and classes. */
  readonly shared: ReadonlySet<string>;
}

/** By a column of the tree: what is added to a tree later does not change it. */
const known = new WeakMap<Uint16Array, Design>();

/** Takes time linear in the tree, once. */
export const designOf = (tree: SyntaxTree): Design => {
  let design = known.get(tree.kind);
  if (design === undefined) known.set(tree.kind, (design = read(tree)));
  return design;
};

interface Draft extends Omit<Module, "names"> {
  readonly names: Map<string, { readonly name: string; readonly declarations: number[]; readonly uses: number[] }>;
  readonly isModule: boolean;
}

const read = (tree: SyntaxTree): Design => {
  const view = new View(tree);
  const open: Draft[] = [draftOf(view, 0)];
  const drafts: Draft[] = [];
  const instances: Instance[] = [];
  for (let node = 1; node < tree.length; node++) {
    while (open.length > 1 && view.after((open.at(-1) as Draft).node) <= node) open.pop();
    const kind = view.kind(node);
    if (kind === "module_declaration") {
      const draft = draftOf(view, node);
      drafts.push(draft);
      open.push(draft);
    } else if (kind === "instance") instances.push(instanceOf(view, node));
    else if (kind === "identifier" && ((tree.flags[node] as number) & MISSING) === 0)
      note(view, open.at(-1) as Draft, node);
  }
  const shared = [open[0] as Draft, ...drafts.filter(({ isModule }) => !isModule)].flatMap(({ names }) =>
    [...names.values()].filter(({ declarations }) => declarations.length > 0).map(({ name }) => name),
  );
  shared.push(...drafts.filter(({ isModule }) => !isModule).map(({ name }) => name));
  return { view, modules: drafts.filter(({ isModule }) => isModule), instances, shared: new Set(shared) };
};

const draftOf = (view: View, node: number): Draft => {
  const name = node === 0 ? undefined : view.children(node).find((each) => view.field(each) === "name");
  const listed = (kind: string): readonly Port[] => {
    const list = node === 0 ? undefined : view.child(node, kind);
    if (list === undefined) return [];
    return view.elements(list).map((entry) => ({ name: portName(view, entry), entry }));
  };
  return {
    node,
    name: name === undefined ? "" : view.text(name),
    ports: listed("port_list"),
    parameters: listed("parameter_ports"),
    names: new Map(),
    isModule: node > 0 && view.is(view.first(node), "module", "macromodule", "interface", "program"),
  };
};

/** `a`, `input [3:0] a`, `.a(b)`. */
const portName = (view: View, entry: number): string => {
  const declarator = view.child(entry, "declarator");
  const leaf = declarator === undefined ? view.child(entry, "identifier") : view.child(declarator, "identifier");
  return leaf === undefined ? "" : view.text(leaf);
};

const instanceOf = (view: View, node: number): Instance => {
  const instantiation = view.parent(node);
  const type = view.children(instantiation).find((each) => view.field(each) === "type");
  return { type: type === undefined ? "" : view.text(type), node, instantiation };
};

const DECLARING: readonly string[] = [
  "declarator",
  "routine_declaration",
  "enumerator",
  "macro_definition",
  "instance",
  "label",
];

/** Names of members, of ports of other modules and of types of instances are not those of the module. */
const note = (view: View, { names }: Draft, leaf: number): void => {
  const parent = view.parent(leaf);
  const field = view.field(leaf);
  if (view.is(parent, "module_declaration", "port_reference", "macro_body", "simple_item", "opaque_block")) return;
  if (view.is(parent, "instantiation") && field === "type") return;
  if (view.is(parent, "named_connection", "named_argument") && field === "") return;
  if (view.is(parent, "hierarchical") && parent + 1 !== leaf) return;
  // Macros have names of their own.
  const name = view.is(parent, "macro", "macro_definition") ? `\`${view.text(leaf)}` : view.text(leaf);
  let entry = names.get(name);
  if (entry === undefined) names.set(name, (entry = { name, declarations: [], uses: [] }));
  (field === "name" && view.is(parent, ...DECLARING) ? entry.declarations : entry.uses).push(leaf);
};

/** The values that an instance has for ports, or for parameters, in order. */
export const connectionsOf = ({ view }: Design, instance: Instance): readonly number[] => {
  const list = view.child(instance.node, "connections");
  return list === undefined ? [] : view.elements(list);
};

/** The name of the port that is connected by name. */
export const connectedPort = ({ view }: Design, connection: number): string | undefined => {
  if (!view.is(connection, "named_connection")) return undefined;
  const leaf = view.child(connection, "identifier");
  return leaf === undefined ? undefined : view.text(leaf);
};
