/** Directives that programs mostly do without: linemarkers, pragmas and the like, all of a kind at once. */
import { addTo } from "../support/grouping.ts";
import type { Edit, RewritePass } from "../../languages/pass.ts";
import { directivesOf } from "./lines.ts";

/** By keyword: the kind it goes with. */
const KINDS: Readonly<Record<string, string>> = {
  line: "line",
  pragma: "pragma",
  undef: "undef",
  ident: "ident",
  sccs: "ident",
  warning: "message",
  error: "message",
  region: "region",
  endregion: "region",
  nullable: "nullable",
  "": "lone",
};

export const directives: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "directives",
  about: "deletes linemarkers, pragmas and other directives that define nothing, all of a kind at once",
  rewrites(syntax) {
    if (syntax.language.traits.grammarless === true) return [];
    const byKind = new Map<string, Edit[]>();
    for (const { keyword, start, end } of directivesOf(syntax)) {
      const kind = KINDS[keyword];
      if (kind !== undefined) addTo(byKind, kind, { start, end, text: "" });
    }
    return [...byKind.values()];
  },
};
