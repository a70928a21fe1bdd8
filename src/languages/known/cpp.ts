/** C++. */
import type { LanguageDefinition } from "../definition.ts";
import type { LanguageTraits } from "../traits.ts";
import { C_ATTRIBUTES, C_MACROS, cTraits } from "./c.ts";

export const CPP_MACROS: Readonly<Record<string, string>> = { ...C_MACROS, __cplusplus: "201703" };

/** What C++ and CUDA have. */
export const cppTraits: LanguageTraits = {
  ...cTraits,
  kinds: {
    attribute: [
      ...C_ATTRIBUTES,
      "virtual",
      "virtual_function_specifier",
      "virtual_specifier",
      "explicit_function_specifier",
      "noexcept",
      "throw_specifier",
    ],
  },
};

export const cpp: LanguageDefinition = {
  name: "cpp",
  extends: "c",
  extensions: "cc cpp cxx c++ cp hh hpp hxx h++ ii inl ipp ixx tcc tpp txx cppm",
  modes: "cpp c++",
  features: [
    [2, /^[ \t]*#[ \t]*include[ \t]*<(?:iostream|vector|string|memory|algorithm|map|utility|cstd\w+|type_traits)>/m],
    [3, /^[ \t]*template[ \t]*<(?:typename|class|int|auto|>|[A-Z])/m],
    [3, /\bstd::\w+/],
    [2, /^[ \t]*(?:inline[ \t]+)?namespace(?:[ \t]+[\w:]+)?[ \t]*\{/m],
    [
      2,
      /^[ \t]*(?:class|struct)[ \t]+\w+(?:[ \t]+final)?(?:[ \t]*:[ \t]*(?:public|private)[ \t]+\w+.*)?[ \t]*\{.*\n(?:.*\n){0,12}?[ \t]*(?:public|private|protected):/m,
    ],
    [2, /\b(?:static_cast|dynamic_cast|const_cast|reinterpret_cast)</],
    [2, /^[ \t]*using[ \t]+(?:namespace[ \t]+\w+|\w+(?:::\w+)+|\w+[ \t]*=[ \t]*[\w:<>]+);/m],
  ],
  grammar: { package: "tree-sitter-cpp", version: "0.23.4", highlights: ["c", "cpp"] },
  neutral: "int main() {}",
  traits: { ...cppTraits, macros: { ...CPP_MACROS, __GNUG__: "12" } },
};
