/** The good text with its statements in the order of the bad one: what is declared elsewhere by now has moved, and nothing else. */
import { bytesOf, linesOf, type Lines } from "../text-lines.ts";
import { keysOf, type StatementLines } from "./matched.ts";
import { usesIn } from "./uses.ts";
import { mainBody, textOf, type Body, type Statement, type StatementText } from "./statements.ts";

export interface Reordered extends StatementLines {
  /** By line: its number in the text before. */
  readonly numbers: Int32Array;
}

/**
 * `good`: as it is; `renamed`: with other names, on the same lines. Nothing where all stays in order. What the bad text has no more
 * stays near what stands before it.
 */
export const reordered = (good: StatementText, renamed: StatementLines, bad: StatementLines): Reordered | undefined => {
  const main = mainBody(renamed.root);
  const keys = placesIn(bad, renamed, main);
  const needs = needsIn(good);
  placeOthers(keys, needs);
  const order = ordered(keys, needs);
  const isSame = order.every((statement, at) => statement === at);
  if (isSame || renamed.lines.bytes.at(-1) !== LINE_FEED) return undefined;
  return laidOut(renamed, main, order);
};

const LINE_FEED = 10;
const MISSING = -1;

/** By statement: its place in the bad text, by a name that only one statement has, or by its key: the first of a key is the first there. */
const placesIn = (bad: StatementLines, good: StatementLines, { statements }: Body): number[] => {
  const others = mainBody(bad.root).statements;
  const keys = keysOf(statements, others, good.lines, bad.lines);
  const [ours, theirs] = [onlyPlaces(statements), onlyPlaces(others)];
  const byKey = new Map<string, number[]>();
  keys.bad.forEach((key, at) => byKey.set(key, [...(byKey.get(key) ?? []), at]));
  return statements.map(({ names }, at) => {
    const name = names.find(({ text }) => (ours.get(text) ?? MISSING) >= 0 && (theirs.get(text) ?? MISSING) >= 0);
    const place = byKey.get(keys.good[at] as string)?.shift();
    return (name && theirs.get(name.text)) ?? place ?? MISSING;
  });
};

/** By name: the statement that declares it; none where there are several. */
const onlyPlaces = (statements: readonly Statement[]): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  statements.forEach(({ names }, at) => {
    for (const { text } of names) places.set(text, places.has(text) ? MISSING : at);
  });
  return places;
};

/** Statements without a place stand behind all they need, before all that need them, near the one before. */
const placeOthers = (keys: number[], needs: Needs): void => {
  const users = keys.map((): number[] => []);
  needs.forEach((needed, user) => {
    for (const each of needed) users[each]?.push(user);
  });
  let before = 0;
  keys.forEach((key, at) => {
    if (key === MISSING) {
      const latest = Math.min(...(users[at] ?? []).map((user) => keys[user] as number).filter((each) => each >= 0));
      const earliest = [...(needs[at] ?? [])].map((each) => (keys[each] as number) + HALF);
      keys[at] = Math.max(Math.min(before, latest - HALF), ...earliest);
    }
    before = keys[at] as number;
  });
};

/** Between two places of the bad text. */
const HALF = 0.5;

/** By their places, but each behind what it needs. */
const ordered = (keys: readonly number[], needs: Needs): readonly number[] => {
  const byPlace = (a: number, b: number): number => (keys[a] as number) - (keys[b] as number) || a - b;
  const order: number[] = [];
  const done = new Set<number>();
  const put = (statement: number): void => {
    if (done.has(statement)) return;
    done.add(statement);
    for (const each of [...(needs[statement] ?? [])].toSorted(byPlace)) put(each);
    order.push(statement);
  };
  for (const statement of Array.from(keys.keys()).toSorted(byPlace)) put(statement);
  return order;
};

/** By statement of the main body: those before it that it needs, for itself or through the functions it calls. */
type Needs = readonly ReadonlySet<number>[];

const needsIn = (text: StatementText): Needs => {
  const uses = usesIn(text);
  const { statements } = mainBody(text.root);
  const isHoisted = (statement: number): boolean => statements[statement]?.isHoisted === true;
  const isCalled = (statement: number): boolean => isHoisted(statement) || statements[statement]?.isLazy === true;
  const calls = (statement: number, other: number): boolean => {
    const said = textOf(text.lines, statements[statement] as Statement);
    return statements[other]?.names.some((name) => said.includes(`${name.text}(`)) === true;
  };
  return uses.map((_, statement) => {
    if (isCalled(statement)) return new Set<number>();
    const found = new Set<number>();
    const seen = new Set([statement]);
    const waiting = [statement];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const each of uses[at] ?? []) {
        if (seen.has(each)) continue;
        seen.add(each);
        if (isCalled(each) && (at !== statement || calls(statement, each))) waiting.push(each);
        if (!isHoisted(each) && each < statement) found.add(each);
      }
    return found;
  });
};

const laidOut = ({ lines, root }: StatementLines, main: Body, order: readonly number[]): Reordered => {
  const numbers = Int32Array.from({ length: lines.count }, (_, line) => line);
  const moved: Statement[] = [];
  let at = main.from;
  for (const index of order) {
    const statement = main.statements[index] as Statement;
    for (let line = statement.from; line < statement.to; line++) numbers[at + line - statement.from] = line;
    moved.push(shifted(statement, at - statement.from));
    at += statement.to - statement.from;
  }
  return { lines: linesAt(lines, numbers), root: withMain(root, main, { ...main, statements: moved }), numbers };
};

/** These lines, in this order. */
export const linesAt = (lines: Lines, numbers: Int32Array): Lines =>
  linesOf(Buffer.concat(Array.from(numbers, (line) => bytesOf(lines, line, line + 1))));

const shifted = (statement: Statement, by: number): Statement => ({
  ...statement,
  from: statement.from + by,
  to: statement.to + by,
  ...(statement.body && { body: shiftedBody(statement.body, by) }),
});

const shiftedBody = ({ from, to, statements }: Body, by: number): Body => ({
  from: from + by,
  to: to + by,
  statements: statements.map((each) => shifted(each, by)),
});

const withMain = (body: Body, main: Body, put: Body): Body =>
  body === main
    ? put
    : {
        ...body,
        statements: body.statements.map((each) =>
          each.body === undefined ? each : { ...each, body: withMain(each.body, main, put) },
        ),
      };
