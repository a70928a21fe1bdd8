/** Nodes, groups of attributes and types: what refers to one that is gone goes too, and so does what nothing refers to. */
import type { Item, Module } from "../module.ts";
import { erase } from "./edits.ts";

/** Nodes that cannot stand: they refer to some that are not there, or are units that no list names. */
export const eraseBroken = ({ tokens, items }: Module): void => {
  const nodes = new Map(items.flatMap((item) => (item.kind === "node" ? [[item.name, item] as const] : [])));
  const users = new Map<string, string[]>();
  const broken: string[] = [];
  const listed = new Set(
    items.filter(({ name }) => name === "!llvm.dbg.cu").flatMap((item) => referencesOf(tokens, item)),
  );
  for (const [name, item] of nodes) {
    const isUnit = tokens.slice(item.from, item.from + 4).some(({ text }) => text === "!DICompileUnit");
    const open = tokens.slice(item.from, item.from + 6).findIndex(({ text }) => text === "(") + item.from;
    if (open >= item.from && tokens[open + 1]?.text === ",") erase(tokens, { from: open + 1, to: open + 2 });
    const references = referencesOf(tokens, item);
    if ((isUnit && !listed.has(name)) || references.some((each) => !nodes.has(each))) broken.push(name);
    for (const each of references) users.set(each, [...(users.get(each) ?? []), name]);
  }
  const gone = new Set(broken);
  for (const name of broken)
    for (const user of users.get(name) ?? [])
      if (!gone.has(user)) {
        gone.add(user);
        broken.push(user);
      }
  for (const name of gone) erase(tokens, nodes.get(name) as Item);
  for (const item of items)
    if (item.kind === "named node") eraseMembers({ tokens, items }, item, (name) => nodes.has(name) && !gone.has(name));
};

const referencesOf = (tokens: Module["tokens"], { from, to }: Item): readonly string[] => {
  const found: string[] = [];
  for (let at = from + 1; at < to; at++) {
    const { kind, text } = tokens[at] as Module["tokens"][number];
    if (kind === "metadata" && /^!\d/.test(text)) found.push(text);
  }
  return found;
};

/** Members of a list that are not there, with their commas. */
const eraseMembers = (
  { tokens }: Pick<Module, "tokens" | "items">,
  { from, to }: Item,
  isThere: (name: string) => boolean,
): void => {
  let isFirst = true;
  for (let at = from + 3; at < to; at++) {
    const { kind, text } = tokens[at] as Module["tokens"][number];
    if (kind !== "metadata" || !/^!\d/.test(text)) continue;
    if (!isThere(text)) {
      const comma = tokens[at - 1]?.text === "," ? at - 1 : at;
      erase(tokens, { from: comma, to: at + 1 });
    } else {
      if (isFirst && tokens[at - 1]?.text === ",") erase(tokens, { from: at - 1, to: at });
      isFirst = false;
    }
  }
};

/** Attachments and groups of attributes that are not there. Has anything changed? */
export const eraseDangling = ({ tokens, items }: Module, names: ReadonlySet<string>): boolean => {
  let changed = false;
  const gone = (from: number, to: number): void => {
    erase(tokens, { from, to });
    changed = true;
  };
  for (const item of items) {
    if (item.kind === "node" || item.kind === "named node" || item.kind === "attributes") continue;
    for (let at = item.from; at < item.to; at++) {
      const { kind, text } = tokens[at] as Module["tokens"][number];
      if (kind === "group" && !names.has(text)) gone(at, at + 1);
      if (text === "comdat" && item.from < at) eraseComdat({ tokens, names, item }, at);
      if (kind !== "metadata" || !/^!\d/.test(text) || names.has(text)) continue;
      if (tokens[at - 1]?.kind === "metadata") gone(tokens[at - 2]?.text === "," ? at - 2 : at - 1, at + 1);
    }
  }
  return changed;
};

const eraseComdat = (
  {
    tokens,
    names,
    item,
  }: { readonly tokens: Module["tokens"]; readonly names: ReadonlySet<string>; readonly item: Item },
  at: number,
): void => {
  if (item.kind === "comdat") return;
  const isNamed = tokens[at + 1]?.text === "(";
  const name = isNamed ? (tokens[at + 2]?.text ?? "") : `$${item.name.slice(1)}`;
  if (names.has(name)) return;
  const comma = tokens[at - 1]?.text === "," ? at - 1 : at;
  erase(tokens, { from: comma, to: isNamed ? at + 4 : at + 1 });
};

/** What only stands for what others refer to it by, and no one does. */
export const eraseUnused = ({ tokens, items }: Module): void => {
  const named = new Map<string, Item>();
  for (const item of items) if (/^(?:node|attributes|type|comdat)$/.test(item.kind)) named.set(item.name, item);
  const used = new Set<string>();
  const open: Item[] = items.filter((item) => named.get(item.name) !== item);
  for (let item = open.pop(); item !== undefined; item = open.pop())
    for (let at = item.from + (named.has(item.name) ? 1 : 0); at < item.to; at++) {
      const { text } = tokens[at] as Module["tokens"][number];
      const own = text === "comdat" ? `$${item.name.slice(1)}` : text;
      const needed = named.get(own);
      if (needed === undefined || used.has(own) || tokens[needed.from]?.text === "") continue;
      used.add(own);
      open.push(needed);
    }
  for (const [name, item] of named) if (!used.has(name)) erase(tokens, item);
};
