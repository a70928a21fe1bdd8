/** Which nodes are elements of which lists, by what the grammar says of their parents. */
import { ERROR, EXTRA, type ListShape, type SyntaxTree } from "../../languages/syntax.ts";
import type { UnitList, Units } from "../../formats/units.ts";
import { addTo } from "./grouping.ts";
import { endOf, isPunctuation, runsOf } from "./list-runs.ts";
import type { Syntax } from "../../languages/pass.ts";

export interface NodeList {
  readonly parent: number;
  readonly shape: ListShape;
  readonly nodes: readonly number[];
  /** Between any two elements there is a separator. */
  readonly separated: boolean;
  readonly trail?: number;
  readonly filler?: string;
}

export const NONE = -1;
const OPTIONAL = -2;

/** Found node by node, as far as it is asked for: the tree of a large text has many lists that nobody looks at. */
export class Structure {
  readonly #syntax: Syntax;
  readonly #list: Int32Array;
  readonly #lists: NodeList[] = [];
  readonly #end: Int32Array;
  /** By node: 1 if the lists among its children are known. */
  readonly #known: Uint8Array;
  #complete = false;

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
    this.#list = new Int32Array(syntax.tree.length).fill(NONE);
    this.#end = syntax.tree.end.slice();
    this.#known = new Uint8Array(syntax.tree.length);
  }

  /** The number of the list of a node; NONE, or OPTIONAL where the node may simply be missing. */
  listOf(node: number): number {
    this.#look(this.#syntax.tree.parent[node] as number);
    return this.#list[node] as number;
  }

  listAt(number: number): NodeList | undefined {
    return this.#lists[number];
  }

  /** The place behind a node, and behind the semicolon that goes with it. */
  endOf(node: number): number {
    this.#look(this.#syntax.tree.parent[node] as number);
    return this.#end[node] as number;
  }

  /** `listOf` every node. */
  get list(): Int32Array {
    this.#lookEverywhere();
    return this.#list;
  }

  get lists(): readonly NodeList[] {
    this.#lookEverywhere();
    return this.#lists;
  }

  /** `endOf` every node. */
  get end(): Int32Array {
    this.#lookEverywhere();
    return this.#end;
  }

  #lookEverywhere(): void {
    for (let node = 0; !this.#complete && node < this.#known.length; node++) this.#look(node);
    this.#complete = true;
  }

  #look(parent: number): void {
    const { tree } = this.#syntax;
    if (parent < 0 || this.#known[parent] === 1 || tree.after[parent] === parent + 1) return;
    this.#known[parent] = 1;
    const found = listsIn(this.#syntax, parent, this.#list);
    for (const each of found) {
      for (const element of each.nodes) this.#list[element] = this.#lists.length;
      this.#lists.push(each);
    }
    // A semicolon that is an element itself does not go with the one before it.
    for (const { nodes, shape } of found)
      for (const node of nodes)
        if (this.#list[tree.after[node] as number] === NONE) this.#end[node] = endOf(tree, node, shape);
  }
}

const structures = new WeakMap<SyntaxTree, Structure>();

/** One for each tree. */
export const structureOf = (syntax: Syntax): Structure => {
  let known = structures.get(syntax.tree);
  if (known === undefined) structures.set(syntax.tree, (known = new Structure(syntax)));
  return known;
};

/** The lists among the children of a node; marks the children that may be missing. */
const listsIn = (syntax: Syntax, parent: number, marks: Int32Array): readonly NodeList[] => {
  const { tree, language } = syntax;
  const kind = language.kinds[tree.kind[parent] as number] ?? "";
  const shape = language.shapes.get(kind);
  const members = new Map<ListShape, number[]>();
  for (const child of childrenOf(tree, parent)) {
    if ((tree.flags[child] as number) & EXTRA || tree.start[child] === tree.end[child]) continue;
    const own = language.kinds[tree.kind[child] as number] ?? "";
    const error = (((tree.flags[parent] as number) | (tree.flags[child] as number)) & ERROR) !== 0;
    const wanted = error ? LOOSE : shape?.lists.find(({ items }) => items.has(own));
    const isBehind = members.size > 0 && !error && shape?.lists.some((each) => isPunctuation(each, own));
    if (isBehind === true) continue;
    if (wanted !== undefined) addTo(members, wanted, child);
    else if (shape?.optional.has(own) === true) marks[child] = OPTIONAL;
  }
  return [...members].flatMap(([list, nodes]) =>
    // A copy takes only the room that it needs.
    nodeListsOf(syntax, { parent, kind, list, nodes: nodes.slice() }),
  );
};

/** What the parser could not understand is a list of whatever is in it. */
const LOOSE: ListShape = { items: new Set(), least: 0 };

interface ListMembers {
  readonly parent: number;
  readonly kind: string;
  readonly list: ListShape;
  readonly nodes: readonly number[];
}

/** Something must be there only where nothing else is in the list. */
const nodeListsOf = ({ tree, language }: Syntax, { parent, kind, list, nodes }: ListMembers): readonly NodeList[] => {
  const found = runsOf(tree, nodes, list);
  const filler = found.length > 1 ? undefined : language.traits.fillers?.[kind];
  return found.map((run) => ({
    parent,
    shape: list,
    ...run,
    ...(filler !== undefined && { filler }),
  }));
};

export function* childrenOf(tree: SyntaxTree, parent: number): Generator<number, void, void> {
  const end = tree.after[parent] as number;
  for (let child = parent + 1; child < end; child = tree.after[child] as number) yield child;
}

/** Nodes, in document order, as units. */
export const unitsOf = (syntax: Syntax, nodes: readonly number[]): Units => {
  const { tree } = syntax;
  const structure = structureOf(syntax);
  const after = new Int32Array(nodes.length);
  const open: number[] = [];
  const members = new Map<number, number[]>();
  for (const [unit, node] of nodes.entries()) {
    while (open.length > 0 && (tree.after[nodes[open.at(-1) as number] as number] as number) <= node)
      after[open.pop() as number] = unit;
    open.push(unit);
    const own = structure.listOf(node);
    if (own >= 0) addTo(members, own, unit);
  }
  for (const unit of open) after[unit] = nodes.length;
  const numbers = new Map([...members.keys()].map((own, index) => [own, index]));
  return {
    text: tree.text,
    length: nodes.length,
    start: Int32Array.from(nodes, (node) => tree.start[node] as number),
    end: Int32Array.from(nodes, (node) => structure.endOf(node)),
    after,
    list: Int32Array.from(nodes, (node) => numbers.get(structure.listOf(node)) ?? NONE),
    lists: [...members].map(([own, units]) => unitListOf(structure.listAt(own) as NodeList, units.slice())),
  };
};

/** A filler and a trailing separator matter only where every element can go. */
const unitListOf = ({ separated, trail, filler, nodes }: NodeList, units: readonly number[]): UnitList => {
  if (units.length < nodes.length) return { units, separated };
  return { units, separated, ...(trail !== undefined && { trail }), ...(filler !== undefined && { filler }) };
};
