/** The types of the expressions of a shader, as far as they can be told without knowing all of its library. */
import type { SyntaxTree } from "../syntax.ts";
import { callType, indexedType, numberType, operatorType, swizzledType } from "./builtins.ts";
import type { Dialect } from "./dialect.ts";
import { concrete, readType, zeroOf } from "./types.ts";
import { childrenOf, fieldChild, kindOf, textOf, type Nodes } from "./nodes.ts";
import type { Inference, Thing } from "./thing.ts";

const known = new WeakMap<SyntaxTree, Inference>();

/** Once for each tree. */
export const inferenceOf = (syntax: Nodes, dialect: Dialect): Inference => {
  let inference = known.get(syntax.tree);
  if (inference === undefined) known.set(syntax.tree, (inference = new Walk(syntax, dialect).result()));
  return inference;
};

interface Scope {
  readonly node: number;
  readonly names: Map<string, Thing>;
}

const SCOPES =
  /^(?:function_definition|compound_statement|for_statement|switch_body|translation_unit|while_statement)$/;

class Walk {
  readonly #syntax: Nodes;
  readonly #dialect: Dialect;
  readonly #types: (string | undefined)[] = [];
  readonly #things: Thing[] = [];
  readonly #scopes: Scope[] = [{ node: 0, names: new Map() }];
  readonly #functions = new Map<string, Thing>();
  readonly #structs = new Map<string, Map<string, Thing>>();
  readonly #aliases = new Map<string, string>();
  readonly #definitions = new Map<number, Thing>();
  #function: Thing | undefined;

  constructor(syntax: Nodes, dialect: Dialect) {
    this.#syntax = syntax;
    this.#dialect = dialect;
  }

