/** Declarations that have another name in the other version: bundlers number names, and number them anew each time. */
import { differingStrings } from "../../../core/diff/differing.ts";
import { stemOf, tokensOf, type Splice } from "../rewriting/aligned.ts";
import { spliced } from "../rewriting/splices.ts";
import { bytesOf, type Lines } from "../text-lines.ts";
import { localNames } from "./scopes.ts";
import { mainBody, textOf, type Statement, type StatementText } from "./statements.ts";
import { usesIn } from "./uses.ts";

/**
 * What makes of the good text one with the names of the bad one: it does the same as before. A name that the bad version has for
 * something else gives way. In order.
 */
export const renaming = (good: StatementText, bad: StatementText): readonly Splice[] => {
  const names = newNames(good, bad);
  return names.size === 0 ? [] : splicesIn(good, names);
};

const newNames = (good: StatementText, bad: StatementText): ReadonlyMap<string, string> => {
  const [goods, bads] = [mainBody(good.root).statements, mainBody(bad.root).statements];
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [one, other] of pairsOf(good, goods, bad, bads))
    declaredBy(one).forEach((old, at) => {
      const put = declaredBy(other)[at];
      if (put === undefined || names.has(old) || taken.has(put) || stemOf(old) !== stemOf(put)) return;
      names.set(old, put);
      taken.add(put);
    });
  const text = good.tree.text + bad.tree.text;
  const giveWay = (old: string): unknown => names.set(old, unusedName(old, text));
  for (const old of goods.flatMap(declaredBy)) if (!names.has(old) && taken.has(old)) giveWay(old);
  for (const statement of changedGlue(good, bad, names)) declaredBy(statement).forEach(giveWay);
  return new Map([...names].filter(([old, put]) => old !== put));
};

/**
 * Objects of names and names of their members are worked out when the text is loaded, from others of their kind: mixed, they lack
 * what one version wants of the other. Those that differ, and all that are made from them, are there in both versions, under two names.
 */
const changedGlue = (
  good: StatementText,
  bad: StatementText,
  names: ReadonlyMap<string, string>,
): readonly Statement[] => {
  const { statements } = mainBody(good.root);
  const byName = new Map(mainBody(bad.root).statements.flatMap((each) => declaredBy(each).map((name) => [name, each])));
  const renamed = spliced(good.lines, splicesIn(good, names));
  const users = statements.map((): number[] => []);
  usesIn(good).forEach((uses, user) => {
    for (const used of uses) users[used]?.push(user);
  });
  const isGlue = (at: number): boolean => statements[at]?.isGlue === true && statements[at].body === undefined;
  const found = new Set<number>();
  const waiting = statements.flatMap((statement, at) => {
    const [other] = declaredBy(statement).flatMap((name) => byName.get(names.get(name) ?? name) ?? []);
    if (other === undefined) return [];
    // A function that became a value is not there before its statement.
    const isLate = statement.isHoisted === true && other.isHoisted !== true && users[at]?.some(isGlue) === true;
    if (!isLate && !(isGlue(at) && other.isGlue === true)) return [];
    return textOf(renamed, statement) === textOf(bad.lines, other) ? [] : [at];
  });
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    waiting.push(...(users[at] ?? []).filter(isGlue));
  }
  return [...found].toSorted((a, b) => a - b).map((at) => statements[at] as Statement);
};

const declaredBy = ({ names }: Statement): readonly string[] =>
  names.filter(({ isTarget = false }) => !isTarget).map(({ text }) => text);

const isNamed = (statement: Statement): boolean => declaredBy(statement).length > 0;

const unusedName = (name: string, text: string): string => {
  let number = 0;
  while (text.includes(`${name}_${number}`)) number++;
  return `${name}_${number}`;
};

type Pair = readonly [Statement, Statement];

