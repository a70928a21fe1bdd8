/** Characters of tokens. */
import { hasRole } from "../languages/roles.ts";
import { isWord, tokensOf } from "./support/leaves.ts";
import type { ShorteningPass } from "../languages/pass.ts";

export const characters: ShorteningPass = {
  kind: "shortenings",
  name: "characters",
  about: "deletes characters of tokens; of names only with --rename",
  parts: ({ tree, language, rename }) => {
    const seen = new Set<string>();
    return tokensOf(tree).filter(({ start, end, node }) => {
      const text = tree.text.slice(start, end);
      if (end - start < 2 || seen.has(text)) return false;
      seen.add(text);
      // A name or a word of the language must stay as it is.
      return rename || !(hasRole(language, "name", tree.kind[node] ?? 0) || isWord(text));
    });
  },
};
