/** Simpler sorts everywhere: names of sorts, sorts that a simpler one can stand for, narrower bit vectors and numbers. */
import type { CoupledPass, Edit } from "../../pass.ts";
import { BITS, DECIMAL, headOf, itemsOf, LIST, NUMERAL, symbolAt, textAt } from "../reader.ts";
import type { Script } from "../script.ts";
import { widthOf } from "../sorts.ts";
import { overScript, removed, replaced, substituted, type Change } from "./edits.ts";

/** A name for a sort gives way to the sort. */
export const aliases: CoupledPass = {
  kind: "coupled",
  name: "sorts inlined",
  about: "replaces the name of a defined sort by the sort",
  changes: overScript((script) =>
    script.entries.flatMap((entry): readonly Change[] => {
      const [, , params = -1, sort = -1] = itemsOf(script.source, entry.owner);
      const isPlain = entry.kind === "sort definition" && script.source.after[params] === params + 1;
      if (!isPlain) return [];
      return [[removed(script, entry.owner), ...substituted(script, entry, textAt(script.source, sort))]];
    }),
  ),
};

const SIMPLE = ["Bool", "Int"];

/** By the text of a sort: the nodes that say it. */
const sortNodes = ({ source, isSort }: Script): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (let node = 0; node < source.length; node++) {
    if (isSort[node] === 0 || source.kind[node] === NUMERAL || textAt(source, node) === "_") continue;
    const text = textAt(source, node).replaceAll(/\s+/g, " ");
    const known = found.get(text);
    if (known === undefined) found.set(text, [node]);
    else known.push(node);
  }
  return found;
};

/** All that says a sort says another one; what declares it goes. */
export const simplerSorts: CoupledPass = {
  kind: "coupled",
  name: "simpler sorts",
  about: "replaces a sort by Bool or Int everywhere",
  changes: overScript((script) =>
    [...sortNodes(script)].flatMap(([text, nodes]): readonly Change[] => {
      const entry = script.meanings[nodes[0] as number];
      const isDeclared = entry !== undefined && headOf(script.source, entry.owner) === "declare-sort";
      if (SIMPLE.includes(text) || (entry !== undefined && !isDeclared)) return [];
      const declaration = isDeclared ? [removed(script, entry.owner)] : [];
      return SIMPLE.map((simple) => {
        const numbers = text === "Real" && simple === "Int" ? wholeNumbers(script) : [];
        return [...nodes.map((node) => replaced(script, node, simple)), ...declaration, ...numbers];
      });
    }),
  ),
};

const wholeNumbers = (script: Script): Change =>
  Array.from({ length: script.source.length }, (_, node) => node)
    .filter((node) => script.source.kind[node] === DECIMAL && script.isTerm[node] === 1)
    .map((node) => replaced(script, node, textAt(script.source, node).replace(/\..*/, "")));

const NARROW = [1, 4, 8];

/** Every bit vector of a width, with its constants. */
export const narrower: CoupledPass = {
  kind: "coupled",
  name: "narrower",
  about: "makes bit vectors and floating-point numbers narrower everywhere",
  changes: overScript((script) => {
    const { source, sorts } = script;
    const widths = new Set<number>();
    const floats = new Set<string>();
    for (let node = 0; node < source.length; node++) {
      const width = widthOf(sorts[node]);
      if (width !== undefined) widths.add(width);
      const sort = sorts[node];
      if (sort?.head === "_ FloatingPoint") floats.add(sort.args.map(({ text }) => text).join(" "));
    }
    return [
      ...[...widths].flatMap((from) =>
        [...NARROW, from >> 1].filter((to) => to > 0 && to < from).map((to) => ofWidth(script, from, to)),
      ),
      ...[...floats].filter((float) => float !== SMALL_FLOAT).map((float) => ofFloat(script, float)),
    ];
  }),
};

const ofWidth = (script: Script, from: number, to: number): Change => {
  const { source, sorts } = script;
  const edits: Edit[] = [];
  for (let node = 0; node < source.length; node++) {
    if (source.kind[node] === BITS && widthOf(sorts[node]) === from)
      edits.push(replaced(script, node, bits(textAt(source, node), to)));
    if (source.kind[node] !== LIST || headOf(source, node) !== "_") continue;
    const [, name = -1, width = -1, ...more] = itemsOf(source, node);
    if (more.length > 0 || textAt(source, width) !== String(from)) continue;
    const value = /^bv(\d+)$/.exec(symbolAt(source, name))?.[1];
    if (value !== undefined) edits.push(replaced(script, node, `(_ bv${BigInt.asUintN(to, BigInt(value))} ${to})`));
    else if (/^(?:BitVec|int2bv|fp\.to_[us]bv)$/.test(symbolAt(source, name)))
      edits.push(replaced(script, width, String(to)));
  }
  return edits;
};

/** The last bits of a constant. */
const bits = (text: string, width: number): string => {
  const value = BigInt.asUintN(width, BigInt(`0${text.slice(1)}`));
  return width % 4 === 0
    ? `#x${value.toString(16).padStart(width / 4, "0")}`
    : `#b${value.toString(2).padStart(width, "0")}`;
};

const SMALL_FLOAT = "2 3";
const NAMES: ReadonlyMap<string, string> = new Map([
  ["Float16", "5 11"],
  ["Float32", "8 24"],
  ["Float64", "11 53"],
  ["Float128", "15 113"],
]);

const ofFloat = (script: Script, float: string): Change => {
  const { source, sorts, isSort } = script;
  const edits: Edit[] = [];
  for (let node = 0; node < source.length; node++) {
    if (isSort[node] === 1 && NAMES.get(textAt(source, node)) === float)
      edits.push(replaced(script, node, `(_ FloatingPoint ${SMALL_FLOAT})`));
    if (source.kind[node] !== LIST) continue;
    const isOfSort = sorts[node]?.args.map(({ text }) => text).join(" ") === float;
    if (headOf(source, node) === "fp" && isOfSort) {
      edits.push(replaced(script, node, `(_ +zero ${SMALL_FLOAT})`));
      node = (source.after[node] as number) - 1;
      continue;
    }
    const [word = -1, name = -1, ...indices] = itemsOf(source, node);
    if (symbolAt(source, word) !== "_" || indices.map((index) => textAt(source, index)).join(" ") !== float) continue;
    edits.push(replaced(script, node, `(_ ${textAt(source, name)} ${SMALL_FLOAT})`));
  }
  return edits;
};
