/** Writes counters into the text of a script: what is executed sets a byte. Lines stay where they are. */
import { EXTRA, type Language, type SyntaxTree } from "../../languages/index.ts";
import type { EntityKind } from "../coverage.ts";
import { entityNames } from "./in-process-names.ts";

interface Probe {
  readonly kind: EntityKind;
  /** Its name less that of the file. */
  readonly name: string;
}

export interface Probed {
  readonly text: string;
  /** In the order of their bytes. */
  readonly probes: readonly Probe[];
}

/** The bytes are an array that scripts find under this global name. */
const BYTES = "$pare$";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const FUNCTIONS = words(
  "function_declaration function_expression arrow_function method_definition generator_function generator_function_declaration",
);
const STATEMENTS = words(
  "expression_statement variable_declaration lexical_declaration if_statement for_statement for_in_statement while_statement " +
    "do_statement switch_statement try_statement return_statement throw_statement break_statement continue_statement " +
    "debugger_statement labeled_statement with_statement class_declaration",
);
const CASES = words("switch_case switch_default");
const LOOPS = words("for_statement for_in_statement while_statement do_statement with_statement");
const LOGICAL = words("&& || ??");

/**
 * Only what is in functions counts: the rest is executed when a script is loaded, not by a test. Nodes come in the order of the text, and
 * what is written for a node goes to its beginning or its end, so one walk makes the new text. `base`: the first byte.
 */
export const probe = (tree: SyntaxTree, language: Language, base: number): Probed => {
  const { text, parent, after, start, end, flags } = tree;
  const names = entityNames(tree, language);
  const kindOf = (node: number): string => language.kinds[tree.kind[node] as number] ?? "";
  const fieldOf = (node: number): string => language.fields[tree.field[node] as number] ?? "";
  const probes: Probe[] = [];
  const set = (kind: EntityKind, name: string): string => {
    probes.push({ kind, name });
    return `${BYTES}[${base + probes.length - 1}]=1`;
  };
  const parts: string[] = [];
  let written = 0;
  const write = (offset: number, some: string): void => {
    if (some === "") return;
    parts.push(text.slice(written, offset), some);
    written = offset;
  };

  /** Bodies whose function has not set its byte yet, for directives must come first. */
  const unset = new Map<number, number>();
  const logical = new Set<number>();
  const withElse = new Set<number>();
  const isDirective = (node: number): boolean =>
    kindOf(node) === "expression_statement" &&
    kindOf(node + 1) === "string" &&
    /^;?$/.test(text.slice(end[node + 1], end[node]).trim());

  const isListed = (node: number, around: string): boolean =>
    around === "statement_block" || (CASES.has(around) && fieldOf(node) === "body");
  const isAlone = (node: number, around: string): boolean =>
    around === "else_clause" ||
    (around === "if_statement" && fieldOf(node) === "consequence") ||
    (LOOPS.has(around) && fieldOf(node) === "body");
  const isArm = (node: number, above: number): boolean => {
    const [around, as] = [kindOf(above), fieldOf(node)];
    if (around === "ternary_expression") return as === "consequence" || as === "alternative";
    return around === "binary_expression" && as === "right" && logical.has(above);
  };

  /** What stands before and behind a node; what is behind an `if` is known at its end only. */
  const around = (node: number): readonly [before: string, behind: string] => {
    const above = parent[node] as number;
    const [own, outer] = [kindOf(node), kindOf(above)];
    if (own === "else_clause") withElse.add(above);
    if (LOGICAL.has(own)) logical.add(above);
    if (own === ":" && CASES.has(outer)) return ["", `${set("branch", names.branch(node))};`];
    if (FUNCTIONS.has(outer) && fieldOf(node) === "body") {
      if (own !== "statement_block")
        return [`(${set("function", names.function(above))},${set("statement", names.statement(node))},`, ")"];
      unset.set(node, above);
    }
    let before = "";
    const owner = unset.get(above);
    if (owner !== undefined && own !== "{") {
      if (isDirective(node)) return ["", ""];
      before = `${set("function", names.function(owner))};`;
      unset.delete(above);
    }
    if (STATEMENTS.has(own)) {
      if (isListed(node, outer)) return [`${before}${set("statement", names.statement(node))};`, ""];
      if (isAlone(node, outer)) return [`{${set("statement", names.statement(node))};`, "}"];
    }
    return isArm(node, above) ? [`(${set("branch", names.branch(node))},`, ")"] : [before, ""];
  };

  const open: { readonly node: number; readonly behind: string }[] = [];
  const leave = (upTo: number): void => {
    for (let top = open.at(-1); top !== undefined && (after[top.node] as number) <= upTo; top = open.at(-1)) {
      const { node, behind } = top;
      const isHalf = kindOf(node) === "if_statement" && !withElse.has(node);
      const other = isHalf ? `else{${set("branch", `${names.branch(node)}:else`)}}` : "";
      write(end[node] as number, other + behind);
      open.pop();
    }
  };
  let inside = 0;
  for (let node = 1; node < tree.length; node++) {
    leave(node);
    if (FUNCTIONS.has(kindOf(node))) inside = Math.max(inside, after[node] as number);
    if (node >= inside || ((flags[node] as number) & EXTRA) !== 0) continue;
    const [before, behind] = around(node);
    write(start[node] as number, before);
    if (behind !== "" || kindOf(node) === "if_statement") open.push({ node, behind });
  }
  leave(tree.length);
  parts.push(text.slice(written));
  return { text: parts.join(""), probes };
};
