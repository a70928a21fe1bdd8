/** Characters of tokens. */
import { isName } from "../languages/tables.ts";
import { isWord, tokensOf } from "./leaves.ts";
import type { ShorteningPass } from "./pass.ts";

export const characters: ShorteningPass = {
  kind: "shortenings",
  name: "characters",
  about: "deletes characters of tokens; of names only with --rename",
  parts: ({ tree, language, rename }) =>
    tokensOf(tree).filter(({ start, end, node }) => {
      if (end - start < 2) return false;
      return rename || !isWordy(tree.text.slice(start, end), language.kinds[tree.kind[node] ?? 0] ?? "");
    }),
};

/** A name or a word of the language, which must stay as it is. */
const isWordy = (text: string, kind: string): boolean => isName(kind) || isWord(text);
