/** Parameters of functions in SPIR-V: they go with their arguments, and leave an undefined value or a variable. */
import { functionsOf, made, OP, unfillable, type Instruction, type Module, type Units } from "./module.ts";

/** The storage class of variables in functions. */
const LOCAL = 7;
const TYPE_POINTER = 32;
const TYPE_FUNCTION = 33;

interface Parameter {
  /** The function. */
  readonly of: number;
  readonly place: number;
  readonly id: number;
}

/** What takes the place of parameters that are gone, by functions. */
type Gone = ReadonlyMap<number, readonly Parameter[]>;

const parametersIn = (instructions: readonly Instruction[]): readonly Parameter[] => {
  const entries = new Set(instructions.filter(({ opcode }) => opcode === OP.entryPoint).map(({ words }) => words[2]));
  const locals = new Set(
    instructions
      .filter(({ opcode, words }) => opcode === TYPE_POINTER && words[2] === LOCAL)
      .map((each) => each.result),
  );
  const poor = unfillable(instructions);
  return functionsOf(instructions).flatMap(({ start, end }) => {
    const own = instructions.slice(start, end);
    const of = own[0]?.result ?? 0;
    if (entries.has(of)) return [];
    return own
      .filter(({ opcode }) => opcode === OP.functionParameter)
      .map(({ result, type }, place) => ({ of, place, id: result, isFree: !poor.has(type) || locals.has(type) }))
      .filter(({ isFree }) => isFree);
  });
};

/** Types of functions, those that there are and those that are needed now. */
class FunctionTypes {
  readonly #known = new Map<string, number>();
  readonly #added: Instruction[] = [];
  #next: number;

  constructor(instructions: readonly Instruction[]) {
    this.#next = instructions.reduce((most, { result }) => Math.max(most, result + 1), 1);
    for (const { opcode, words, result } of instructions)
      if (opcode === TYPE_FUNCTION) this.#known.set(words.slice(2).join(" "), result);
  }

  get added(): readonly Instruction[] {
    return this.#added;
  }

  of(...types: readonly number[]): number {
    const key = types.join(" ");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#next++;
    this.#known.set(key, id);
    this.#added.push(made(TYPE_FUNCTION, id, ...types));
    return id;
  }
}

const isOneOf = (gone: readonly Parameter[] | undefined, place: number): boolean =>
  gone?.some((each) => each.place === place) === true;

/** A function without some parameters: its type, and what stands for them behind its variables. */
const shortened = (
  own: readonly Instruction[],
  dropped: readonly Parameter[],
  { typeOf, poor }: { readonly typeOf: (head: Instruction) => number; readonly poor: ReadonlySet<number> },
): readonly Instruction[] => {
  const [head, ...rest] = own as [Instruction, ...Instruction[]];
  const ids = new Set(dropped.map(({ id }) => id));
  const isDropped = ({ opcode, result }: Instruction): boolean => opcode === OP.functionParameter && ids.has(result);
  const gone = rest.filter(isDropped);
  const kept = rest.filter((each) => !isDropped(each));
  const label = kept.findIndex(({ opcode }) => opcode === OP.label) + 1;
  const behind = kept.findIndex(({ opcode }, at) => at >= label && opcode !== OP.variable);
  return [
    made(OP.function, head.type, head.result, head.words[3] ?? 0, typeOf(head)),
    ...kept.slice(0, label),
    ...gone.filter(({ type }) => poor.has(type)).map(({ type, result }) => made(OP.variable, type, result, LOCAL)),
    ...kept.slice(label, behind),
    ...gone.filter(({ type }) => !poor.has(type)).map(({ type, result }) => made(OP.undef, type, result)),
    ...kept.slice(behind),
  ];
};

const without = (instructions: readonly Instruction[], gone: Gone): readonly Instruction[] => {
  const types = new FunctionTypes(instructions);
  const byId = new Map(instructions.map((each) => [each.result, each]));
  const poor = unfillable(instructions);
  const typeOf = ({ result, words }: Instruction): number => {
    const [returned = 0, ...taken] = byId.get(words[4] ?? 0)?.words.slice(2) ?? [];
    return types.of(returned, ...taken.filter((_, place) => !isOneOf(gone.get(result), place)));
  };
  const called = (each: Instruction): Instruction => {
    const own = each.opcode === OP.functionCall ? gone.get(each.words[3] ?? 0) : undefined;
    return own === undefined
      ? each
      : made(each.opcode, ...each.words.slice(1).filter((_, at) => !isOneOf(own, at - 3)));
  };
  const functions = functionsOf(instructions);
  const bodies = functions.flatMap(({ start, end }) => {
    const own = instructions.slice(start, end).map(called);
    const dropped = gone.get(own[0]?.result ?? 0);
    return dropped === undefined ? own : shortened(own, dropped, { typeOf, poor });
  });
  const needed = new Set(bodies.filter(({ opcode }) => opcode === OP.function).map(({ words }) => words[4]));
  const declared = instructions
    .slice(0, functions[0]?.start)
    .filter(({ opcode, result }) => opcode !== TYPE_FUNCTION || needed.has(result));
  return [...declared, ...types.added, ...bodies];
};

export const parameters = ({ instructions }: Module): Units => {
  const all = parametersIn(instructions);
  return {
    length: all.length,
    without: (gone) => {
      const byFunction = new Map<number, Parameter[]>();
      for (const [unit, parameter] of all.entries())
        if (gone[unit] === 1) byFunction.set(parameter.of, [...(byFunction.get(parameter.of) ?? []), parameter]);
      return without(instructions, byFunction);
    },
  };
};
