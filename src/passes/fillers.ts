/** The simplest thing that can stand in the place of a node. */
import { EXTRA, NAMED } from "../languages/syntax.ts";
import { standsOf } from "../languages/traits.ts";
import type { Edit, EditPass } from "../languages/pass.ts";

/** On a text with more of them, trying one after the other is hopeless anyway. */
const MAX_EDITS = 20_000;

export const fillers: EditPass = {
  kind: "edits",
  name: "fillers",
  about: "puts something trivial (a, 0, {}) in the place of a node",
  filtered: true,
  edits({ tree, language, rename }, from) {
    const edits: Edit[] = [];
    const kindOf = (node: number): string => language.kinds[tree.kind[node] as number] ?? "";
    const stands = standsOf(language.traits).filter((text) => rename || !/^[a-z]$/.test(text));
    for (let node = 1; node < tree.length && edits.length < MAX_EDITS; node++) {
      const start = tree.start[node] as number;
      const flags = tree.flags[node] as number;
      if (start < from || (flags & NAMED) === 0 || (flags & EXTRA) !== 0 || tree.after[node] === node + 1) continue;
      const end = tree.end[node] as number;
      for (const text of stands) if (text.length < end - start) edits.push({ start, end, text });
      const body =
        tree.end[tree.parent[node] as number] === end
          ? language.traits.bodies?.[kindOf(tree.parent[node] as number)]
          : undefined;
      if (body !== undefined && tree.text.charAt(start) === "{") edits.push({ start, end, text: body });
    }
    return edits;
  },
};
