/** As few bytes as the same module can be written in. */
import type { Edit, RewritePass, TextPass } from "../../pass.ts";
import type { FunctionModel } from "../functions.ts";
import { Grouped, seenIn, swap, type Seen } from "./seen.ts";

export const numbers: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "numbers",
  about: "puts numbers in the place of names (with --rename)",
  rewrites: (syntax) => {
    if (!syntax.rename) return [];
    const seen = seenIn(syntax);
    return [...numberedGlobals(seen), ...seen.functions.flatMap((f) => numberedLocals(seen, f))];
  },
};

/** No module has so many: what they are in the end is counted anew. */
const FIRST = 1_000_000_000;

const numberedGlobals = (seen: Seen): readonly (readonly Edit[])[] => {
  const groups = new Grouped();
  const places = new Map<string, number>();
  for (const { kind, name } of seen.items)
    if (/^(?:function|declaration|global)$/.test(kind) && !/^@(?:"?llvm\.|\d)/.test(name))
      places.set(name, FIRST + places.size);
  for (const [at, { kind, text }] of seen.tokens.entries()) {
    const place = kind === "global" ? places.get(text) : undefined;
    if (place !== undefined) groups.add(text, swap(seen, { from: at, to: at + 1 }, `@${place}`));
  }
  return groups.rewrites;
};

/** All at once: names of values are seldom what matters. */
const numberedLocals = (seen: Seen, f: FunctionModel): readonly (readonly Edit[])[] => {
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

export const brief: TextPass = {
  kind: "texts",
  name: "brief",
  about:
    "leaves out what the reader of LLVM can tell by itself: labels, names that are not used, white space (with --rename)",
  texts: (syntax) => {
    if (!syntax.rename) return [];
    const text = squeezed(seenIn(syntax));
    return text.length < syntax.tree.text.length ? [text] : [];
  },
};

/** Numbers count by themselves; truth values and zeros have shorter names. */
const SHORT: Readonly<Record<string, string>> = { false: "0", true: "1" };

const squeezed = (seen: Seen): string => {
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

const joined = ({ tokens }: Seen, gone: ReadonlySet<number>): string => {
  let text = "";
  let isNew = true;
  for (const [at, token] of tokens.entries()) {
    isNew ||= token.leads;
    if (gone.has(at)) continue;
    const own = token.kind === "word" ? (SHORT[token.text] ?? token.text) : token.text;
    if (text !== "" && isNew && own !== "}" && !text.endsWith("{")) text += "\n";
    else if (/[-\w$."]$/.test(text) && /^[-\w$."]/.test(own) && !isNew) text += " ";
    text += own;
    isNew = false;
  }
  return text;
};
