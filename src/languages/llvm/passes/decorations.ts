/** What only says more about the code: metadata, attributes, linkage, flags. */
import type { Edit, RewritePass, Syntax } from "../../pass.ts";
import type { Item } from "../module.ts";
import type { Token } from "../tokens.ts";
import { cutOf, Grouped, seenIn, swap, type ParsedModule } from "./seen.ts";

export const metadata: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "metadata",
  about: "deletes metadata, by kind",
  rewrites: (syntax: Syntax) => {
    const seen = seenIn(syntax);
    const groups = new Grouped();
    addMetadata(seen, (kind, edit) => groups.add(kind, edit));
    for (const item of seen.items)
      if (item.kind === "named node") groups.add(item.name === "!llvm.dbg.cu" ? "!dbg" : item.name, cutOf(seen, item));
    return groups.rewrites;
  },
};

type Add = (kind: string, edit: Edit) => void;

/** Attachments, records, and calls that only tell debuggers something. */
export const addMetadata = (seen: ParsedModule, add: Add): void => {
  for (const { tokens, blocks } of seen.functions)
    for (const { instruction, reading } of blocks.flatMap(({ lines }) => lines)) {
      const isForDebuggers =
        tokens[instruction.at]?.kind === "record" ||
        reading.operands.some(
          ({ role, from }) => role === "callee" && tokens[from]?.text.startsWith("@llvm.dbg.") === true,
        );
      if (isForDebuggers) add("!dbg", cutOf(seen, instruction));
      else addAttachments(seen, { from: reading.end, to: instruction.to }, add);
    }
  for (const item of seen.items) {
    if (item.kind === "global") addAttachments(seen, item, add);
    if (item.kind === "function" && item.body) addAttachments(seen, { from: item.from, to: item.body.open }, add);
  }
};

/** `, !tbaa !5`, and without the comma in the head of a function. */
const addAttachments = (seen: ParsedModule, { from, to }: { from: number; to: number }, add: Add): void => {
  const { tokens } = seen;
  for (let at = from; at < to - 1; at++) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== "metadata" || !/^![a-zA-Z]/.test(text) || tokens[at + 1]?.kind !== "metadata") continue;
    const group = tokens[at + 2]?.match ?? -1;
    const end = /^!(?:DI\w+)?$/.test(tokens[at + 1]?.text ?? "") && group > at ? group + 1 : at + 2;
    add(text, cutOf(seen, { from: tokens[at - 1]?.text === "," ? at - 1 : at, to: end }));
    at = end - 1;
  }
};

/** Words that may simply be missing. */
const WORDS: ReadonlySet<string> = new Set(
  (
    "noundef nonnull signext zeroext inreg noalias nocapture nofree returned readonly readnone writeonly dereferenceable " +
    "dereferenceable_or_null allocalign allocptr nofpclass captures range initializes dead_on_unwind writable dso_local " +
    "unnamed_addr local_unnamed_addr internal private linkonce linkonce_odr weak weak_odr common hidden protected dllexport " +
    "fastcc coldcc nuw nsw exact inbounds nnan ninf nsz arcp contract afn reassoc fast disjoint nneg samesign nusw tail notail " +
    "section partition align comdat externally_initialized available_externally noinline nounwind"
  ).split(" "),
);

export const attributes: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "modifiers",
  about: "deletes attributes, linkage, alignment and flags, by kind",
  rewrites: (syntax: Syntax) => {
    const seen = seenIn(syntax);
    const groups = new Grouped();
    for (const item of seen.items) {
      if (item.kind === "directive" && seen.tokens[item.from]?.text !== "module")
        groups.add(
          seen.tokens
            .slice(item.from, item.from + 2)
            .map(({ text }) => text)
            .join(" "),
          cutOf(seen, item),
        );
      else if (item.kind === "attributes") addMembers(seen, item, groups);
      else if (/^(?:function|declaration|global)$/.test(item.kind)) addWords(seen, item, groups);
    }
    return groups.rewrites;
  },
};

/** What is in a group of attributes. */
const addMembers = (seen: ParsedModule, { from, to }: Item, groups: Grouped): void => {
  const { tokens } = seen;
  for (let at = from + 4; at < to - 1; at++) {
    const first = at;
    const { text } = tokens[at] as Token;
    if (tokens[at + 1]?.text === "=") at += 2;
    else if (tokens[at + 1]?.text === "(") at = tokens[at + 1]?.match ?? at;
    groups.add(`in groups: ${text}`, cutOf(seen, { from: first, to: at + 1 }));
  }
};

const addWords = (seen: ParsedModule, { from, to }: Item, groups: Grouped): void => {
  const { tokens } = seen;
  let isAtomic = false;
  for (let at = from + 1; at < to; at++) {
    const { kind, text, leads } = tokens[at] as Token;
    if (leads) isAtomic = false;
    if (text === "atomic") isAtomic = true;
    if (kind === "group") groups.add("#", cutOf(seen, { from: at, to: at + 1 }));
    if (kind !== "word" || !WORDS.has(text) || (isAtomic && text === "align")) continue;
    const end = endOf(tokens, at);
    const comma = tokens[at - 1]?.text === "," && /^(?:align|section|partition|comdat)$/.test(text) ? at - 1 : at;
    groups.add(text, leads ? swap(seen, { from: at, to: end }, "") : cutOf(seen, { from: comma, to: end }));
    at = end - 1;
  }
};

/** Those with more in brackets behind them. */
const ARGUED = /^(?:dereferenceable|dereferenceable_or_null|align|nofpclass|captures|range|initializes|comdat)$/;

const endOf = (tokens: readonly Token[], at: number): number => {
  const next = tokens[at + 1];
  if (next?.text === "(" && next.match > at && ARGUED.test(tokens[at]?.text ?? "")) return next.match + 1;
  return next?.kind === "number" || (next?.kind === "string" && /^(?:section|partition)$/.test(tokens[at]?.text ?? ""))
    ? at + 2
    : at + 1;
};
