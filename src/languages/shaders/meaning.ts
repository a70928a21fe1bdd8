/** What the names of a shader refer to: a text in which more of them refer to nothing is not as valid as the one that it comes from. */
import type { SyntaxTree } from "../syntax.ts";
import { brokenRules } from "./c-rules.ts";
import { brokenWgslRules } from "./wgsl-rules.ts";
import type { Dialect } from "./dialect.ts";
import { aboveOf, childrenOf, fieldChild, kindOf, textOf, type Nodes } from "./nodes.ts";

interface Meaning {
  /** Names that something in the text gives a meaning to. */
  readonly declared: ReadonlySet<string>;
  /** Everything that is used, by its name: how often where no meaning reaches it. */
  readonly lost: ReadonlyMap<string, number>;
  /** What compilers refuse though every name has a meaning, by kind: functions with a type that return no value, say. */
  readonly unfit: ReadonlyMap<string, number>;
  /** The line of GLSL that says which version of the language the text is written in. */
  readonly version: string | undefined;
}

/** Have no more names lost their meaning than in the text that a candidate comes from? Names that neither declares are those of the library. */
export const keepsMeaning = (candidate: Nodes, source: Nodes, dialect: Dialect): boolean => {
  const before = meaningOf(source, dialect);
  const after = meaningOf(candidate, dialect);
  if (after.version !== before.version) return false;
  for (const [kind, count] of after.unfit) if (count > (before.unfit.get(kind) ?? 0)) return false;
  for (const [name, count] of after.lost) {
    const known = before.lost.get(name);
    if (known === undefined || (count > known && before.declared.has(name))) return false;
  }
  return true;
};

const meanings = new WeakMap<SyntaxTree, Meaning>();

/** Once for each tree. */
const meaningOf = (nodes: Nodes, dialect: Dialect): Meaning => {
  let meaning = meanings.get(nodes.tree);
  if (meaning === undefined) meanings.set(nodes.tree, (meaning = new Walk(nodes, dialect).result()));
  return meaning;
};

interface Scope {
  readonly end: number;
  readonly names: Set<string>;
}

const SCOPES = /^(?:function_definition|compound_statement|for_statement|switch_body|while_statement)$/;

/** What looks like a part of a vector may be one. */
const SWIZZLE = /^(?:[xyzw]{1,4}|[rgba]{1,4}|[stpq]{1,4}|_m?\d\d.*)$/;

/** Functions of the libraries that may be called with fewer values. */
const VARIED = /^(?:texture|image|atan|interpolate|[A-Z])/;

class Walk {
  readonly #nodes: Nodes;
  readonly #dialect: Dialect;
  readonly #declared = new Set<string>();
  readonly #lost = new Map<string, number>();
  readonly #scopes: Scope[];
  /** By name: how many of the open scopes declare it. */
  readonly #reaching = new Map<string, number>();
  /** By the name of a function: how many parameters it may have. */
  readonly #parameters = new Map<string, Set<number>>();
  readonly #members = new Set<string>();
  readonly #unfit = new Map<string, number>();

  constructor(nodes: Nodes, dialect: Dialect) {
    this.#nodes = nodes;
    this.#dialect = dialect;
    this.#scopes = [{ end: nodes.tree.length, names: new Set() }];
  }

