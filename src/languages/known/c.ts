/** C. */
import type { LanguageDefinition } from "../definition.ts";
import type { LanguageTraits } from "../traits.ts";

/** What compilers of the family define. */
export const C_MACROS: Readonly<Record<string, string>> = {
  __GNUC__: "12",
  __GNUC_MINOR__: "2",
  __STDC__: "1",
  __STDC_HOSTED__: "1",
  __linux__: "1",
  __linux: "1",
  __unix__: "1",
  __unix: "1",
  __ELF__: "1",
  __LP64__: "1",
  __x86_64__: "1",
  __CHAR_BIT__: "8",
  __SIZEOF_INT__: "4",
  __SIZEOF_LONG__: "8",
  __SIZEOF_POINTER__: "8",
  __OPTIMIZE__: "1",
};

export const C_ATTRIBUTES: readonly string[] = [
  "attribute_specifier",
  "attribute_declaration",
  "ms_declspec_modifier",
  "ms_call_modifier",
  "ms_pointer_modifier",
  "gnu_asm_expression",
  "storage_class_specifier",
  "type_qualifier",
];

/** What all languages of the family have. */
export const cTraits: LanguageTraits = {
  types: ["int"],
  statementEnd: ";",
  bodies: { function_definition: ";" },
  directives: true,
  kinds: { attribute: C_ATTRIBUTES },
};

export const c: LanguageDefinition = {
  name: "c",
  extensions: "c idc",
  familyExtensions: { h: ["cpp", "objc", "cuda"], i: ["cpp", "objc"] },
  modes: "c",
  features: [
    [3, /^[ \t]*#[ \t]*include[ \t]*[<"]/m],
    [2, /^[ \t]*#[ \t]*(?:define|ifdef|ifndef|pragma)[ \t]+\w/m],
    [2, /^(?:int|void)[ \t]+main[ \t]*\(.*\)?[ \t]*\{?[ \t]*$/m],
    [1, /^[ \t]*typedef[ \t]+(?:struct|enum|union|unsigned|int)\b/m],
    [1, /^(?:static|extern|const|unsigned|struct)[ \t]+[\w* \t]+\(.*[{;,][ \t]*$/m],
  ],
  grammar: { package: "tree-sitter-c", version: "0.24.1" },
  neutral: "int main(void) { return 0; }",
  traits: {
    ...cTraits,
    macros: { ...C_MACROS, __STDC_VERSION__: "201710" },
    oldFunctions: true,
  },
};
