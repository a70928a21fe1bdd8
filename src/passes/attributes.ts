/** What is said about declarations besides what they declare: attributes, annotations, qualifiers; each form everywhere at once. */
import { hasRole } from "../languages/roles.ts";
import { addTo } from "./support/grouping.ts";
import type { Edit, RewritePass } from "../languages/pass.ts";

export const attributes: RewritePass = {
  kind: "rewrites",
  filtered: true,
  name: "attributes",
  about: "deletes attributes, annotations and qualifiers, each form everywhere at once",
  rewrites({ tree, language }) {
    const forms = new Map<string, Edit[]>();
    for (let node = 1; node < tree.length; node++) {
      const kind = tree.kind[node] as number;
      if (!hasRole(language, "attribute", kind)) continue;
      const start = tree.start[node] as number;
      const end = tree.end[node] as number;
      if (start < end) addTo(forms, formOf(kind, tree.text.slice(start, end)), { start, end, text: "" });
      node = (tree.after[node] as number) - 1;
    }
    return [...forms.values()];
  },
};

const OUTER = /^__(?:attribute|declspec)(?:__)?/;

/** What goes together: `__attribute__((nonnull(1)))` and `__attribute__((nonnull(2)))`, but not `const` and `volatile`. */
const formOf = (kind: number, text: string): string => `${kind} ${/\w+/.exec(text.replace(OUTER, ""))?.[0] ?? ""}`;
