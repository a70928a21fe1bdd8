/** A tree-sitter grammar (grammar.json) and what of it shows in trees: hidden rules are seen through, nothing recurses. */

export interface Rule {
  readonly type: string;
  readonly name?: string;
  readonly value?: string | number;
  readonly named?: boolean;
  readonly content?: Rule;
  readonly members?: readonly Rule[];
}

export interface Grammar {
  readonly name: string;
  readonly rules: Readonly<Record<string, Rule>>;
  readonly extras?: readonly Rule[];
  readonly inline?: readonly string[];
  readonly supertypes?: readonly string[];
}

const WRAPPERS: ReadonlySet<string> = new Set(["FIELD", "PREC", "PREC_LEFT", "PREC_RIGHT", "PREC_DYNAMIC", "RESERVED"]);
const TOKENS: ReadonlySet<string> = new Set(["TOKEN", "IMMEDIATE_TOKEN"]);

/** The rule inside fields and precedences. */
export function bare(rule: Rule): Rule {
  let inner = rule;
  while (WRAPPERS.has(inner.type) && inner.content !== undefined) inner = inner.content;
  return inner;
}

/** Whether a rule makes one token, without children. */
export function isToken(rule: Rule): boolean {
  const inner = bare(rule);
  return inner.type === "STRING" || inner.type === "PATTERN" || TOKENS.has(inner.type);
}

/** The text of a rule that is one fixed text. */
export function literal(rule: Rule): string | undefined {
  let inner = bare(rule);
  while (TOKENS.has(inner.type) && inner.content !== undefined) inner = bare(inner.content);
  return inner.type === "STRING" && typeof inner.value === "string" ? inner.value : undefined;
}

/** The rules of a grammar, seen as what shows in its trees. */
export class Rules {
  readonly grammar: Grammar;
  readonly #bodies: ReadonlyMap<string, Rule>;
  readonly #hidden: ReadonlySet<string>;
  readonly #elements = new Map<Rule, ReadonlySet<string>>();

  constructor(grammar: Grammar) {
    this.grammar = grammar;
    this.#bodies = new Map(Object.entries(grammar.rules));
    this.#hidden = new Set([...(grammar.inline ?? []), ...(grammar.supertypes ?? [])]);
  }

  isHidden(name: string): boolean {
    return name.startsWith("_") || this.#hidden.has(name);
  }

  body(name: string): Rule | undefined {
    return this.#bodies.get(name);
  }

  /** The one visible kind a rule stands for by itself: a symbol, an alias or a text; undefined when it must be looked into. */
  visible(rule: Rule): string | undefined {
    if (rule.type === "ALIAS" && typeof rule.value === "string") return rule.value;
    if (rule.type === "SYMBOL" && rule.name !== undefined && !this.isHidden(rule.name)) return rule.name;
    return literal(rule);
  }

  /** What a rule that is not visible itself is made of; nothing for tokens without a name. */
  parts(rule: Rule): readonly Rule[] {
    if (TOKENS.has(rule.type)) return [];
    if (rule.type === "SYMBOL") {
      const body = rule.name === undefined ? undefined : this.body(rule.name);
      return body === undefined ? [] : [body];
    }
    return rule.members ?? (rule.content === undefined ? [] : [rule.content]);
  }

  /** What a hidden symbol stands for. */
  seenThrough(rule: Rule): Rule {
    const seen = new Set<Rule>();
    let inner = bare(rule);
    while (inner.type === "SYMBOL" && this.visible(inner) === undefined && !seen.has(inner)) {
      seen.add(inner);
      inner = bare(this.parts(inner)[0] ?? inner);
    }
    return inner;
  }

  /** Every visible kind that may come directly of a rule. */
  elements(rule: Rule): ReadonlySet<string> {
    const known = this.#elements.get(rule);
    if (known !== undefined) return known;
    const found = new Set(this.#kinds(rule, (inner) => this.parts(inner)));
    this.#elements.set(rule, found);
    return found;
  }

  /** The visible kinds that a rule may come down to as its only child. */
  singles(rule: Rule): ReadonlySet<string> {
    const enter = (inner: Rule): readonly Rule[] =>
      inner.type === "SEQ" ? this.#onlyMember(inner) : this.parts(inner);
    return new Set(this.#kinds(rule, enter));
  }

  #onlyMember(sequence: Rule): readonly Rule[] {
    const showing = this.parts(sequence).filter((member) => this.elements(member).size > 0);
    return showing.length === 1 ? showing : [];
  }

  /** The visible kinds inside a rule, in the order of the grammar; hidden rules are entered once. */
  *#kinds(rule: Rule, enter: (inner: Rule) => readonly Rule[]): Iterable<string> {
    const seen = new Set<Rule>();
    const waiting: Rule[] = [rule];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const kind = this.visible(next);
      if (kind !== undefined) yield kind;
      else waiting.push(...enter(next).toReversed());
    }
  }
}
