/** Control structures go, and what is in them stays: the bodies of loops, both branches, all cases. */
import type { Edit, RewritePass, Syntax } from "../../pass.ts";
import { aboveOf, childrenOf, fieldChild, kindChild, kindOf } from "../nodes.ts";
import { replaced } from "./edits.ts";

const STRUCTURES = /^(?:if|for|while|do|loop|switch)_statement$/;
const LEFT = /^(?:for|while|do|loop|switch)_statement$/;
const REPEATED = /^(?:for|while|do|loop)_statement$/;

export const control: RewritePass = {
  kind: "rewrites",
  filtered: true,
  name: "control",
  about: "replaces branches, loops and switches by the statements in them",
  rewrites(syntax) {
    const { tree } = syntax;
    const left = new Map<number, Edit[]>();
    const structures: number[] = [];
    for (let node = 1; node < tree.length; node++) {
      const kind = kindOf(syntax, node);
      if (STRUCTURES.test(kind)) structures.push(node);
      if (kind !== "break_statement" && kind !== "continue_statement") continue;
      const around = aboveOf(syntax, node, kind === "break_statement" ? LEFT : REPEATED);
      left.set(around, [...(left.get(around) ?? []), replaced(syntax, node, "")]);
    }
    return structures.map((node) => [...bare(syntax, node), ...(left.get(node) ?? [])]);
  },
};

/** Everything of the structure itself goes, each piece by itself: structures inside it have edits of their own. */
const bare = (syntax: Syntax, node: number): readonly Edit[] => {
  const { tree } = syntax;
  const kind = kindOf(syntax, node);
  const start = tree.start[node] as number;
  if (kind === "switch_statement") return cases(syntax, node);
  const body = fieldChild(syntax, node, kind === "if_statement" ? "consequence" : "body");
  if (body < 0) return [];
  const initializer = kind === "for_statement" ? fieldChild(syntax, node, "initializer") : -1;
  const opened =
    initializer < 0
      ? [{ start, end: tree.start[body] as number, text: "" }]
      : [
          { start, end: tree.start[initializer] as number, text: "{" },
          { start: tree.end[initializer] as number, end: tree.start[body] as number, text: "" },
        ];
  const otherwise = fieldChild(syntax, node, "alternative");
  const end = tree.end[node] as number;
  const closed: readonly Edit[] =
    initializer >= 0
      ? [{ start: end, end, text: "}" }]
      : kind === "do_statement"
        ? [{ start: tree.end[body] as number, end, text: "" }]
        : [];
  return [
    ...opened,
    ...braces(syntax, body),
    ...continuing(syntax, body),
    ...(otherwise < 0 ? [] : alternative(syntax, otherwise)),
    ...closed,
  ];
};

/** The brackets of a block. */
const braces = (syntax: Syntax, block: number): readonly Edit[] =>
  kindOf(syntax, block) === "compound_statement"
    ? [...childrenOf(syntax.tree, block)]
        .filter((child) => /^[{}]$/.test(kindOf(syntax, child)))
        .map((child) => replaced(syntax, child, ""))
    : [];

const alternative = (syntax: Syntax, clause: number): readonly Edit[] => {
  const block = fieldChild(syntax, clause, "body");
  return [replaced(syntax, clause + 1, ""), ...(block < 0 ? [] : braces(syntax, block))];
};

const continuing = (syntax: Syntax, body: number): readonly Edit[] => {
  const last = kindChild(syntax, body, "continuing_statement");
  if (last < 0) return [];
  const block = fieldChild(syntax, last, "body");
  return block < 0
    ? []
    : [
        { start: syntax.tree.start[last] as number, end: syntax.tree.start[block] as number, text: "" },
        ...braces(syntax, block),
      ];
};

const cases = (syntax: Syntax, node: number): readonly Edit[] => {
  const { tree } = syntax;
  const body = fieldChild(syntax, node, "body");
  if (body < 0) return [];
  const clauses = [...childrenOf(tree, body)].filter((child) => kindOf(syntax, child) === "case_statement");
  let from = tree.start[node] as number;
  const edits: Edit[] = [];
  for (const clause of clauses) {
    const block = fieldChild(syntax, clause, "body");
    const colon = kindChild(syntax, clause, ":");
    const first = block >= 0 ? (tree.start[block] as number) : colon >= 0 ? (tree.end[colon] as number) : undefined;
    if (first === undefined) return [];
    edits.push({ start: from, end: first, text: "" }, ...(block < 0 ? [] : braces(syntax, block)));
    from = tree.end[clause] as number;
  }
  return [...edits, { start: from, end: tree.end[node] as number, text: "" }];
};
