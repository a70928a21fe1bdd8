/** Functions and globals. */
import type { CutPass, Edit, RewritePass } from "../../pass.ts";
import type { Item } from "../module.ts";
import { cutOf, seenIn, swap, unitsOf, type ParsedModule } from "./seen.ts";

export const bodies: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "bodies",
  about: "declares functions instead of defining them",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    const defined = seen.functions.map(({ body }) => [swap(seen, { from: body.open, to: body.close + 1 }, "")]);
    return defined.length < 2 ? [] : defined;
  },
};

export const unused: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "unused",
  about: "deletes declarations and globals that nothing uses",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    return unusedItems(seen).map((item): readonly Edit[] => [cutOf(seen, item)]);
  },
};

/** Those that no function with a body needs. */
const unusedItems = ({ tokens, items }: ParsedModule): readonly Item[] => {
  const named = new Map(
    items.filter(({ kind }) => kind === "global" || kind === "declaration").map((item) => [item.name, item]),
  );
  const used = new Set<string>();
  const open = items.filter(({ name }) => !named.has(name));
  for (let item = open.pop(); item !== undefined; item = open.pop())
    for (let at = item.from; at < item.to; at++) {
      const { kind, text } = tokens[at] as (typeof tokens)[number];
      const needed = kind === "global" && !used.has(text) ? named.get(text) : undefined;
      if (needed === undefined) continue;
      used.add(text);
      open.push(needed);
    }
  return [...named.values()].filter(({ name }) => !used.has(name));
};

/** Functions of LLVM itself go when nothing calls them. */
const isBuiltIn = (kind: Item["kind"], name: string): boolean => kind === "declaration" && name.startsWith("@llvm.");

export const items: CutPass = {
  kind: "cuts",
  name: "functions and globals",
  about: "deletes functions, globals and other top-level parts, with their uses",
  unit: "functions and globals",
  units: (syntax) => {
    const seen = seenIn(syntax);
    return unitsOf(
      seen,
      seen.items.filter(({ kind, name }) => !/^(?:type|attributes|node|comdat)$/.test(kind) && !isBuiltIn(kind, name)),
    );
  },
};
