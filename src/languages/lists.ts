/** Which lists the repetitions of a grammar make: of elements alone, or of elements with something between them. */
import { bare, literal, type Rule, type Rules } from "./grammar.ts";

export interface List {
  readonly items: ReadonlySet<string>;
  readonly separator: string | undefined;
  readonly least: 0 | 1;
}

interface Surroundings {
  /** The rule before the repetition in its sequence. */
  readonly before: Rule | undefined;
  readonly optional: boolean;
}

/** The list that a repetition makes, together with the first element before it. */
export function repeated(rules: Rules, repeat: Rule, { before, optional }: Surroundings): List {
  const body = rules.parts(repeat)[0] ?? repeat;
  const mayBeEmpty = optional || repeat.type === "REPEAT";
  const trailing = trailingSeparator(rules, body);
  if (trailing !== undefined) return { ...trailing, least: mayBeEmpty ? 0 : 1 };
  const leading = leadingSeparator(rules, body, before);
  if (leading === undefined) return { items: rules.elements(body), separator: undefined, least: mayBeEmpty ? 0 : 1 };
  const { first, rest, separator } = leading;
  const items = union(rules, first === undefined ? rest : [first, ...rest]);
  const canStart = first === undefined ? mayBeEmpty : optional || mayMiss(rules, first);
  return { items, separator, least: canStart ? 0 : 1 };
}

interface Separated {
  /** The first element, where it stands before the repetition. */
  readonly first: Rule | undefined;
  readonly rest: readonly Rule[];
  readonly separator: string;
}

/** A repetition of separator and element. Words separate only what is alike: `let a and b`, but not `if … else …`. */
function leadingSeparator(rules: Rules, body: Rule, before: Rule | undefined): Separated | undefined {
  const [head, ...rest] = sequenceOf(rules, body);
  const separator = head === undefined || rest.length === 0 ? undefined : separatorOf(rules, head);
  if (separator === undefined) return undefined;
  const first = before === undefined || literal(before) !== undefined ? undefined : before;
  const items = union(rules, rest);
  const alike = first !== undefined && [...rules.elements(first)].some((kind) => items.has(kind));
  return alike || !/\w/u.test(separator) ? { first, rest, separator } : undefined;
}

/** A repetition of element and separator, or of a choice in which some elements bring theirs. */
function trailingSeparator(rules: Rules, body: Rule): Omit<List, "least"> | undefined {
  const choice = bare(body);
  const branches = (choice.type === "CHOICE" ? rules.parts(choice) : [choice]).map((branch) =>
    sequenceOf(rules, branch),
  );
  const ends = branches.map((members) => {
    const last = members.length < 2 ? undefined : members.at(-1);
    return last !== undefined && (branches.length === 1 || isSure(rules, last)) ? separatorOf(rules, last) : undefined;
  });
  const separator = ends.find((end) => end !== undefined && !/\w/u.test(end));
  if (separator === undefined) return undefined;
  const items = branches.flatMap((members, index) => (ends[index] === separator ? members.slice(0, -1) : members));
  return { items: union(rules, items), separator };
}

const union = (rules: Rules, members: readonly Rule[]): ReadonlySet<string> =>
  new Set(members.flatMap((member) => [...rules.elements(member)]));

/** The members of a sequence, also of one that stands in a hidden rule. */
function sequenceOf(rules: Rules, rule: Rule): readonly Rule[] {
  const inner = rules.seenThrough(rule);
  return inner.type === "SEQ" ? rules.parts(inner).map(bare) : [rule];
}

/** The text that separates, the first of a choice; line ends do not count, nor what need not be there. */
function separatorOf(rules: Rules, rule: Rule): string | undefined {
  if (mayMiss(rules, rule) || isNamedAlias(rule)) return undefined;
  const kinds = [...rules.singles(rule)];
  const anonymous = kinds.every((kind) => rules.body(kind) === undefined);
  return anonymous && kinds.length === rules.elements(rule).size
    ? kinds.find((kind) => !/[\s\0]/u.test(kind))
    : undefined;
}

export const isRepeat = (rule: Rule): boolean => rule.type === "REPEAT" || rule.type === "REPEAT1";

export const isNamedAlias = (rule: Rule): boolean => rule.type === "ALIAS" && rule.named === true;

export const mayMiss = (rules: Rules, rule: Rule): boolean =>
  rule.type === "CHOICE" && rules.parts(rule).some((part) => part.type === "BLANK");

/** Whether every branch of a rule shows: a line end that the scanner finds does not. */
function isSure(rules: Rules, rule: Rule): boolean {
  const inner = rules.seenThrough(rule);
  const branches = inner.type === "CHOICE" ? rules.parts(inner) : [inner];
  return branches.every((branch) => rules.elements(branch).size > 0);
}
