/** Two versions of a text, laid side by side statement by statement: what declares the same name belongs together, wherever it stands. */
import { differingStrings, type DifferingRange } from "../../../core/diff/differing.ts";
import { differingLines } from "../lines.ts";
import { gapSteps } from "./gaps.ts";
import { bytesOf, linesOf, type Lines } from "../text-lines.ts";
import { textOf, type Body, type Statement } from "./statements.ts";

/** What taking over a difference does to the names of the text: it adds some that were not there, takes some away, or neither. */
type NameEffect = "added" | "changed" | "removed";

export interface MatchedHunk {
  readonly lines: DifferingRange;
  readonly role: NameEffect;
  /** Differences of one unit are taken over together; counted from 0. */
  readonly unit: number;
}

/** A text and what it is made of. */
export interface StatementLines {
  readonly lines: Lines;
  readonly root: Body;
}

/** In order. */
export const matchedDifferences = (good: StatementLines, bad: StatementLines): readonly MatchedHunk[] => {
  const matching = new Matching(good.lines, bad.lines);
  matching.bodies(good.root, bad.root);
  return matching.differences();
};

/** A statement of one of the texts; by number, the unit it belongs to. */
interface Member {
  readonly statement: Statement;
  readonly unit: number;
}

class Matching {
  readonly #good: Lines;
  readonly #bad: Lines;
  readonly #found: MatchedHunk[] = [];
  /** By unit: another one that it is a part of, or itself. */
  readonly #units: number[] = [];

  constructor(good: Lines, bad: Lines) {
    this.#good = good;
    this.#bad = bad;
  }

  differences(): readonly MatchedHunk[] {
    const numbers = new Map<number, number>();
    return this.#found.map(({ lines, role, unit }) => {
      const root = this.#rootOf(unit);
      const number = numbers.get(root) ?? numbers.size;
      numbers.set(root, number);
      return { lines, role, unit: number };
    });
  }

  /** `called`: the unit of the function that does all this when it is called. Only functions within it are units of their own. */
  bodies(good: Body, bad: Body, called?: number): void {
    const [goods, bads] = [this.#members(good, called), this.#members(bad, called)];
    this.#link(goods, bads);
    const keys = keysOf(good.statements, bad.statements, this.#good, this.#bad);
    let [a, b] = [0, 0];
    const end = { aFrom: goods.length, aTo: goods.length, bFrom: bads.length, bTo: bads.length };
    const names = { good: namesIn(goods), bad: namesIn(bads) };
    for (const { aFrom, aTo, bFrom, bTo } of [...differingStrings(keys.good, keys.bad), end]) {
      for (; a < aFrom; a++, b++) this.#pair(goods[a] as Member, bads[b] as Member);
      this.#gap({
        good: goods.slice(aFrom, aTo),
        bad: bads.slice(bFrom, bTo),
        at: { good: good.statements[aFrom - 1]?.to ?? good.from, bad: bad.statements[bFrom - 1]?.to ?? bad.from },
        names,
        called,
      });
      [a, b] = [aTo, bTo];
    }
  }

  /** What only does something is compared by lines; what declares something goes, or comes, as a whole. */
  #gap({ good, bad, at: { good: a, bad: b }, names, called }: Unpaired): void {
    if (good.length === 0 && bad.length === 0) return;
    const silent = called ?? this.#unit();
    const isFree = ({ isHoisted = false }: Statement): boolean => isHoisted || called === undefined;
    const isPlain = ({ statement }: Member): boolean => statement.names.length === 0 || !isFree(statement);
    const unitOf = (member: Member): number => (member.statement.names.length === 0 ? silent : member.unit);
    const roleOf = ({ statement }: Member, others: ReadonlySet<string>, role: NameEffect): NameEffect =>
      isFree(statement) && isNew(statement, others) ? role : "changed";
    const at = { good: a, bad: b };
    for (const step of gapSteps(good.map(isPlain), bad.map(isPlain))) {
      const [ours, theirs] = [good.slice(step.good.from, step.good.to), bad.slice(step.bad.from, step.bad.to)];
      const [own, other] = [spanOf(ours, at.good), spanOf(theirs, at.bad)];
      [at.good, at.bad] = [own.to, other.to];
      if (step.areCompared) {
        this.#compare(own, other, silent);
        continue;
      }
      for (const each of ours)
        this.#found.push({
          lines: { aFrom: each.statement.from, aTo: each.statement.to, bFrom: other.from, bTo: other.from },
          role: roleOf(each, names.bad, "removed"),
          unit: unitOf(each),
        });
      for (const each of theirs)
        this.#found.push({
          lines: { aFrom: own.to, aTo: own.to, bFrom: each.statement.from, bTo: each.statement.to },
          role: roleOf(each, names.good, "added"),
          unit: unitOf(each),
        });
    }
  }

  #members({ statements }: Body, called: number | undefined): readonly Member[] {
    return statements.map((statement) => {
      const isOwn = called === undefined || statement.isHoisted === true;
      return { statement, unit: isOwn ? this.#unit() : called };
    });
  }

  /** Two declarations of one name cannot be in a text, and one has to be. */
  #link(goods: readonly Member[], bads: readonly Member[]): void {
    const units = new Map<string, number>();
    const several = new Set([...repeated(goods.map(statementOf)), ...repeated(bads.map(statementOf))]);
    for (const { statement, unit } of [...goods, ...bads])
      for (const text of textsOf(statement)) {
        if (several.has(text)) continue;
        const known = units.get(text);
        if (known === undefined) units.set(text, unit);
        else this.#units[this.#rootOf(unit)] = this.#rootOf(known);
      }
  }

  #pair({ statement: good, unit }: Member, { statement: bad }: Member): void {
    if (good.body === undefined || bad.body === undefined) this.#compare(good, bad, unit);
    else {
      this.#compare({ from: good.from, to: good.body.from }, { from: bad.from, to: bad.body.from }, unit);
      this.bodies(good.body, bad.body, good.isHoisted === true ? unit : undefined);
      this.#compare({ from: good.body.to, to: good.to }, { from: bad.body.to, to: bad.to }, unit);
    }
  }

  #compare(good: LineRange, bad: LineRange, unit: number): void {
    const [a, b] = [bytesOf(this.#good, good.from, good.to), bytesOf(this.#bad, bad.from, bad.to)];
    if (a.equals(b)) return;
    for (const { aFrom, aTo, bFrom, bTo } of differingLines(linesOf(a), linesOf(b))) {
      const lines = {
        aFrom: good.from + aFrom,
        aTo: good.from + aTo,
        bFrom: bad.from + bFrom,
        bTo: bad.from + bTo,
      };
      this.#found.push({ lines, role: "changed", unit });
    }
  }

  #unit(): number {
    return this.#units.push(this.#units.length) - 1;
  }

  #rootOf(unit: number): number {
    let root = unit;
    while (this.#units[root] !== root) root = this.#units[root] as number;
    this.#units[unit] = root;
    return root;
  }
}

interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Members of both texts that are not paired, and the lines before them. */
interface Unpaired {
  readonly good: readonly Member[];
  readonly bad: readonly Member[];
  readonly at: { readonly good: number; readonly bad: number };
  readonly names: { readonly good: ReadonlySet<string>; readonly bad: ReadonlySet<string> };
  readonly called: number | undefined;
}

const spanOf = (members: readonly Member[], at: number): LineRange => ({
  from: members[0]?.statement.from ?? at,
  to: members.at(-1)?.statement.to ?? at,
});

const textsOf = ({ names }: Statement): readonly string[] =>
  names.map(({ text, isTarget = false }) => (isTarget ? `${text} =` : text));

const namesIn = (members: readonly Member[]): ReadonlySet<string> =>
  new Set(members.flatMap(({ statement }) => textsOf(statement)));

/** It declares something, and nothing that the other text declares here. */
const isNew = (statement: Statement, others: ReadonlySet<string>): boolean =>
  statement.names.length > 0 && !textsOf(statement).some((name) => others.has(name));

const statementOf = ({ statement }: Member): Statement => statement;

/** Names that several statements declare, or assign to. */
const repeated = (statements: readonly Statement[]): ReadonlySet<string> => {
  const [once, several] = [new Set<string>(), new Set<string>()];
  for (const name of statements.flatMap((each) => [...new Set(textsOf(each))]))
    (once.has(name) ? several : once).add(name);
  return several;
};

/** Statements with the same key may be one in two versions: by their names, by what is in them, or by all that they say. */
export const keysOf = (
  goods: readonly Statement[],
  bads: readonly Statement[],
  good: Lines,
  bad: Lines,
): { readonly good: readonly string[]; readonly bad: readonly string[] } => {
  const several = new Set([...repeated(goods), ...repeated(bads)]);
  const isSilent = (statement: Statement): boolean => textsOf(statement).every((name) => several.has(name));
  const keyOf = (statement: Statement, lines: Lines): string =>
    isSilent(statement) ? `\0${textOf(lines, statement)}` : textsOf(statement).join(" ");
  const keys = { good: goods.map((each) => keyOf(each, good)), bad: bads.map((each) => keyOf(each, bad)) };
  const known = new Set(keys.good);
  const bodies = bads.flatMap((statement, at) =>
    statement.body === undefined || !isSilent(statement) || known.has(keys.bad[at] as string)
      ? []
      : [{ at, inside: insideOf(statement.body) }],
  );
  const others = new Set(keys.bad);
  goods.forEach((statement, at) => {
    const { body } = statement;
    if (body === undefined || !isSilent(statement) || others.has(keys.good[at] as string)) return;
    const own = insideOf(body);
    const best = bodies.findIndex(({ inside }) => alike(own, inside) >= ALIKE);
    if (best < 0) return;
    const [{ at: other } = { at: 0 }] = bodies.splice(best, 1);
    keys.good[at] = keys.bad[other] = `\0body ${at}`;
  });
  return keys;
};

/** The share of names that two bodies must have in common. */
const ALIKE = 0.5;

const insideOf = ({ statements }: Body): ReadonlySet<string> => new Set(statements.flatMap(textsOf));

const alike = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let common = 0;
  for (const name of one) if (other.has(name)) common++;
  return common / Math.max(1, one.size, other.size);
};
