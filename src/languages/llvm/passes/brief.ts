/** As few bytes as the same module can be written in. */
import type { Edit, TextPass } from "../../pass.ts";
import { isTerse, type FunctionModel } from "../functions.ts";
import type { Item } from "../module.ts";
import { repaired } from "../repair/repair.ts";
import { spellOut } from "../repair/spelling.ts";
import { written } from "../tokens.ts";
import { allIn, Grouped, swap, type ParsedModule } from "./seen.ts";

/** No module has so many: what they are in the end is counted anew. */
const FIRST = 1_000_000_000;

const numberedGlobals = (seen: ParsedModule, isMeant: (item: Item) => boolean): readonly (readonly Edit[])[] => {
  const groups = new Grouped();
  const places = new Map<string, number>();
  for (const item of seen.items)
    if (/^(?:function|declaration|global)$/.test(item.kind) && !/^@(?:"?llvm\.|\d)/.test(item.name) && isMeant(item))
      places.set(item.name, FIRST + places.size);
  for (const [at, { kind, text }] of seen.tokens.entries()) {
    const place = kind === "global" ? places.get(text) : undefined;
    if (place !== undefined) groups.add(text, swap(seen, { from: at, to: at + 1 }, `@${place}`));
  }
  return groups.rewrites;
};

/** Types whose names nothing else has. */
const numberedTypes = (seen: ParsedModule): readonly (readonly Edit[])[] => {
  const groups = new Grouped();
  const values = new Set(
    seen.functions.flatMap(({ parameters, blocks }) => [
      ...parameters,
      ...blocks.flatMap(({ name, lines }) => [name, ...lines.flatMap((line) => line.name ?? [])]),
    ]),
  );
  const types = seen.items.filter(({ kind, name }) => kind === "type" && !/^%\d/.test(name) && !values.has(name));
  const short = new Map(types.map(({ name }, place) => [name, `%t${place === 0 ? "" : place}`]));
  for (const [at, { kind, text }] of seen.tokens.entries()) {
    const name = kind === "local" ? short.get(text) : undefined;
    if (name !== undefined && name.length < text.length && !values.has(name))
      groups.add(text, swap(seen, { from: at, to: at + 1 }, name));
  }
  return groups.rewrites;
};

/** All at once: names of values are seldom what matters. */
const numberedLocals = (seen: ParsedModule, f: FunctionModel): readonly (readonly Edit[])[] => {
  const { tokens, blocks, parameters, signature } = f;
  const names = new Map<string, number>();
  for (const name of [
    ...parameters,
    ...blocks.flatMap((block) => [block.name, ...block.lines.flatMap((line) => line.name ?? [])]),
  ])
    if (!/^%\d+$/.test(name)) names.set(name, FIRST + names.size);
  const edits: Edit[] = [];
  const put = (at: number, label = false): void => {
    const text = tokens[at]?.text ?? "";
    const number = names.get(label ? `%${text.slice(0, -1)}` : text);
    if (number !== undefined) edits.push(swap(seen, { from: at, to: at + 1 }, label ? `${number}:` : `%${number}`));
  };
  for (const { name } of signature.parameters) put(name);
  for (const { block, lines } of blocks) {
    put(block.label, true);
    for (const { instruction, reading } of lines) {
      put(instruction.result);
      for (const { from, to } of reading.operands) if (to === from + 1) put(from);
    }
  }
  return edits.length === 0 ? [] : [edits];
};

/** Whose names are left out: those of all, of what is defined here and not called by the system, of values alone, or none. */
const MEANT: readonly ((item: Item) => boolean)[] = [
  () => true,
  ({ kind, name }) => kind !== "declaration" && name !== "@main",
  () => false,
];

export const brief: TextPass = {
  kind: "texts",
  name: "brief",
  about: "omits what LLVM adds itself: names, labels, white space (with --rename)",
  texts: ({ tree: { text }, rename }) => {
    if (!rename) return [];
    const seen = allIn(text);
    const locals = [...numberedTypes(seen), ...seen.functions.flatMap((f) => numberedLocals(seen, f))];
    const renamed = MEANT.map((isMeant) => edited(text, [...locals, ...numberedGlobals(seen, isMeant)].flat()));
    const texts = [...renamed, text].map((each) => squeezed(allIn(repaired(each))));
    return [...new Set(texts)].filter(({ length }) => length < text.length);
  },
};

const edited = (text: string, edits: readonly Edit[]): string => {
  let at = 0;
  const pieces = edits
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text: own }) => {
      const piece = text.slice(at, start) + own;
      at = end;
      return piece;
    });
  return pieces.join("") + text.slice(at);
};

export const spelled: TextPass = {
  kind: "texts",
  name: "spelled out",
  about: "writes out the labels and names that LLVM would number",
  texts: ({ tree: { text } }) => {
    const seen = allIn(text);
    if (!isTerse(seen.functions)) return [];
    for (const f of seen.functions) spellOut(f);
    return [written(text, seen.tokens)];
  },
};

/** Numbers count by themselves; truth values and zeros have shorter names. */
const SHORT: Readonly<Record<string, string>> = { false: "0", true: "1" };

const squeezed = (seen: ParsedModule): string => {
  const gone = new Set<number>();
  for (const { blocks } of seen.functions)
    for (const { block, lines } of blocks) {
      if (/^\d+:$/.test(seen.tokens[block.label]?.text ?? "")) gone.add(block.label);
      for (const { instruction } of lines)
        if (/^%\d+$/.test(seen.tokens[instruction.result]?.text ?? ""))
          gone.add(instruction.result).add(instruction.result + 1);
    }
  return joined(seen, gone);
};

const joined = ({ tokens }: ParsedModule, gone: ReadonlySet<number>): string => {
  let text = "";
  let isNew = true;
  for (const [at, token] of tokens.entries()) {
    isNew ||= token.leads;
    if (gone.has(at)) continue;
    // Fields of nodes want the words.
    const isField = tokens[at - 1]?.kind === "label";
    const own = token.kind === "word" && !isField ? (SHORT[token.text] ?? token.text) : token.text;
    if (text !== "" && isNew && own !== "}" && !text.endsWith("{")) text += "\n";
    else if (/[-\w$."]$/.test(text) && /^[-\w$."]/.test(own) && !isNew) text += " ";
    text += own;
    isNew = false;
  }
  return text;
};
