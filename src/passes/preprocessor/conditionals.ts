/** Conditional groups, all at once: of each the branch that a compiler most likely takes. */
import type { Edit, RewritePass, Syntax } from "../../languages/pass.ts";
import { groupsOf, type Branch, type Group } from "./groups.ts";
import { directivesOf, type Directive } from "./lines.ts";
import { conditionHolds, type Definitions } from "./conditions.ts";

export const conditionals: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "conditionals",
  about: "resolves the conditional groups of the preprocessor as a compiler most likely would",
  rewrites(syntax) {
    const directives = directivesOf(syntax);
    const groups = new Map(groupsOf(directives).map((group) => [(group.branches[0] as Branch).opening, group]));
    return groups.size === 0 ? [] : resolved(syntax, directives, groups);
  },
};

/** Groups in what is skipped go with it, and what is defined there is not defined. */
const resolved = (
  { tree: { text }, language }: Syntax,
  directives: readonly Directive[],
  groups: ReadonlyMap<Directive, Group>,
): readonly (readonly Edit[])[] => {
  const rewrites: (readonly Edit[])[] = [];
  // A guess: a wrong one costs a test.
  const known = new Map(Object.entries(language.traits.macros ?? {}));
  /** What is to be skipped behind the branches that are being read, the nearest last. */
  const ahead: Edit[] = [];
  let skipped = 0;
  for (const directive of directives) {
    while (directive.start >= (ahead.at(-1)?.start ?? Infinity)) skipped = Math.max(skipped, (ahead.pop() as Edit).end);
    if (directive.start < skipped) continue;
    define(text, directive, known);
    const group = groups.get(directive);
    if (group === undefined) continue;
    const cuts = cutsOf(group, branchOf(text, group, known));
    skipped = (cuts[0] as Edit).end;
    ahead.push(...cuts.slice(1));
    rewrites.push(cuts);
  }
  return rewrites;
};

/** What goes so that only one branch is left, or none. */
const cutsOf = ({ start, end }: Group, branch: Branch | undefined): readonly Edit[] =>
  branch === undefined
    ? [{ start, end, text: "" }]
    : [
        { start, end: branch.start, text: "" },
        { start: branch.end, end, text: "" },
      ];

/** Where nothing is known, the first is as good as any. */
const branchOf = (text: string, { branches }: Group, known: Definitions): Branch | undefined =>
  branches.find(({ opening, start }) => {
    const argument = text.slice(opening.argument, start);
    const name = /^\w*/.exec(argument)?.[0] ?? "";
    switch (opening.keyword) {
      case "else":
        return true;
      case "ifdef":
      case "elifdef":
        return known.has(name);
      case "ifndef":
      case "elifndef":
        return !known.has(name);
      default:
        return conditionHolds(argument, known) ?? true;
    }
  });

const DEFINITION = /(\w+)(.*)/y;

const define = (text: string, { keyword, argument }: Directive, known: Map<string, string>): void => {
  if (keyword !== "define" && keyword !== "undef") return;
  DEFINITION.lastIndex = argument;
  const [, name = "", body = ""] = DEFINITION.exec(text) ?? [];
  if (keyword === "undef") known.delete(name);
  else known.set(name, body.replaceAll(/\/\*.*?\*\/|\/\/.*/g, ""));
};
