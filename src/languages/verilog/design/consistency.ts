/** What does not fit together in a design although it can be parsed: a text that has more of it than another is not as valid. */
import type { TextFaults } from "../../faults.ts";
import type { SyntaxTree } from "../../syntax.ts";
import { DIRECTIONS, GATES, KEYWORDS } from "../grammar/words.ts";
import { misplaced } from "./misplaced.ts";
import { connectedPort, connectionsOf, designOf, type Design, type Module, type Name } from "./design.ts";
import type { View } from "./view.ts";

/** Names, ports and instances that lack what they are about. Takes time linear in the tree. */
export const inconsistencies = (tree: SyntaxTree): TextFaults => {
  const design = designOf(tree);
  const faults = new Map<string, number>();
  const count = (name: string, more: number): void => {
    if (more > 0) faults.set(name, (faults.get(name) ?? 0) + more);
  };
  count(" idle", idleParts(design));
  for (const fault of misplaced(design)) count(fault, 1);
  const modules = new Map(design.modules.map((module) => [module.name, module]));
  for (const module of design.modules) {
    count(" commas", looseCommas(design, module));
    count(" parameters", oddParameters(design, module));
    count(" ports", portsWithoutDeclaration(design, module));
    for (const [name, uses] of unknownNames(design, module, modules)) count(name, uses);
  }
  for (const instance of design.instances) {
    const module = modules.get(instance.type);
    if (module === undefined) count(" instances", GATES.has(instance.type) ? 0 : 1);
    else count(" connections", wrongConnections(design, connectionsOf(design, instance), module));
  }
  return faults;
};

/**
 * What not every program takes: `;` among items, `always` without an event, a name as a statement, a word of the language as a name,
 * a signal outside of modules.
 */
