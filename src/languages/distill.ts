/** What a grammar says of the children of each kind of node: which are lists, which may be missing. */
import { bare, isToken, Rules, type Grammar, type Rule } from "./grammar.ts";
import { isNamedAlias, isRepeat, mayMiss, repeated, type List } from "./lists.ts";

/** As stored: all numbers are indices into `strings`, sorted. */
export interface Distilled {
  readonly strings: readonly string[];
  readonly root: number;
  /** What may stand anywhere. */
  readonly extras: readonly number[];
  /** Named kinds that are one token. */
  readonly leaves: readonly number[];
  readonly shapes: readonly DistilledShape[];
}

/** A kind, what may be missing in it, and its lists. */
type DistilledShape = readonly [kind: number, optional: readonly number[], lists: readonly DistilledList[]];
/** `separator` is -1 for none. */
type DistilledList = readonly [least: 0 | 1, separator: number, items: readonly number[]];

interface Shape {
  readonly optional: Set<string>;
  readonly lists: Map<string, List>;
}

export function distill(grammar: Grammar): Distilled {
  const rules = new Rules(grammar);
  const bodies = bodiesOfKinds(rules);
  const shapes = new Map<string, Shape>();
  const leaves: string[] = [];
  for (const [kind, all] of bodies) {
    const shape: Shape = { optional: new Set(), lists: new Map() };
    for (const body of all) addShape(rules, body, shape);
    if (shape.optional.size > 0 || shape.lists.size > 0) shapes.set(kind, shape);
    if (all.every(isToken)) leaves.push(kind);
  }
  const extras = (grammar.extras ?? []).flatMap((extra) => [...rules.elements(extra)]);
  return stored({ root: rootOf(grammar), extras, leaves, shapes });
}

/** What the scanner of a language finds: a token like any other. */
const FOUND_BY_SCANNER: Rule = { type: "PATTERN" };

/** By kind that shows in trees: the rules it may be made by, its own and those it is an alias of. */
function bodiesOfKinds(rules: Rules): ReadonlyMap<string, readonly Rule[]> {
  const bodies = new Map<string, Set<Rule>>();
  const seen = new Set<Rule>();
  const waiting: Rule[] = [{ type: "SYMBOL", name: rootOf(rules.grammar) }, ...(rules.grammar.extras ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const body = isNamedAlias(next) || next.type === "SYMBOL" ? bodyOf(rules, next) : undefined;
    if (body === undefined)
      waiting.push(...(next.members ?? []), ...(next.content === undefined ? [] : [next.content]));
    else {
      waiting.push(body);
      const kind = rules.visible(next);
      if (kind !== undefined) bodies.set(kind, (bodies.get(kind) ?? new Set()).add(body));
    }
  }
  return new Map([...bodies].map(([kind, made]) => [kind, [...made]]));
}

/** What an alias or a symbol is made by. */
function bodyOf(rules: Rules, rule: Rule): Rule {
  const inner = rule.type === "ALIAS" && rule.content !== undefined ? bare(rule.content) : rule;
  if (inner.type !== "SYMBOL" || inner.name === undefined) return inner;
  return rules.body(inner.name) ?? FOUND_BY_SCANNER;
}

const rootOf = ({ rules }: Grammar): string => Object.keys(rules)[0] ?? "";

interface RulePlace {
  readonly rule: Rule;
  /** The whole of the rule may be missing. */
  readonly optional: boolean;
}

function addShape(rules: Rules, body: Rule, shape: Shape): void {
  if (isToken(body)) return;
  const seen = new Set<Rule>();
  const waiting: RulePlace[] = [{ rule: body, optional: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const rule = bare(next.rule);
    if (seen.has(rule) || rules.visible(rule) !== undefined) continue;
    seen.add(rule);
    waiting.push(...inside(rules, { rule, optional: next.optional }, shape).toReversed());
  }
}

/** Notes what one rule says; returns what is left to look into. */
function inside(rules: Rules, { rule, optional }: RulePlace, shape: Shape): readonly RulePlace[] {
  const parts = rules.parts(rule);
  if (rule.type === "CHOICE") {
    const missing = mayMiss(rules, rule);
    if (missing) for (const kind of rules.singles(rule)) shape.optional.add(kind);
    return parts.map((part) => ({ rule: part, optional: optional || missing }));
  }
  if (isRepeat(rule)) {
    addList(shape, repeated(rules, rule, { before: undefined, optional }));
    return parts.map((part) => ({ rule: part, optional: false }));
  }
  if (rule.type === "SEQ") return insideSequence(rules, { rule, optional }, shape);
  return parts.map((part) => ({ rule: part, optional }));
}

function insideSequence(rules: Rules, { rule, optional }: RulePlace, shape: Shape): readonly RulePlace[] {
  const parts = rules.parts(rule).map(bare);
  const needed = parts.filter((part) => !isRepeat(part) && !mayMiss(rules, part) && rules.elements(part).size > 0);
  const places: RulePlace[] = [];
  for (const [index, part] of parts.entries()) {
    const before = index > 0 ? parts[index - 1] : undefined;
    const alone = optional && needed.every((other) => other === part || other === before);
    if (isRepeat(part)) addList(shape, repeated(rules, part, { before, optional: alone }));
    const inner = isRepeat(part) ? rules.parts(part) : [part];
    places.push(...inner.map((one) => ({ rule: one, optional: !isRepeat(part) && optional && needed.length < 2 })));
  }
  return places;
}

function addList(shape: Shape, list: List): void {
  if (list.items.size === 0) return;
  const key = JSON.stringify([list.separator ?? null, [...list.items].toSorted()]);
  const least = Math.min(list.least, shape.lists.get(key)?.least ?? 1) === 0 ? 0 : 1;
  shape.lists.set(key, { ...list, least });
}

interface GrammarFacts {
  readonly root: string;
  readonly extras: readonly string[];
  readonly leaves: readonly string[];
  readonly shapes: ReadonlyMap<string, Shape>;
}

function stored({ root, extras, leaves, shapes }: GrammarFacts): Distilled {
  const strings = [
    ...new Set([root, ...extras, ...leaves, ...[...shapes].flatMap(([kind, shape]) => [kind, ...namesIn(shape)])]),
  ].toSorted();
  const places = new Map(strings.map((name, place) => [name, place]));
  const place = (name: string): number => places.get(name) ?? -1;
  const sorted = (names: Iterable<string>): readonly number[] =>
    [...new Set(names)].map(place).toSorted((a, b) => a - b);
  return {
    strings,
    root: place(root),
    extras: sorted(extras),
    leaves: sorted(leaves),
    shapes: [...shapes]
      .map(([kind, { optional, lists }]): DistilledShape => [
        place(kind),
        sorted(optional),
        [...lists.values()].map((list) => [
          list.least,
          list.separator === undefined ? -1 : place(list.separator),
          sorted(list.items),
        ]),
      ])
      .toSorted((a, b) => a[0] - b[0]),
  };
}

function namesIn({ optional, lists }: Shape): readonly string[] {
  return [
    ...optional,
    ...[...lists.values()].flatMap((list) => [
      ...list.items,
      ...(list.separator === undefined ? [] : [list.separator]),
    ]),
  ];
}
