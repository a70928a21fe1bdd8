/** The simplest terms of a sort: constants, and variables in sight. */
import { textAt } from "./reader.ts";
import type { Entry, Scope, Script } from "./script.ts";
import { widthOf, type MaybeSort, type Sort } from "./sorts.ts";

/** Constants of datatypes, whose arguments have sorts of their own, are not nested deeper. */
const MAX_DEPTH = 3;

const zero = (width: number): string => {
  const forms = [`#b${"0".repeat(width)}`, `(_ bv0 ${width})`];
  if (width % 4 === 0) forms.push(`#x${"0".repeat(width / 4)}`);
  return forms.reduce((best, form) => (form.length < best.length ? form : best));
};

const SIMPLE: Readonly<Record<string, readonly string[]>> = {
  Bool: ["true", "false"],
  Int: ["0", "1"],
  Real: ["0.0", "1.0"],
  String: ['""'],
  RegLan: ["re.all", "re.none"],
  RoundingMode: ["RNE"],
};

/** The widest bit vectors that are written out. */
const MAX_WIDTH = 100_000;

/** The most wanted first; none where nothing is known of the sort. */
export const constantsOf = (script: Script, sort: MaybeSort, depth = 0): readonly string[] => {
  if (sort === undefined || depth > MAX_DEPTH) return [];
  if (Object.hasOwn(SIMPLE, sort.head)) return SIMPLE[sort.head] ?? [];
  const width = widthOf(sort);
  if (width !== undefined) return width <= MAX_WIDTH ? [zero(width)] : [];
  if (sort.head === "_ FloatingPoint") return [`(_ +zero ${sort.args.map(({ text }) => text).join(" ")})`];
  if (sort.head === "Seq") return [`(as seq.empty ${sort.text})`];
  if (sort.head === "Array") {
    const [element] = constantsOf(script, sort.args.at(-1), depth + 1);
    return element === undefined ? [] : [`((as const ${sort.text}) ${element})`];
  }
  return constructed(script, sort, depth);
};

/** The first value of a datatype that is found. */
const constructed = (script: Script, sort: Sort, depth: number): readonly string[] => {
  for (const entry of constructorsOf(script).get(sort.head) ?? []) {
    const name = textAt(script.source, entry.place);
    const own = sort.args.length > 0 ? `(as ${name} ${sort.text})` : name;
    const args = entry.signature.params.map((param) => constantsOf(script, param, depth + 1)[0]);
    if (args.length === 0) return [own];
    if (!args.includes(undefined)) return [`(${own} ${args.join(" ")})`];
  }
  return [];
};

const constructors = new WeakMap<Script, ReadonlyMap<string, readonly Entry[]>>();

/** By the name of the sort, those with few arguments first. */
const constructorsOf = (script: Script): ReadonlyMap<string, readonly Entry[]> =>
  remembered(constructors, script, () =>
    grouped(
      script.entries
        .filter(({ kind }) => kind === "constructor")
        .toSorted((a, b) => a.signature.params.length - b.signature.params.length),
      ({ signature }) => signature.result?.head,
    ),
  );

/** Entries by what they have in common. */
export const grouped = (
  entries: readonly Entry[],
  by: (entry: Entry) => string | undefined,
): ReadonlyMap<string, readonly Entry[]> => {
  const found = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = by(entry);
    const known = key === undefined ? undefined : found.get(key);
    if (known !== undefined) known.push(entry);
    else if (key !== undefined) found.set(key, [entry]);
  }
  return found;
};

const remembered = <T>(table: WeakMap<Script, T>, script: Script, make: () => T): T => {
  let known = table.get(script);
  if (known === undefined) table.set(script, (known = make()));
  return known;
};

const isVariable = ({ kind, signature }: Entry): boolean =>
  (kind === "function" || kind === "definition") && signature.params.length === 0;

const variables = new WeakMap<Script, ReadonlyMap<string, readonly Entry[]>>();

/** Declared ones, by the text of their sort. */
const variablesOf = (script: Script): ReadonlyMap<string, readonly Entry[]> =>
  remembered(variables, script, () =>
    grouped(script.entries.filter(isVariable), ({ signature }) => signature.result?.text),
  );

/** So many scopes are looked at, from the inside. */
const MAX_SCOPES = 20;

/** Variables of the sort that a term may use where it stands, bound ones first. */
export const variablesAt = (script: Script, node: number, most: number): readonly Entry[] => {
  const sort = script.sorts[node];
  if (sort === undefined) return [];
  const found: Entry[] = [];
  const hidden = new Set<string>();
  let scope: Scope | undefined = script.scopes[node];
  for (let count = 0; scope !== undefined && count < MAX_SCOPES; count++) {
    for (const entry of scope.entries) {
      if (!hidden.has(entry.name) && entry.signature.result?.text === sort.text) found.push(entry);
      hidden.add(entry.name);
    }
    scope = scope.around;
  }
  for (const entry of variablesOf(script).get(sort.text) ?? []) {
    if (found.length >= most || entry.place > node) break;
    if (!hidden.has(entry.name)) found.push(entry);
  }
  return found.slice(0, most);
};

/** The variable of the same sort that a term has in it, and that is known around it. */
export const variableWithin = (script: Script, node: number): Entry | undefined => {
  const { source, sorts, meanings, isTerm } = script;
  const after = source.after[node] as number;
  const sort = sorts[node]?.text;
  for (let each = node + 1; each < after; each++) {
    const entry = meanings[each];
    if (isTerm[each] === 0 || entry === undefined || source.after[each] !== each + 1) continue;
    const isOutside = entry.place < node || entry.place >= after;
    if (isOutside && entry.place !== each && sorts[each]?.text === sort) return entry;
  }
  return undefined;
};