const idleParts = ({ view, modules }: Design): number => {
  const values = new Set(
    modules.flatMap(({ names }) =>
      [...names.values()].flatMap(({ uses, declarations }) =>
        declarations.some((leaf) => view.is(view.parent(leaf), "declarator")) ? uses : [],
      ),
    ),
  );
  let count = 0;
  let statementsEnd = 0;
  let open = 0;
  for (let node = 1; node < view.tree.length; node++) {
    const kind = view.kind(node);
    if (kind === "process" || kind === "routine_declaration") statementsEnd = Math.max(statementsEnd, view.after(node));
    if (kind === "identifier") count += KEYWORDS.has(view.text(node)) ? 1 : 0;
    else if (kind === "declaration") count += view.parent(node) === 0 ? 1 : 0;
    else if (kind === "empty_statement") count += node < statementsEnd ? 0 : 1;
    else if (kind === "seq_block") count += view.is(view.parent(node), ...ITEM_LISTS) ? 1 : 0;
    else if (kind === "for_header") count += Math.max(0, 3 - view.elements(node).length);
    else if (kind === "process") count += isEndless(view, node) ? 1 : 0;
    else if (kind === "expression_statement")
      count += node >= statementsEnd || values.has(view.first(node)) || view.is(view.first(node), "macro") ? 1 : 0;
    else if (kind === "macro_item") count++;
    else if (kind === "directive" || kind === "loose_directive") {
      const text = view.text(node);
      if (/^`ifn?def\b/.test(text)) open++;
      else if (/^`endif\b/.test(text)) {
        if (open > 0) open--;
        else count++;
      } else if (/^`(?:else|elsif)\b/.test(text) && open === 0) count++;
    }
  }
  return count + open;
};

const ITEM_LISTS: readonly string[] = ["source_file", "module_declaration", "generate_region"];

const isEndless = (view: View, process: number): boolean => {
  const body = view.children(process).find((each) => view.field(each) === "body");
  const isBare = view.is(view.first(process), "always") && view.child(process, "event_control") === undefined;
  return (
    isBare &&
    body !== undefined &&
    view.is(body, "expression_statement", "empty_statement", "if_statement", "case_statement")
  );
};

/** Commas without a port beside them. */
const looseCommas = ({ view }: Design, { node, ports }: Module): number => {
  const list = view.child(node, "port_list");
  if (list === undefined) return 0;
  const commas = view.children(list).filter((each) => view.is(each, ",")).length;
  return Math.max(0, commas - Math.max(0, ports.length - 1));
};

/** Parameters of the head without a value, the first without its word, or no parameters in their brackets. */
const oddParameters = ({ view }: Design, { node, parameters }: Module): number => {
  const [first] = parameters;
  if (first === undefined) return view.child(node, "parameter_ports") === undefined ? 0 : 1;
  const isWithout = parameters.filter(({ entry }) => !view.text(entry).includes("=")).length;
  return isWithout + (view.is(view.first(first.entry), "parameter", "localparam") ? 0 : 1);
};

/** Entries of the head that are only names, without a direction in the body, and directions of what is not in the head. */
const portsWithoutDeclaration = ({ view }: Design, { node, ports, names }: Module): number => {
  const isWhole = ports.some(({ entry }) => view.is(entry, "port"));
  if (isWhole) {
    const [first] = ports;
    const word = first === undefined ? 0 : view.first(first.entry);
    const isDirected = first !== undefined && (DIRECTIONS.has(view.kind(word)) || view.field(word) === "type");
    return ports.filter(({ entry }) => view.is(entry, "port_reference")).length + (isDirected ? 0 : 1);
  }
  const listed = new Set(ports.map(({ name }) => name));
  const isDirected = (leaf: number): boolean => {
    const statement = view.parent(view.parent(leaf));
    return view.is(statement, "port_declaration") && view.parent(statement) === node;
  };
  let count = 0;
  for (const { name, entry } of ports)
    if (view.text(entry) === name && names.get(name)?.declarations.some(isDirected) !== true) count++;
  const isAny = ports.some(({ entry }) => /^\.{2,3}$|^\.\*$/.test(view.text(entry)));
  if (!isAny)
    for (const { name, declarations } of names.values())
      if (!listed.has(name)) count += declarations.filter(isDirected).length;
  return count;
};

/** Uses of names that nothing declares, but for wires that need no declaration. */
const unknownNames = (
  { view, shared }: Design,
  { names }: Module,
  modules: ReadonlyMap<string, Module>,
): readonly (readonly [name: string, uses: number])[] => {
  const isImplicit = (leaf: number): boolean => {
    const parent = view.parent(leaf);
    const list = view.is(parent, "named_connection") ? view.parent(parent) : parent;
    return view.is(list, "connections") || view.is(view.parent(parent), "continuous_assign");
  };
  const isUnknown = ({ name, declarations }: Name): boolean => declarations.length === 0 && !shared.has(name);
  return [...names.values()].flatMap((name) => {
    if (!isUnknown(name) || name.uses.some(isImplicit)) return [];
    const module = modules.get(name.name);
    const isInterface = module !== undefined && view.is(view.first(module.node), "interface");
    // A module is no type, but it may stand before the names of what is in it.
    const uses = name.uses.filter((leaf) => !isInterface && (module === undefined || view.field(leaf) === "type"));
    return [[name.name, uses.length] as const];
  });
};

/** By name: to a port that is none; by place: more or fewer than there are. */
const wrongConnections = (design: Design, connections: readonly number[], { ports }: Module): number => {
  if (ports.some(({ name }) => name === "") || connections.length === 0) return 0;
  const { view } = design;
  if (!connections.some((each) => view.is(each, "named_connection", ".*"))) {
    const commas = view.children(view.parent(connections[0] as number)).filter((each) => view.is(each, ",")).length;
    return Math.abs(commas + 1 - ports.length);
  }
  const names = new Set(ports.map(({ name }) => name));
  return connections.filter((each) => !view.is(each, ".*") && !names.has(connectedPort(design, each) ?? "")).length;
};
