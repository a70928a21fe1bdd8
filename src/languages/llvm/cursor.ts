/** Reads types, values and lists of them from tokens, and notes the operands on its way. */
import type { Span } from "./module.ts";
import type { Token } from "./tokens.ts";

/** `block`: where a value of φ comes from. */
export type OperandRole = "value" | "label" | "block" | "callee";

export interface Operand extends Span {
  readonly role: OperandRole;
  /** The tokens of its type, which may stand elsewhere; empty where it has none. */
  readonly type: Span;
}

const SCALARS =
  /^(?:void|half|bfloat|float|double|fp128|x86_fp80|ppc_fp128|label|metadata|token|x86_mmx|x86_amx|ptr|i\d+)$/;

/** Constants that are one word. */
const CONSTANTS: ReadonlySet<string> = new Set("true false null undef poison zeroinitializer none".split(" "));

/** Constants with brackets behind them. */
const EXPRESSIONS: ReadonlySet<string> = new Set(
  (
    "blockaddress splat getelementptr bitcast inttoptr ptrtoint ptrtoaddr addrspacecast trunc zext sext fptrunc fpext uitofp " +
    "sitofp fptoui fptosi select icmp fcmp extractelement insertelement shufflevector extractvalue insertvalue fneg ptrauth " +
    "add sub mul udiv sdiv urem srem fadd fsub fmul fdiv frem shl lshr ashr and or xor"
  ).split(" "),
);

export class Cursor {
  readonly tokens: readonly Token[];
  readonly operands: Operand[] = [];
  readonly #to: number;
  at: number;

  constructor(tokens: readonly Token[], { from, to }: Span) {
    this.tokens = tokens;
    this.at = from;
    this.#to = to;
  }

  get isDone(): boolean {
    return this.at >= this.#to;
  }

  token(ahead = 0): Token | undefined {
    return this.at + ahead < this.#to ? this.tokens[this.at + ahead] : undefined;
  }

  /** Goes past these words, if they come next. */
  take(...words: readonly string[]): boolean {
    if (words.some((word, index) => this.token(index)?.text !== word)) return false;
    this.at += words.length;
    return true;
  }

  kind(...kinds: readonly Token["kind"][]): boolean {
    const { kind } = this.token() ?? {};
    if (kind === undefined || !kinds.includes(kind)) return false;
    this.at++;
    return true;
  }

  /** Past a bracket and all in it. */
  brackets(open: string): boolean {
    const token = this.token();
    if (token?.text !== open || token.match < this.at) return false;
    this.at = token.match + 1;
    return true;
  }

  /** Words that only say more: flags, attributes, calling conventions. Always holds. */
  flags(): boolean {
    for (let token = this.token(); token !== undefined; token = this.token()) {
      const { kind, text } = token;
      if (kind === "string") {
        this.at++;
        if (this.take("=")) this.at++;
      } else if (kind !== "word" || this.isType() || this.isValue()) break;
      else {
        this.at++;
        if (this.token()?.text === "(") this.brackets("(");
        else if (/^(?:align|cc)$/.test(text)) this.kind("number");
      }
    }
    return true;
  }

  isType(): boolean {
    const { kind, text = "" } = this.token() ?? {};
    if (kind === "word") return SCALARS.test(text) || (text === "target" && this.token(1)?.text === "(");
    return kind === "punctuation" && /^[[{<]$/.test(text);
  }

  /** Past a type; `undefined` where there is none. */
  type(): Span | undefined {
    const from = this.at;
    if (this.take("target")) {
      if (!this.brackets("(")) return undefined;
    } else if (this.isType() && this.token()?.kind === "word") this.at++;
    else if (!this.kind("local") && !["[", "{", "<"].some((open) => this.brackets(open))) return undefined;
    for (;;) {
      if (this.take("*")) continue;
      if (this.token()?.text === "addrspace" && this.token(1)?.text === "(") this.at++;
      if (!this.brackets("(")) return { from, to: this.at };
    }
  }

  isValue(): boolean {
    const { kind, text = "" } = this.token() ?? {};
    if (kind === "word")
      return CONSTANTS.has(text) || /^(?:asm|dso_local_equivalent|no_cfi)$/.test(text) || this.#isExpression(text);
    if (kind === "punctuation") return /^[[{<]$/.test(text);
    return kind === "local" || kind === "global" || kind === "number" || kind === "bytes" || kind === "metadata";
  }

  #isExpression(text: string): boolean {
    if (!EXPRESSIONS.has(text)) return false;
    for (let ahead = 1; ; ahead++) {
      const token = this.token(ahead);
      if (token?.text === "(") return true;
      if (token?.kind !== "word") return false;
    }
  }

  /** Past a value, which is noted as an operand. */
  value(type: Span, role: OperandRole = "value"): boolean {
    const from = this.at;
    if (!this.#pastValue(type)) return false;
    this.operands.push({ role, type, from, to: this.at });
    return true;
  }

  #pastValue(type: Span): boolean {
    if (this.tokens[type.from]?.text === "metadata" && type.to === type.from + 1) return this.#metadata();
    if (!this.isValue()) return false;
    if (this.take("asm")) {
      while (this.kind("word"));
      return this.kind("string") && this.take(",") && this.kind("string");
    }
    if (this.take("dso_local_equivalent") || this.take("no_cfi")) return this.kind("global");
    if (["[", "{", "<"].some((open) => this.brackets(open))) return true;
    const { kind, text = "" } = this.token() ?? {};
    this.at++;
    if (kind !== "word" || CONSTANTS.has(text)) return true;
    while (this.kind("word") || this.brackets("<"));
    return this.brackets("(");
  }

  /** A node, a node written out, or a value. */
  #metadata(): boolean {
    if (this.token()?.kind !== "metadata") return this.typed();
    this.at++;
    void (this.brackets("{") || this.brackets("("));
    return true;
  }

  /** A type and a value of it, with attributes between them. */
  typed(): boolean {
    const type = this.type();
    return type !== undefined && this.flags() && this.value(type);
  }

  label(): boolean {
    return this.take("label") && this.#name("label");
  }

  /** The name of a block without the word before it. */
  block(): boolean {
    return this.#name("block");
  }

  #name(role: "label" | "block"): boolean {
    const from = this.at;
    if (!this.kind("local")) return false;
    this.operands.push({ role, type: { from, to: from }, from, to: this.at });
    return true;
  }

  /** `read` between brackets, as often as it goes, with commas between. */
  list(open: string, read: () => boolean, separator = ","): boolean {
    const end = this.token()?.match ?? -1;
    if (this.token()?.text !== open || end < 0) return false;
    this.at++;
    while (this.at < end) if (!read() || (this.at < end && separator !== "" && !this.take(separator))) return false;
    this.at = end + 1;
    return true;
  }

  /** `read` once or more, with commas between. */
  several(read: () => boolean): boolean {
    while (read()) {
      if (this.token()?.text !== "," || this.token(1)?.kind === "metadata") return true;
      this.at++;
    }
    return false;
  }
}
