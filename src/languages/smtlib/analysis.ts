/** Reads the commands of a script one after the other. */
import type { SyntaxTree } from "../syntax.ts";
import { Analysis } from "./declarations.ts";
import { BAD, itemsOf, KEYWORD, LIST, readExpressions, SYMBOL, symbolAt, textAt, type Expressions } from "./reader.ts";
import type { Script } from "./script.ts";
import { BOOL } from "./sorts.ts";

type Reader = (this: Analysis, command: number, args: readonly number[]) => boolean;

const terms: Reader = function (_, args) {
  for (const arg of args) this.term(arg);
  return true;
};

const levels = (each: (this: Analysis, command: number) => boolean): Reader =>
  function (command, args) {
    const [count] = args;
    const times = count === undefined ? 1 : Number(textAt(this.found.source, count));
    if (args.length > 1 || !(times <= 1000)) return false;
    for (let time = 0; time < times; time++) if (!each.call(this, command)) return false;
    return true;
  };

/** A keyword and its value. */
const attribute: Reader = function (_, args) {
  return args.length === 2 && this.found.source.kind[args[0] as number] === KEYWORD;
};

const bare: Reader = (_, args) => args.length === 0;

const COMMANDS: Readonly<Record<string, Reader>> = Object.assign(Object.create(null) as Record<string, Reader>, {
  assert(this: Analysis, _: number, args: readonly number[]) {
    return this.term(args[0], BOOL) && args.length === 1;
  },
  "assert-soft"(this: Analysis, _: number, args: readonly number[]) {
    return this.term(args[0], BOOL);
  },
  minimize(this: Analysis, _: number, args: readonly number[]) {
    return this.term(args[0]);
  },
  maximize(this: Analysis, _: number, args: readonly number[]) {
    return this.term(args[0]);
  },
  "declare-fun": Analysis.prototype.declare,
  "declare-const": Analysis.prototype.declareConstant,
  "define-fun"(this: Analysis, command: number, args: readonly number[]) {
    return this.define(command, args);
  },
  "define-fun-rec"(this: Analysis, command: number, args: readonly number[]) {
    return this.define(command, args, true);
  },
  "define-funs-rec": Analysis.prototype.defineAll,
  "define-const": Analysis.prototype.defineConstant,
  "declare-sort": Analysis.prototype.declareSort,
  "define-sort": Analysis.prototype.defineSort,
  "declare-datatype": Analysis.prototype.declareDatatype,
  "declare-datatypes": Analysis.prototype.declareDatatypes,
  push: levels(Analysis.prototype.push),
  pop: levels(Analysis.prototype.pop),
  eval: terms,
  simplify(this: Analysis, _: number, args: readonly number[]) {
    return this.term(args[0]);
  },
  "get-value"(this: Analysis, command: number, [list]: readonly number[]) {
    return list !== undefined && terms.call(this, command, itemsOf(this.found.source, list));
  },
  "check-sat-assuming"(this: Analysis, command: number, [list]: readonly number[]) {
    return list !== undefined && terms.call(this, command, itemsOf(this.found.source, list));
  },
  "set-logic": ((_, args) => args.length === 1) satisfies Reader,
  "set-option": attribute,
  "set-info": attribute,
  "get-info": ((_, args) => args.length === 1) satisfies Reader,
  "get-option": ((_, args) => args.length === 1) satisfies Reader,
  echo: ((_, args) => args.length === 1) satisfies Reader,
  exit: bare,
  reset: bare,
  "reset-assertions": bare,
  "get-model": bare,
  "get-proof": bare,
  "get-assertions": bare,
  "get-assignment": bare,
  "get-unsat-core": bare,
  "get-unsat-assumptions": bare,
});

const read = (analysis: Analysis, command: number): void => {
  const { source, errors } = analysis.found;
  const { kind, after } = source;
  const isList = kind[command] === LIST && (after[command] as number) > command + 1;
  if (kind[command] === BAD) return;
  const [head = -1, ...args] = isList ? itemsOf(source, command) : [];
  const reader = COMMANDS[symbolAt(source, head)];
  if (kind[head] !== SYMBOL || (reader !== undefined && !reader.call(analysis, command, args))) errors.add(command);
};

/** Takes time linear in the text. */
export const analyse = (source: Expressions): Script => {
  const analysis = new Analysis(source);
  const commands: number[] = [];
  for (let node = 0; node < source.length; node = source.after[node] as number) {
    commands.push(node);
    read(analysis, node);
  }
  const { found, entries, isSort } = analysis;
  return { ...found, isSort, commands, entries: entries.toSorted((a, b) => a.place - b.place) };
};

const scripts = new WeakMap<SyntaxTree, Script>();

export const remember = (tree: SyntaxTree, script: Script): void => void scripts.set(tree, script);

/** What a tree means. */
export const scriptOf = (tree: SyntaxTree): Script => {
  let known = scripts.get(tree);
  if (known === undefined) scripts.set(tree, (known = analyse(readExpressions(tree.text))));
  return known;
};