  result(): Inference {
    this.#declareOutside();
    this.#visit();
    const fieldsOf = (struct: string): readonly string[] | undefined => {
      const types = [...(this.#structs.get(struct)?.values() ?? [])].map(({ type }) => type);
      return types.length === 0 || types.includes(undefined) ? undefined : (types as readonly string[]);
    };
    return {
      types: this.#types,
      things: this.#things.toSorted((a, b) => a.node - b.node),
      read: (text) => this.#read(text),
      zero: (type) => (type === undefined ? undefined : zeroOf(type, this.#dialect, fieldsOf)),
    };
  }

  /** Functions, structs and other names are known everywhere. */
  #declareOutside(): void {
    const { tree } = this.#syntax;
    for (const node of childrenOf(tree, 0)) {
      const kind = kindOf(this.#syntax, node);
      if (kind === "type_definition") {
        const type = fieldChild(this.#syntax, node, "type");
        const name = fieldChild(this.#syntax, node, "name");
        if (type > 0 && name > 0) this.#aliases.set(textOf(tree, name), textOf(tree, type));
      } else if (kind === "function_definition") this.#declareFunction(node);
      const struct = kind === "struct_definition" ? node : fieldChild(this.#syntax, node, "type");
      if (struct > 0 && kindOf(this.#syntax, struct).startsWith("struct_")) this.#declareStruct(struct);
    }
  }

  #declareFunction(node: number): void {
    const { tree } = this.#syntax;
    const name = fieldChild(this.#syntax, node, "name");
    if (name < 0) return;
    const own = textOf(tree, name);
    const thing = this.#thing("function", own, node, this.#typeIn(node));
    this.#definitions.set(node, thing);
    if (!this.#functions.has(own)) this.#functions.set(own, thing);
  }

  #declareStruct(node: number): void {
    const { tree } = this.#syntax;
    const name = fieldChild(this.#syntax, node, "name");
    const body = fieldChild(this.#syntax, node, "body");
    if (name < 0 || body < 0) return;
    const members = new Map<string, Thing>();
    this.#structs.set(textOf(tree, name), members);
    for (const member of childrenOf(tree, body))
      for (const { name: own, node: each, type } of this.#declared(member))
        members.set(own, this.#thing("member", own, each, type));
  }

  #thing(kind: Thing["kind"], name: string, node: number, type: string | undefined): Thing {
    const thing: Thing = { kind, name, node, type, owner: this.#function, uses: [] };
    this.#things.push(thing);
    return thing;
  }

  /** What a declaration, a parameter or a member gives names to. */
  #declared(
    node: number,
  ): readonly { readonly name: string; readonly node: number; readonly type: string | undefined }[] {
    const { tree } = this.#syntax;
    const written = this.#typeIn(node);
    const own = fieldChild(this.#syntax, node, "name");
    if (own > 0) return [{ name: textOf(tree, own), node, type: written ?? this.#valueType(node) }];
    const declarators = [...childrenOf(tree, node)].filter(
      (child) => this.#syntax.language.fields[tree.field[child] as number] === "declarator",
    );
    return declarators.flatMap((each) => {
      const name = fieldChild(this.#syntax, each, "declarator");
      const dimensions = [...childrenOf(tree, each)].filter((child) => kindOf(this.#syntax, child) === "dimension");
      const type = dimensions.reduceRight<string | undefined>(
        (inner, dimension) => inner && `[${inner};${textOf(tree, dimension).slice(1, -1).trim()}]`,
        written,
      );
      const place = declarators.length === 1 ? node : each;
      return [{ name: textOf(tree, name > 0 ? name : each), node: place, type }];
    });
  }

  #typeIn(node: number): string | undefined {
    const type = Math.max(fieldChild(this.#syntax, node, "return_type"), fieldChild(this.#syntax, node, "type"));
    if (type < 0) return undefined;
    const { tree } = this.#syntax;
    const inner = [...childrenOf(tree, type)].filter((child) => /type|identifier/.test(kindOf(this.#syntax, child)));
    const isSigned = /annotation|return_type/.test(kindOf(this.#syntax, type));
    return this.#read(textOf(tree, isSigned ? (inner.at(-1) ?? type) : type));
  }

  #read(text: string): string | undefined {
    return readType(this.#aliases.get(text) ?? text, this.#dialect);
  }

  #valueType(node: number): string | undefined {
    const initializer = [...childrenOf(this.#syntax.tree, node)].find(
      (child) => kindOf(this.#syntax, child) === "initializer",
    );
    const value = initializer === undefined ? -1 : fieldChild(this.#syntax, initializer, "value");
    return value < 0 ? undefined : concrete(this.#types[value]);
  }

  /** Children before their parents, in document order; names are known from behind their declaration to the end of their scope. */
  #visit(): void {
    const { tree } = this.#syntax;
    const open: number[] = [];
    for (let node = 1; node <= tree.length; node++) {
      while (open.length > 0 && (node === tree.length || (tree.after[open.at(-1) as number] as number) <= node))
        this.#leave(open.pop() as number);
      if (node === tree.length) break;
      open.push(node);
      const kind = kindOf(this.#syntax, node);
      if (kind === "function_definition") this.#function = this.#definitions.get(node);
      if (SCOPES.test(kind)) this.#scopes.push({ node, names: new Map() });
    }
  }

  #leave(node: number): void {
    const kind = kindOf(this.#syntax, node);
    if (this.#scopes.at(-1)?.node === node) this.#scopes.pop();
    if (kind === "function_definition") this.#function = undefined;
    if (kind === "declaration" || kind === "parameter_declaration") this.#declare(node, kind);
    const rule = Object.hasOwn(RULES, kind) ? RULES[kind] : undefined;
    this.#types[node] = rule?.call(this, node);
  }

  #declare(node: number, kind: string): void {
    if (kindOf(this.#syntax, this.#syntax.tree.parent[node] as number) === "field_declaration_list") return;
    for (const { name, node: place, type } of this.#declared(node)) {
      const thing = this.#thing(kind === "declaration" ? "variable" : "parameter", name, place, type);
      this.#scopes.at(-1)?.names.set(name, thing);
    }
  }

  nameType(node: number): string | undefined {
    const { tree } = this.#syntax;
    const own = textOf(tree, node);
    const field = this.#syntax.language.fields[tree.field[node] as number] ?? "";
    if (/^(?:name|declarator)$/.test(field)) return undefined;
    const thing = this.#scopes.findLast(({ names }) => names.has(own))?.names.get(own) ?? this.#functions.get(own);
    thing?.uses.push(node);
    return thing?.kind === "function" ? undefined : thing?.type;
  }

  memberType(node: number): string | undefined {
    const { tree } = this.#syntax;
    const object = this.#types[fieldChild(this.#syntax, node, "argument")];
    const member = fieldChild(this.#syntax, node, "field");
    if (object === undefined || member < 0) return undefined;
    const thing = this.#structs.get(object.slice(1))?.get(textOf(tree, member));
    if (!object.startsWith("=") || thing === undefined) return swizzledType(object, textOf(tree, member));
    thing.uses.push(member);
    return thing.type;
  }

  callType(node: number): string | undefined {
    const { tree } = this.#syntax;
    const callee = fieldChild(this.#syntax, node, "function");
    const list = fieldChild(this.#syntax, node, "arguments");
    if (callee < 0 || list < 0) return undefined;
    const name = textOf(tree, callee);
    const given = [...childrenOf(tree, list)]
      .filter((child) => !/^[(),]$/.test(kindOf(this.#syntax, child)))
      .map((child) => this.#types[child]);
    const own = this.#functions.get(name);
    if (own !== undefined) return own.type;
    if (name.startsWith("bitcast<")) return this.#read(name.slice(8, -1));
    if (/^(?:vec|mat\dx)\d$/.test(name) && this.#dialect.name === "wgsl") {
      const scalar = given[0]?.split(":")[0];
      const size = /^(?:vec|mat)(.*)$/.exec(name)?.[1] ?? "";
      return scalar === undefined ? undefined : `${scalar}:${size}`;
    }
    const type = this.#read(name);
    if (type !== undefined && (!type.startsWith("=") || this.#structs.has(type.slice(1)))) return type;
    return callType(name, given);
  }

  binaryType(node: number): string | undefined {
    const [left, operator, right] = this.#parts(node);
    if (left === undefined || operator === undefined || right === undefined) return undefined;
    return operatorType(kindOf(this.#syntax, operator), [this.#types[left], this.#types[right]], this.#dialect);
  }

  /** That of the child at a place; -1 is the last. */
  likeChild(node: number, place: number): string | undefined {
    const child = this.#parts(node).at(place);
    return child === undefined ? undefined : this.#types[child];
  }

  unaryType(node: number): string | undefined {
    const [operator, operand] = this.#parts(node);
    if (operand === undefined || /^[*&]$/.test(kindOf(this.#syntax, operator ?? -1))) return undefined;
    return this.#types[operand];
  }

  indexType(node: number): string | undefined {
    const object = this.#types[fieldChild(this.#syntax, node, "argument")];
    return object === undefined ? undefined : indexedType(object);
  }

  numberType(node: number): string {
    return numberType(textOf(this.#syntax.tree, node), this.#dialect);
  }

  castType(node: number): string | undefined {
    return this.#typeIn(node);
  }

  #parts(node: number): readonly number[] {
    return [...childrenOf(this.#syntax.tree, node)].filter((child) => kindOf(this.#syntax, child) !== "comment");
  }
}

/** By kind of node. */
const RULES: Readonly<Record<string, (this: Walk, node: number) => string | undefined>> = {
  identifier(node) {
    return this.nameType(node);
  },
  number_literal(node) {
    return this.numberType(node);
  },
  boolean_literal: () => "bool",
  call_expression(node) {
    return this.callType(node);
  },
  field_expression(node) {
    return this.memberType(node);
  },
  subscript_expression(node) {
    return this.indexType(node);
  },
  binary_expression(node) {
    return this.binaryType(node);
  },
  unary_expression(node) {
    return this.unaryType(node);
  },
  parenthesized_expression(node) {
    return this.likeChild(node, 1);
  },
  conditional_expression(node) {
    return this.likeChild(node, 2);
  },
  comma_expression(node) {
    return this.likeChild(node, -1);
  },
  assignment_expression(node) {
    return this.likeChild(node, 0);
  },
  update_expression(node) {
    return this.likeChild(node, 0);
  },
  cast_expression(node) {
    return this.castType(node);
  },
};
