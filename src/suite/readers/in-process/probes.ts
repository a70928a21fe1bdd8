/** Writes counters into the text of a script: what is executed sets a byte. Lines stay where they are. */
import { EXTRA, type Language, type SyntaxTree } from "../../../languages/index.ts";
import type { EntityKind } from "../../coverage.ts";

interface Probe {
  readonly kind: EntityKind;
  /** Its name less that of the file. */
  readonly name: string;
}

interface ProbedScript {
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
export const probe = (tree: SyntaxTree, language: Language, base: number): ProbedScript => {
  const { text, after, start, end, flags } = tree;
  const probes = new Probes(tree, language, base);
  const parts: string[] = [];
  let written = 0;
  const write = (offset: number, some: string): void => {
    if (some === "") return;
    parts.push(text.slice(written, offset), some);
    written = offset;
  };
  const open: { readonly node: number; readonly behind: string }[] = [];
  const leave = (upTo: number): void => {
    for (let top = open.at(-1); top !== undefined && (after[top.node] as number) <= upTo; top = open.at(-1)) {
      write(end[top.node] as number, probes.otherwise(top.node) + top.behind);
      open.pop();
    }
  };
  let inside = 0;
  for (let node = 1; node < tree.length; node++) {
    leave(node);
    if (FUNCTIONS.has(probes.kindOf(node))) inside = Math.max(inside, after[node] as number);
    if (node >= inside || ((flags[node] as number) & EXTRA) !== 0) continue;
    const [before, behind] = probes.around(node);
    write(start[node] as number, before);
    if (behind !== "" || probes.kindOf(node) === "if_statement") open.push({ node, behind });
  }
  leave(tree.length);
  parts.push(text.slice(written));
  return { text: parts.join(""), probes: probes.all };
};

/** What is written around the nodes of a script, asked for in the order of the text. */
class Probes {
  readonly #tree: SyntaxTree;
  readonly #language: Language;
  readonly #base: number;
  readonly #names: EntityNames;
  readonly all: Probe[] = [];
  /** Bodies whose function has not set its byte yet, for directives must come first. */
  readonly #unset = new Map<number, number>();
  readonly #logical = new Set<number>();
  readonly #withElse = new Set<number>();

  constructor(tree: SyntaxTree, language: Language, base: number) {
    this.#tree = tree;
    this.#language = language;
    this.#base = base;
    this.#names = entityNames(tree, language);
  }

  kindOf(node: number): string {
    return this.#language.kinds[this.#tree.kind[node] as number] ?? "";
  }

  /** What stands before and behind a node; what is behind an `if` is known at its end only. */
  around(node: number): readonly [before: string, behind: string] {
    const above = this.#tree.parent[node] as number;
    const [own, outer] = [this.kindOf(node), this.kindOf(above)];
    if (own === "else_clause") this.#withElse.add(above);
    if (LOGICAL.has(own)) this.#logical.add(above);
    if (own === ":" && CASES.has(outer)) return ["", `${this.#set("branch", node)};`];
    if (FUNCTIONS.has(outer) && this.#fieldOf(node) === "body") {
      if (own !== "statement_block") return [`(${this.#set("function", above)},${this.#set("statement", node)},`, ")"];
      this.#unset.set(node, above);
    }
    let before = "";
    const owner = this.#unset.get(above);
    if (owner !== undefined && own !== "{") {
      if (this.#isDirective(node)) return ["", ""];
      before = `${this.#set("function", owner)};`;
      this.#unset.delete(above);
    }
    if (STATEMENTS.has(own)) {
      if (this.#isListed(node, outer)) return [`${before}${this.#set("statement", node)};`, ""];
      if (this.#isAlone(node, outer)) return [`{${this.#set("statement", node)};`, "}"];
    }
    return this.#isArm(node, above) ? [`(${this.#set("branch", node)},`, ")"] : [before, ""];
  }

  /** The other arm of an `if` that has none, behind it. */
  otherwise(node: number): string {
    const isHalf = this.kindOf(node) === "if_statement" && !this.#withElse.has(node);
    return isHalf ? `else{${this.#set("branch", node, ":else")}}` : "";
  }

  #set(kind: EntityKind, node: number, suffix = ""): string {
    this.all.push({ kind, name: `${this.#names[kind](node)}${suffix}` });
    return `${BYTES}[${this.#base + this.all.length - 1}]=1`;
  }

  #fieldOf(node: number): string {
    return this.#language.fields[this.#tree.field[node] as number] ?? "";
  }

  #isDirective(node: number): boolean {
    const { text, end } = this.#tree;
    return (
      this.kindOf(node) === "expression_statement" &&
      this.kindOf(node + 1) === "string" &&
      /^;?$/.test(text.slice(end[node + 1], end[node]).trim())
    );
  }

  #isListed(node: number, around: string): boolean {
    return around === "statement_block" || (CASES.has(around) && this.#fieldOf(node) === "body");
  }

  #isAlone(node: number, around: string): boolean {
    return (
      around === "else_clause" ||
      (around === "if_statement" && this.#fieldOf(node) === "consequence") ||
      (LOOPS.has(around) && this.#fieldOf(node) === "body")
    );
  }

  #isArm(node: number, above: number): boolean {
    const [around, as] = [this.kindOf(above), this.#fieldOf(node)];
    if (around === "ternary_expression") return as === "consequence" || as === "alternative";
    return around === "binary_expression" && as === "right" && this.#logical.has(above);
  }
}

interface EntityNames {
  /** The line; for others than the first of a line also the column. */
  statement(node: number): string;
  branch(node: number): string;
  /** With its line, for methods of several classes share their names; one without a name also by its column. */
  function(node: number): string;
}

/** Nodes around a function that give it their name, by the field that has it. */
const NAMING: Readonly<Record<string, string>> = {
  variable_declarator: "name",
  assignment_expression: "left",
  pair: "key",
  field_definition: "property",
  public_field_definition: "name",
};

const entityNames = (tree: SyntaxTree, { kinds, fields }: Language): EntityNames => {
  const { text, kind, field, parent, after, start, end } = tree;
  const lines = startsOf(text);
  const taken = new Map<number, number>();
  const place = (node: number): readonly [line: number, column: number] => {
    const line = lineAt(lines, start[node] as number);
    return [line + 1, (start[node] as number) - (lines[line] as number) + 1];
  };
  const child = (node: number, name: string): number | undefined => {
    for (let at = node + 1; at < (after[node] as number); at = after[at] as number)
      if (fields[field[at] as number] === name) return at;
    return undefined;
  };
  const calledIn = (node: number): string => {
    const above = parent[node] as number;
    const as = NAMING[kinds[kind[above] as number] ?? ""];
    const found = child(node, "name") ?? (as === undefined ? undefined : child(above, as));
    const [name = ""] = /[\w$#\u0080-\uFFFF]+$/.exec(text.slice(start[found ?? 0], end[found ?? -1])) ?? [];
    return found === undefined ? "" : name;
  };
  return {
    statement: (node) => {
      const [line, column] = place(node);
      const first = taken.get(line) ?? column;
      taken.set(line, first);
      return first === column ? `${line}` : `${line}:${column}`;
    },
    branch: (node) => place(node).join(":"),
    function: (node) => {
      const [line, column] = place(node);
      const name = calledIn(node);
      return name === "" ? `anonymous@${line}:${column}` : `${name}@${line}`;
    },
  };
};

const startsOf = (text: string): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
};

/** From 0. */
const lineAt = (starts: readonly number[], offset: number): number => {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low;
};
