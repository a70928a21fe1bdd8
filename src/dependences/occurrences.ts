/** Which names stand in which units, and whether they look as if they were defined there. */
import type { Units } from "../formats/units.ts";
import { hasRole, isAssigningField, isDefiningField } from "../languages/roles.ts";
import { EXTRA, type Language, type SyntaxTree } from "../languages/syntax.ts";
import { chainStart, isJoint, isPart } from "./joints.ts";
import { Heads } from "./heads.ts";
import { ASSIGNED, DECLARED, LOCAL, USED } from "./signs.ts";

/** A name in a unit, the innermost around it. */
export interface Occurrence {
  readonly unit: number;
  readonly sign: number;
  /** Where it begins. */
  readonly start: number;
}

export type Occurrences = ReadonlyMap<string, readonly Occurrence[]>;

/** A text in parts. */
export interface Parts<In = Units> {
  readonly tree: SyntaxTree;
  readonly language: Language;
  readonly units: In;
}

/** Where parts are, which may lie in each other. */
type Places = Pick<Units, "start" | "end">;

/** By name, in document order. Fields of the grammar tell what is defined; without such fields, heads and signs of assignment. */
export const occurrencesIn = (parts: Parts<Places>): Occurrences => {
  const { tree, language, units } = parts;
  const found = new Map<string, Occurrence[]>();
  const owners = new Owners(units);
  const heads = language.fields.some(isDefiningField) ? undefined : new Heads(tree);
  for (let node = 1; node < tree.length; node++) {
    const isExtra = ((tree.flags[node] as number) & EXTRA) !== 0;
    if (isExtra || hasRole(language, "string", tree.kind[node])) node = (tree.after[node] as number) - 1;
    if (isExtra || tree.after[node] !== node + 1 || tree.start[node] === tree.end[node]) continue;
    const start = tree.start[node] as number;
    const unit = owners.at(start);
    if (unit < 0) continue;
    const sign = heads === undefined ? signOf(parts, node, unit) : heads.signOf(node, unit);
    for (const name of namesOf(parts, node, sign)) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [{ unit, sign, start }]);
      else known.push({ unit, sign, start });
    }
  }
  return found;
};

/** The innermost unit around places that are asked for in order. */
class Owners {
  readonly #units: Places;
  readonly #open: number[] = [];
  #next = 0;

  constructor(units: Places) {
    this.#units = units;
  }

  at(place: number): number {
    const { start, end } = this.#units;
    while ((start[this.#next] as number) <= place) this.#open.push(this.#next++);
    while ((end[this.#open.at(-1) as number] as number) <= place) this.#open.pop();
    return this.#open.at(-1) ?? -1;
  }
}

/** The names that a leaf is, or ends. Numbers are none, unless a sign makes them one: `%1`. */
const namesOf = ({ tree, language }: Parts<unknown>, node: number, sign: number): readonly string[] => {
  const { text } = tree;
  const start = tree.start[node] as number;
  const end = tree.end[node] as number;
  const isName = hasRole(language, "name", tree.kind[node]);
  if (language.traits.grammarless !== true) return isName ? [text.slice(start, end)] : [];
  if (!isName && !isPart(text, start)) return [];
  const from = chainStart(text, start);
  const goesOn = isJoint(text, end);
  const isSigned = !isName && /[%@$!#]/.test(text.charAt(from - 1));
  const alone = isName ? [text.slice(start, end)] : isSigned ? [text.slice(start - 1, end)] : [];
  if (from === start && !goesOn) return alone;
  // What is joined by dots and dashes is one name; where it is defined, its parts are nothing.
  const joined = goesOn ? [] : [text.slice(from, end)];
  return sign === USED ? [...alone, ...joined] : joined;
};

/** By the fields above a leaf. */
const signOf = (parts: Parts<Places>, leaf: number, unit: number): number => {
  const { tree, language, units } = parts;
  const sign = definingSign(parts, leaf);
  if (sign === USED) return USED;
  for (let node = leaf; node > 0 && (tree.start[node] as number) > (units.start[unit] as number);) {
    node = tree.parent[node] as number;
    if ((tree.end[node] as number) > (units.end[unit] as number)) break;
    if (hasRole(language, "inside", tree.kind[node])) return LOCAL;
  }
  return sign;
};

/** Is the leaf, or what consists of it alone, the name of what its parent defines? */
export const definingSign = ({ tree, language }: Omit<Parts<unknown>, "units">, leaf: number): number => {
  for (let node = leaf; node > 0; node = tree.parent[node] as number) {
    const parent = tree.parent[node] as number;
    const field = language.fields[tree.field[node] as number] ?? "";
    if (isDefiningField(field)) {
      if (hasRole(language, "use", tree.kind[parent])) return USED;
      return isAssigningField(field) ? ASSIGNED : DECLARED;
    }
    if (tree.start[parent] !== tree.start[node] || tree.end[parent] !== tree.end[node]) return USED;
  }
  return USED;
};
