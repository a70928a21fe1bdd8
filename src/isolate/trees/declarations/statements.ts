/** The statements of a text, with the names they declare; those of large bodies one by one. */
import { EXTRA, NAMED, type Language, type SyntaxTree } from "../../../languages/syntax.ts";
import { bytesOf, type Lines } from "../text-lines.ts";

/** Whole lines, with the comments before it. */
export interface Statement {
  /** Lines, the last one exclusive. */
  readonly from: number;
  readonly to: number;
  /** What it declares, or what it assigns to. Nothing where it only does something. */
  readonly names: readonly DeclaredName[];
  /** A declaration of a function: it may stand anywhere. */
  readonly isHoisted?: boolean;
  /** It only gives other names to what has names, or makes objects of them. */
  readonly isGlue?: boolean;
  /** It gives a name to a function: nothing is done where it stands. */
  readonly isLazy?: boolean;
  /** What its body is made of, where it is large. */
  readonly body?: Body;
}

export interface DeclaredName {
  readonly text: string;
  /** Bytes of the text, the last one exclusive. */
  readonly from: number;
  readonly to: number;
  /** It is assigned to, and declared elsewhere. */
  readonly isTarget?: boolean;
}

export interface Body {
  readonly from: number;
  readonly to: number;
  readonly statements: readonly Statement[];
}

export interface StatementText {
  readonly lines: Lines;
  readonly tree: SyntaxTree;
  readonly language: Language;
  readonly root: Body;
}

/** Smaller statements are not looked into. */
const LARGE = 100;
/** A body is most of its statement, and has several statements. */
const MOST = 0.5;
const SEVERAL = 4;
/** A longer target of an assignment is no name. */
const LONGEST_TARGET = 80;

