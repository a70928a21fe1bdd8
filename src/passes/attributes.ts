/** What is said about declarations besides what they declare: attributes, annotations, qualifiers; each form everywhere at once. */
import { entryOf } from "./grouping.ts";
import type { Edit, RewritePass } from "./pass.ts";

const C = [
  "attribute_specifier",
  "attribute_declaration",
  "ms_declspec_modifier",
  "ms_call_modifier",
  "ms_pointer_modifier",
  "gnu_asm_expression",
  "storage_class_specifier",
  "type_qualifier",
];
const CPP = [
  ...C,
  "virtual",
  "virtual_function_specifier",
  "virtual_specifier",
  "explicit_function_specifier",
  "noexcept",
  "throw_specifier",
];
const JS = ["decorator"];
const TS = [...JS, "accessibility_modifier", "override_modifier", "readonly", "declare"];
const MODIFIERS = ["public", "protected", "private", "static", "final", "abstract", "synchronized", "transient"];

/** By language: kinds of nodes that may go without leaving a hole. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  c: C,
  objc: C,
  cpp: CPP,
  cuda: CPP,
  csharp: ["attribute_list", "modifier"],
  java: [...MODIFIERS, "annotation", "marker_annotation", "volatile", "native", "strictfp"],
  kotlin: [
    "annotation",
    "class_modifier",
    "function_modifier",
    "inheritance_modifier",
    "member_modifier",
    "parameter_modifier",
    "property_modifier",
    "visibility_modifier",
  ],
  scala: ["annotation"],
  python: JS,
  javascript: JS,
  typescript: TS,
  tsx: TS,
  rust: ["attribute_item", "inner_attribute_item", "visibility_modifier", "function_modifiers"],
  php: ["attribute_list", "visibility_modifier", "static_modifier", "final_modifier", "readonly_modifier"],
  solidity: ["visibility"],
};

export const attributes: RewritePass = {
  kind: "rewrites",
  filtered: true,
  name: "attributes",
  about: "deletes attributes, annotations and qualifiers, each form everywhere at once",
  rewrites({ tree, language }) {
    const kinds = KINDS[language.name];
    if (kinds === undefined) return [];
    const isWanted = language.kinds.map((kind) => kinds.includes(kind));
    const forms = new Map<string, Edit[]>();
    for (let node = 1; node < tree.length; node++) {
      const kind = tree.kind[node] as number;
      if (isWanted[kind] !== true) continue;
      const start = tree.start[node] as number;
      const end = tree.end[node] as number;
      if (start < end) entryOf(forms, formOf(kind, tree.text.slice(start, end))).push({ start, end, text: "" });
      node = (tree.after[node] as number) - 1;
    }
    return [...forms.values()];
  },
};

const OUTER = /^__(?:attribute|declspec)(?:__)?/;

/** What goes together: `__attribute__((nonnull(1)))` and `__attribute__((nonnull(2)))`, but not `const` and `volatile`. */
const formOf = (kind: number, text: string): string => `${kind} ${/\w+/.exec(text.replace(OUTER, ""))?.[0] ?? ""}`;