  result(): Meaning {
    const { tree } = this.#nodes;
    this.#declareOutside();
    for (let node = 1; node < tree.length; node++) {
      while ((this.#scopes.at(-1)?.end ?? tree.length) <= node) this.#leave();
      const kind = kindOf(this.#nodes, node);
      if (SCOPES.test(kind)) this.#scopes.push({ end: tree.after[node] as number, names: new Set() });
      if (kind === "function_definition") this.#refuse(!this.#isFit(node), "value of a function");
      else if (kind === "call_expression") this.#checkCall(node);
      else if (kind === "primitive_type") this.#refuse(this.#isBare(node), "type without arguments");
      else if (kind.endsWith("identifier")) this.#meet(node, kind);
    }
    const broken = this.#dialect.cLike ? brokenRules(this.#nodes, this.#dialect) : brokenWgslRules(this.#nodes);
    for (const kind of broken) this.#refuse(true, kind);
    const version = /^[ \t]*#[ \t]*version\b[^\n]*/m.exec(this.#nodes.tree.text)?.[0].trim();
    return { declared: this.#declared, lost: this.#lost, unfit: this.#unfit, version };
  }

  /** Members and macros are known wherever they stand, and in WGSL everything outside of functions. */
  #declareOutside(): void {
    const { tree } = this.#nodes;
    for (let node = 1; node < tree.length; node++) {
      const kind = kindOf(this.#nodes, node);
      if (kind === "directive") this.#declareMacro(node);
      else if (kind === "parameter_list") this.#declareFunction(node);
      else if (kind.endsWith("identifier") && this.#isName(node)) {
        if (this.#isMember(node)) this.#members.add(textOf(tree, node));
        if (!this.#dialect.cLike && this.#outermost(node)) this.#declare(textOf(tree, node), 0);
      }
    }
  }

  #outermost(node: number): boolean {
    return aboveOf(this.#nodes, node, SCOPES) < 0 || this.#isFunctionName(node);
  }

  #declareMacro(node: number): void {
    const name = /^#\s*define\s+(\w+)/.exec(textOf(this.#nodes.tree, node))?.[1];
    if (name !== undefined) this.#declare(name, 0);
  }

  #declareFunction(list: number): void {
    const name = fieldChild(this.#nodes, this.#nodes.tree.parent[list] as number, "name");
    if (name < 0) return;
    const own = textOf(this.#nodes.tree, name);
    const counts = this.#parameters.get(own) ?? new Set<number>();
    counts.add(this.#count(list));
    this.#parameters.set(own, counts);
  }

  /** Elements between brackets and commas. */
  #count(list: number): number {
    let count = 0;
    for (const child of childrenOf(this.#nodes.tree, list))
      if (!/^(?:[(),]|comment)$/.test(kindOf(this.#nodes, child))) count++;
    return count;
  }

  /** Of what the text defines: with as many values as it has parameters; of the library: with as many as the text has shown. */
  #checkCall(node: number): void {
    const callee = fieldChild(this.#nodes, node, "function");
    const list = fieldChild(this.#nodes, node, "arguments");
    if (callee < 0 || list < 0) return;
    const name = textOf(this.#nodes.tree, callee);
    const count = this.#count(list);
    const counts = this.#parameters.get(name);
    const isMade = counts === undefined && kindOf(this.#nodes, callee) !== "identifier";
    const isVaried = VARIED.test(name) && count > 0;
    if (!isMade && !isVaried && counts?.has(count) !== true) this.#lose(`${name}()${count}`);
  }

  /** A type without the arguments that it needs? Where a value is made, they can be told from the values that it is made of. */
  #isBare(node: number): boolean {
    if (this.#dialect.needy?.test(textOf(this.#nodes.tree, node)) !== true) return false;
    return !/^(?:template_type|call_expression)$/.test(kindOf(this.#nodes, this.#nodes.tree.parent[node] as number));
  }

  #meet(node: number, kind: string): void {
    const own = textOf(this.#nodes.tree, node);
    if (this.#isName(node)) {
      if (!this.#isMember(node) || this.#isGlobal(node)) this.#declare(own, this.#isFunctionName(node) ? -2 : -1);
      else this.#declared.add(`.${own}`);
    } else if (kind === "field_identifier") {
      if (!this.#members.has(own) && !SWIZZLE.test(own)) this.#lose(`.${own}`);
    } else if ((this.#reaching.get(own) ?? 0) === 0) this.#lose(kind === "type_identifier" ? `type ${own}` : own);
  }

  #declare(name: string, scope: number): void {
    this.#declared.add(name);
    const { names } = this.#scopes.at(Math.max(scope, -this.#scopes.length)) as Scope;
    if (!names.has(name)) this.#reaching.set(name, (this.#reaching.get(name) ?? 0) + 1);
    names.add(name);
  }

  #leave(): void {
    for (const name of this.#scopes.pop()?.names ?? []) this.#reaching.set(name, (this.#reaching.get(name) ?? 0) - 1);
  }

  #refuse(isUnfit: boolean, kind: string): void {
    if (isUnfit) this.#unfit.set(kind, (this.#unfit.get(kind) ?? 0) + 1);
  }

  #lose(name: string): void {
    this.#lost.set(name, (this.#lost.get(name) ?? 0) + 1);
  }

  #fieldOf(node: number): string {
    return this.#nodes.language.fields[this.#nodes.tree.field[node] as number] ?? "";
  }

  /** Does a leaf give something its name? */
  #isName(node: number): boolean {
    return /^(?:name|declarator)$/.test(this.#fieldOf(node));
  }

  #isFunctionName(node: number): boolean {
    return kindOf(this.#nodes, this.#nodes.tree.parent[node] as number) === "function_definition";
  }

  #isMember(node: number): boolean {
    return /^(?:field_declaration_list|struct_body)$/.test(kindOf(this.#nodes, this.#listOf(node)));
  }

  /** Members of a block that has no name of its own are names like any others. */
  #isGlobal(node: number): boolean {
    const owner = this.#nodes.tree.parent[this.#listOf(node)] as number;
    return !kindOf(this.#nodes, owner).startsWith("struct_") && fieldChild(this.#nodes, owner, "declarator") < 0;
  }

  /** Where the declaration of a name stands. */
  #listOf(node: number): number {
    return Math.max(
      0,
      aboveOf(
        this.#nodes,
        node,
        /^(?:field_declaration_list|struct_body|parameter_list|compound_statement|declaration_list)$/,
      ),
    );
  }

  /** Does a function with a type return values, and one without none? */
  #isFit(node: number): boolean {
    const { tree } = this.#nodes;
    const type = fieldChild(this.#nodes, node, this.#dialect.cLike ? "type" : "return_type");
    const isVoid = type < 0 || textOf(tree, type) === "void";
    let returns = 0;
    for (let each = node; each < (tree.after[node] as number); each++) {
      if (kindOf(this.#nodes, each) !== "return_statement") continue;
      returns++;
      const hasValue = /\w/.test(textOf(tree, each).slice("return".length));
      if (hasValue === isVoid) return false;
    }
    return isVoid || returns > 0;
  }
}