/** First those that are the same but for numbers, then what declares the same but for numbers. */
const pairsOf = (
  good: StatementText,
  goods: readonly Statement[],
  bad: StatementText,
  bads: readonly Statement[],
): readonly Pair[] => {
  const [ours, theirs] = [goods.filter(isNamed), bads.filter(isNamed)];
  const pairs: Pair[] = [];
  const left = { good: [] as Statement[], bad: [] as Statement[] };
  const texts = {
    good: ours.map((each) => textKey(good.lines, each)),
    bad: theirs.map((each) => textKey(bad.lines, each)),
  };
  inOrder(texts.good, texts.bad, {
    pair: (a, b) => pairs.push([ours[a] as Statement, theirs[b] as Statement]),
    gap: (a, b) => {
      const [some, others] = [ours.slice(a.from, a.to), theirs.slice(b.from, b.to)];
      inOrder(some.map(nameKey), others.map(nameKey), {
        pair: (one, other) => pairs.push([some[one] as Statement, others[other] as Statement]),
        gap: (one, other) => {
          left.good.push(...some.slice(one.from, one.to));
          left.bad.push(...others.slice(other.from, other.to));
        },
      });
    },
  });
  const key = {
    good: (each: Statement) => textKey(good.lines, each),
    bad: (each: Statement) => textKey(bad.lines, each),
  };
  return [...pairs, ...moved(left.good, left.bad, key.good, key.bad), ...moved(left.good, left.bad, nameKey, nameKey)];
};

const textKey = (lines: Lines, { from, to }: Statement): string =>
  tokensOf(bytesOf(lines, from, to).toString("latin1"))
    .filter((token) => token.trim() !== "")
    .map(stemOf)
    .join(" ");

const nameKey = (statement: Statement): string => declaredBy(statement).map(stemOf).join(" ");

interface Span {
  readonly from: number;
  readonly to: number;
}

const inOrder = (
  a: readonly string[],
  b: readonly string[],
  { pair, gap }: { pair(a: number, b: number): void; gap(a: Span, b: Span): void },
): void => {
  let [one, other] = [0, 0];
  const end = { aFrom: a.length, aTo: a.length, bFrom: b.length, bTo: b.length };
  for (const { aFrom, aTo, bFrom, bTo } of [...differingStrings(a, b), end]) {
    for (; one < aFrom; one++, other++) pair(one, other);
    if (aFrom < aTo || bFrom < bTo) gap({ from: aFrom, to: aTo }, { from: bFrom, to: bTo });
    [one, other] = [aTo, bTo];
  }
};

/** What is there once in both. */
const moved = (
  goods: readonly Statement[],
  bads: readonly Statement[],
  goodKey: (statement: Statement) => string,
  badKey: (statement: Statement) => string,
): readonly Pair[] => {
  const others = once(bads, badKey);
  return [...once(goods, goodKey)].flatMap(([key, statement]) => {
    const other = others.get(key);
    return other === undefined ? [] : [[statement, other] as const];
  });
};

const once = (
  statements: readonly Statement[],
  keyOf: (statement: Statement) => string,
): ReadonlyMap<string, Statement> => {
  const found = new Map<string, Statement>();
  const twice = new Set<string>();
  for (const statement of statements) {
    const key = keyOf(statement);
    if (found.has(key)) twice.add(key);
    found.set(key, statement);
  }
  for (const key of twice) found.delete(key);
  return found;
};

/** Members of objects keep their names: `{ x }` becomes `{ x: y }`. */
const splicesIn = (text: StatementText, names: ReadonlyMap<string, string>): readonly Splice[] => {
  const { tree, language } = text;
  const isLocal = localNames(text, names);
  const isName = language.kinds.map((kind) => kind === "identifier" || kind === "type_identifier");
  const isShort = language.kinds.map((kind) => kind.startsWith("shorthand_property_identifier"));
  const splices: Splice[] = [];
  for (let node = 1; node < tree.length; node++) {
    const kind = tree.kind[node] as number;
    if (isName[kind] !== true && isShort[kind] !== true) continue;
    const [from, to] = [tree.start[node] as number, tree.end[node] as number];
    const old = tree.text.slice(from, to);
    const put = names.get(old);
    if (put !== undefined && !isLocal(node))
      splices.push({ from, to, put: isShort[kind] === true ? `${old}: ${put}` : put });
  }
  return splices;
};
