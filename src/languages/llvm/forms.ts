/** What instructions look like, by opcode. */
import { Cursor, type Operand } from "./cursor.ts";
import type { Instruction } from "./module.ts";
import type { Token } from "./tokens.ts";

/** Goes past what stands behind the opcode, and tells whether it is as it must be. */
type Form = (c: Cursor) => boolean;

const typed: Form = (c) => c.flags() && c.typed();
const comma: Form = (c) => c.take(",");
const allTyped: Form = (c) => c.flags() && c.several(() => c.typed());

/** Two values of one type. */
const pair: Form = (c) => {
  c.flags();
  const type = c.type();
  return type !== undefined && c.value(type) && comma(c) && c.value(type);
};

const cast: Form = (c) => typed(c) && c.take("to") && c.type() !== undefined;

/** Everything up to the metadata: alignment, orderings, address spaces, indices. */
const rest: Form = (c) => {
  while (!c.isDone && !(c.token()?.text === "," && c.token(1)?.kind === "metadata"))
    if (!(c.kind("word", "number", "string") || c.brackets("(") || comma(c))) return false;
  return true;
};

/** The type of what is called, what is called, its arguments, attributes, and bundles of operands. */
const called: Form = (c) => {
  c.flags();
  const type = c.type();
  if (type === undefined || !c.value(type, "callee") || !c.list("(", () => c.take("...") || c.typed())) return false;
  suffixes(c);
  return c.token()?.text !== "[" || c.list("[", () => c.kind("string") && c.list("(", () => c.typed()));
};

/** Attributes behind the arguments. */
const suffixes = (c: Cursor): void => {
  for (;;) {
    const { kind, text = "" } = c.token() ?? {};
    if (kind !== "group" && kind !== "string" && (kind !== "word" || /^(?:to|unwind)$/.test(text))) return;
    c.at++;
    if (kind === "word") c.brackets("(");
    else if (c.take("=")) c.at++;
  }
};

const phi: Form = (c) => {
  c.flags();
  const type = c.type();
  if (type === undefined) return false;
  return c.several(() => {
    const values = { next: 0 };
    return c.list("[", () => (values.next++ === 0 ? c.value(type) : c.block()));
  });
};

const within: Form = (c) => c.take("within") && c.value({ from: c.at, to: c.at });

const unwinds: Form = (c) => c.take("unwind") && (c.take("to", "caller") || c.label());

/** Behind the first value: alignment and the like. */
const accessed =
  (read: Form): Form =>
  (c) =>
    c.flags() && read(c) && rest(c);

const FORMS: Readonly<Record<string, Form>> = {
  fneg: typed,
  freeze: typed,
  resume: typed,
  ret: (c) => c.take("void") || c.typed(),
  br: (c) => c.label() || (c.typed() && comma(c) && c.label() && comma(c) && c.label()),
  switch: (c) => c.typed() && comma(c) && c.label() && c.list("[", () => c.typed() && comma(c) && c.label(), ""),
  indirectbr: (c) => c.typed() && comma(c) && c.list("[", () => c.label()),
  unreachable: () => true,
  call: called,
  invoke: (c) => called(c) && c.take("to") && c.label() && c.take("unwind") && c.label(),
  callbr: (c) => called(c) && c.take("to") && c.label() && c.list("[", () => c.label()),
  catchswitch: (c) => within(c) && c.list("[", () => c.label()) && unwinds(c),
  catchret: (c) => c.take("from") && c.value({ from: c.at, to: c.at }) && c.take("to") && c.label(),
  cleanupret: (c) => c.take("from") && c.value({ from: c.at, to: c.at }) && unwinds(c),
  catchpad: (c) => within(c) && c.list("[", () => c.typed()),
  cleanuppad: (c) => within(c) && c.list("[", () => c.typed()),
  icmp: pair,
  fcmp: pair,
  phi,
  select: allTyped,
  extractelement: allTyped,
  insertelement: allTyped,
  shufflevector: allTyped,
  extractvalue: accessed((c) => c.typed()),
  insertvalue: accessed((c) => c.typed() && comma(c) && c.typed()),
  alloca: accessed(
    (c) => c.type() !== undefined && (c.token()?.text !== "," || !isTypeNext(c) || (comma(c) && c.typed())),
  ),
  load: accessed((c) => c.type() !== undefined && comma(c) && c.typed()),
  store: accessed((c) => c.typed() && comma(c) && c.typed()),
  cmpxchg: accessed((c) => c.typed() && comma(c) && c.typed() && comma(c) && c.typed()),
  atomicrmw: accessed((c) => c.typed() && comma(c) && c.typed()),
  fence: rest,
  getelementptr: (c) => c.flags() && c.type() !== undefined && comma(c) && c.several(() => c.flags() && c.typed()),
  va_arg: (c) => c.typed() && comma(c) && c.type() !== undefined,
  landingpad: (c) => {
    if (c.type() === undefined) return false;
    while (c.take("cleanup") || ((c.take("catch") || c.take("filter")) && c.typed()));
    return true;
  },
  ...Object.fromEntries(
    "add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem"
      .split(" ")
      .map((name) => [name, pair]),
  ),
  ...Object.fromEntries(
    "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast"
      .split(" ")
      .map((name) => [name, cast]),
  ),
};

const isTypeNext = (c: Cursor): boolean => {
  const { kind, text = "" } = c.token(1) ?? {};
  return kind === "local" || /^i\d+$/.test(text);
};

/** Is it an opcode of which the form is known? */
export const isKnown = (opcode: string): boolean => Object.hasOwn(FORMS, opcode);

export interface Reading {
  readonly operands: readonly Operand[];
  /** It is one of the forms there are. */
  readonly isWhole: boolean;
  /** Where metadata begins. */
  readonly end: number;
}

/** Opcodes that are not known may have any form: their operands are what has a type before it. */
export const readInstruction = (tokens: readonly Token[], instruction: Instruction): Reading => {
  const { at, to, opcode } = instruction;
  const c = new Cursor(tokens, { from: at + 1, to });
  if (tokens[at]?.kind === "record") return { operands: recordOperands(c), isWhole: c.isDone, end: c.at };
  const form = isKnown(opcode) ? FORMS[opcode] : undefined;
  if (form === undefined) return { operands: looseOperands(c), isWhole: /^[a-z]/.test(opcode) && at < to - 1, end: to };
  const isFormed = form(c);
  const end = c.at;
  return { operands: c.operands, isWhole: isFormed && attachments(c), end };
};

const attachments: Form = (c) => {
  while (comma(c))
    if (!c.kind("metadata") || !(c.kind("metadata") && (c.brackets("(") || c.brackets("{") || true))) return false;
  return c.isDone;
};

const recordOperands = (c: Cursor): readonly Operand[] => {
  c.list("(", () =>
    c.token()?.kind === "metadata"
      ? c.value({ from: c.at, to: c.at }) && (c.brackets("(") || c.brackets("{") || true)
      : c.typed(),
  );
  return c.operands;
};

const looseOperands = (c: Cursor): readonly Operand[] => {
  for (c.flags(); !c.isDone;) if (!c.label() && !c.typed()) c.at++;
  return c.operands;
};