const BODY = /^(?:statement_block|block|compound_statement|body_statement|function_body|class_body|declaration_list)$/;
const HOISTED = /^(?:generator_)?function_declaration$/;
/** The end of a call that fills an object. */
const FILLED = /(\}\)\((?:[\w$.]+ = )?)([\w$.]+) \|\| \(.*$/;
const VARIABLE = /^(?:lexical|variable)_declaration$/;
/** Values that do nothing before they are called. */
const LAZY = /^(?:function|function_expression|generator_function|arrow_function|class)$/;
/** What is more than names and objects of them. */
const VALUE =
  /^(?:number|integer|float|regex|template_string|array|.*function.*|class|new_expression|(?:binary|unary|ternary|update|assignment|augmented_assignment|await|yield)_expression)$/;
/** What is bound by a pattern. */
const BOUND = /^(?:identifier|shorthand_property_identifier_pattern)$/;

/** Without the blanks around it. One character for each byte. */
export const textOf = (lines: Lines, { from, to }: Pick<Statement, "from" | "to">): string =>
  bytesOf(lines, from, to).toString("latin1").trim();

/** The statements that most of a text is: those of a wrapper, where there is one. */
export const mainBody = (body: Body): Body => {
  const inner = body.statements.find((each) => each.body && 2 * (each.to - each.from) > body.to - body.from);
  return inner?.body === undefined ? body : mainBody(inner.body);
};

/** Nothing if the text does not parse. */
export const statementsOf = (language: Language, lines: Lines): StatementText | undefined => {
  // One character for each byte, so that places in the tree are places in the text.
  const tree = language.parse(lines.bytes.toString("latin1"));
  if (tree.errors > 0) return undefined;
  const reading = new Reading(language, tree, lines);
  const root = reading.body(0, 0, lines.count);
  return root === undefined ? undefined : { lines, tree, language, root };
};

class Reading {
  readonly #tree: SyntaxTree;
  readonly #lines: Lines;
  readonly #isBody: readonly boolean[];
  readonly #isBound: readonly boolean[];
  readonly #isHoisted: readonly boolean[];
  readonly #isVariable: readonly boolean[];
  readonly #isLazy: readonly boolean[];
  readonly #isValue: readonly boolean[];
  readonly #name: number;
  readonly #left: number;

  constructor(language: Language, tree: SyntaxTree, lines: Lines) {
    this.#tree = tree;
    this.#lines = lines;
    this.#isBody = language.kinds.map((kind) => BODY.test(kind));
    this.#isBound = language.kinds.map((kind) => BOUND.test(kind));
    this.#isHoisted = language.kinds.map((kind) => HOISTED.test(kind));
    this.#isVariable = language.kinds.map((kind) => VARIABLE.test(kind));
    this.#isLazy = language.kinds.map((kind) => LAZY.test(kind));
    this.#isValue = language.kinds.map((kind) => VALUE.test(kind));
    this.#name = language.fields.indexOf("name");
    this.#left = language.fields.indexOf("left");
  }

  /** Statements that share a line are one. */
  body(node: number, from: number, to: number): Body | undefined {
    const statements: Statement[] = [];
    for (const child of this.#children(node)) {
      const [first, last] = [this.#lineOf(this.#start(child)), this.#lineOf(this.#end(child) - 1)];
      const before = statements.at(-1);
      const names = this.#declared(child);
      if (before !== undefined && first < before.to)
        statements[statements.length - 1] = {
          from: before.from,
          to: Math.max(before.to, last + 1),
          names: [...before.names, ...names],
        };
      else {
        const body = last - first < LARGE ? undefined : this.#bodyIn(child, first, last);
        statements.push({
          from: before?.to ?? from,
          to: last + 1,
          names,
          ...this.#sortOf(child),
          ...(body && { body }),
        });
      }
    }
    const last = statements.at(-1);
    if (last === undefined || last.to > to) return undefined;
    statements[statements.length - 1] = { ...last, to };
    return { from, to, statements };
  }

  /** The body begins and ends on lines of its own. */
  #bodyIn(statement: number, first: number, last: number): Body | undefined {
    const size = this.#end(statement) - this.#start(statement);
    let node = statement;
    while (node === statement || this.#isBody[this.#tree.kind[node] as number] !== true) {
      const within = this.#children(node).find((child) => this.#end(child) - this.#start(child) >= MOST * size);
      if (within === undefined) return undefined;
      node = within;
    }
    const inside = this.#children(node);
    const from = this.#lineOf(this.#start(node)) + 1;
    const to = this.#lineOf(this.#end(node) - 1);
    const [one, other] = [inside[0], inside.at(-1)];
    if (one === undefined || other === undefined || inside.length < SEVERAL) return undefined;
    const isApart = this.#lineOf(this.#start(one)) >= from && this.#lineOf(this.#end(other) - 1) < to;
    return isApart && from > first && to <= last ? this.body(node, from, to) : undefined;
  }

  /** By a name, by a declarator below, or by what is assigned to. */
  #declared(statement: number): readonly DeclaredName[] {
    const bound: number[] = [];
    for (const node of [statement, ...this.#children(statement)])
      for (const child of this.#children(node))
        if (this.#tree.field[child] === this.#name && this.#name > 0) bound.push(...this.#boundIn(child));
    if (bound.length > 0) return bound.map((node) => this.#nameAt(node));
    const target = this.#children(statement)
      .flatMap((child) => this.#children(child))
      .find((child) => this.#left > 0 && this.#tree.field[child] === this.#left);
    if (target === undefined) return this.#filled(statement);
    if (this.#end(target) - this.#start(target) > LONGEST_TARGET) return [];
    return [{ ...this.#nameAt(target), isTarget: true }];
  }

  /** `(function (X) { … })(X || (X = {}))` is about X. */
  #filled(statement: number): readonly DeclaredName[] {
    const [start, end] = [this.#start(statement), this.#end(statement)];
    const at = Math.max(start, end - LONGEST_TARGET);
    const [whole, before = "", text = ""] = FILLED.exec(this.#tree.text.slice(at, end)) ?? [];
    const from = end - (whole?.length ?? 0) + before.length;
    return whole === undefined ? [] : [{ text, from, to: from + text.length, isTarget: true }];
  }

  #nameAt(node: number): DeclaredName {
    const [from, to] = [this.#start(node), this.#end(node)];
    return { text: this.#tree.text.slice(from, to), from, to };
  }

  #sortOf(statement: number): Pick<Statement, "isHoisted" | "isGlue" | "isLazy"> {
    const { kind } = this.#tree;
    if (this.#isHoisted[kind[statement] as number] === true) return { isHoisted: true };
    const parts = this.#children(statement).flatMap((child) => this.#children(child));
    const isLazy = parts.some((part) => this.#isLazy[kind[part] as number] === true);
    if (this.#isVariable[kind[statement] as number] !== true) return {};
    if (isLazy) return { isLazy };
    const { after } = this.#tree;
    for (let node = statement; node < (after[statement] as number); node++)
      if (this.#isValue[kind[node] as number] === true) return {};
    return { isGlue: true };
  }

  #boundIn(node: number): readonly number[] {
    const { after, kind } = this.#tree;
    const end = after[node] as number;
    if (end === node + 1) return [node];
    const found: number[] = [];
    for (let each = node; each < end; each++) if (this.#isBound[kind[each] as number] === true) found.push(each);
    return found;
  }

  #children(node: number): readonly number[] {
    const { after, flags } = this.#tree;
    const children: number[] = [];
    for (let child = node + 1; child < (after[node] as number); child = after[child] as number)
      if (((flags[child] as number) & NAMED) !== 0 && ((flags[child] as number) & EXTRA) === 0) children.push(child);
    return children;
  }

  #start(node: number): number {
    return this.#tree.start[node] as number;
  }

  #end(node: number): number {
    return this.#tree.end[node] as number;
  }

  #lineOf(place: number): number {
    const { starts, count } = this.#lines;
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle + 1] as number) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
