/** What grammars do not say, as data: one line for each language that needs one. */

interface LanguageTable {
  /** By kind of the list's node: what stands for an element where there must be one. */
  readonly fillers?: Readonly<Record<string, string>>;
  /** Lines and indentation have a meaning. */
  readonly indented?: boolean;
  /** Line ends have a meaning, indentation has none; "brackets": blocks are in brackets. */
  readonly lines?: boolean | "brackets";
  /** What may stand for an expression, a block, a statement; the usual ones unless given. */
  readonly stands?: readonly string[];
  /** What may stand for any type, the most wanted first. */
  readonly types?: readonly string[];
  /** Statements that are expressions end in a semicolon. */
  readonly semicolons?: boolean;
  /** By kind of what has a body: what may stand for the body. */
  readonly bodies?: Readonly<Record<string, string>>;
}

const tables: Readonly<Record<string, LanguageTable>> = {
  python: { fillers: { block: "pass", module: "" }, indented: true, stands: ["0", "a", "[]", "pass"], types: ["int"] },
  haskell: { indented: true },
  yaml: { indented: true, stands: ["0", "a"] },
  make: { indented: true },
  scala: { indented: true, types: ["Int"] },
  bash: { lines: true, fillers: { do_group: ":", compound_statement: ":" }, stands: [":", "a", "0"] },
  ruby: { lines: true },
  julia: { lines: true },
  kotlin: { lines: "brackets", types: ["Int"] },
  go: { lines: "brackets", types: ["int"] },
  toml: { lines: true, stands: ["0", '""'] },
  lua: { lines: true },
  c: { types: ["int"], semicolons: true, bodies: { function_definition: ";" } },
  cpp: { types: ["int"], semicolons: true, bodies: { function_definition: ";" } },
  objc: { types: ["int"], semicolons: true, bodies: { function_definition: ";" } },
  cuda: { types: ["int"], semicolons: true, bodies: { function_definition: ";" } },
  java: { types: ["int"], semicolons: true, bodies: { method_declaration: ";" } },
  csharp: { types: ["int"], semicolons: true, bodies: { method_declaration: ";" } },
  solidity: { types: ["int"], semicolons: true, bodies: { function_definition: ";" } },
  php: { semicolons: true },
  zig: { types: ["u8"], semicolons: true },
  rust: { types: ["u8"], semicolons: true },
  typescript: { types: ["any"] },
  tsx: { types: ["any"] },
  json: { stands: ["0", "{}", "[]"] },
  plain: { lines: true, stands: [] },
};

export const fillerOf = (language: string, kind: string): string | undefined => tables[language]?.fillers?.[kind];

/** What the text of such a language may lose: everything between tokens that keeps them apart, or only what lines do not need. */
export const layoutOf = (language: string): "free" | "brackets" | "lines" | "indented" => {
  const table = tables[language];
  if (table?.indented === true) return "indented";
  if (table?.lines === "brackets") return "brackets";
  return table?.lines === true ? "lines" : "free";
};

export const standsOf = (language: string): readonly string[] => tables[language]?.stands ?? ["a", "0", "{}"];

/** The simplest types there are; none where types need no names. */
export const simpleTypesOf = (language: string): readonly string[] => tables[language]?.types ?? [];

/** What ends a statement that is an expression. */
export const statementEnd = (language: string): string => (tables[language]?.semicolons === true ? ";" : "");

/** What may stand for the body of what has one. */
export const bodyOf = (language: string, kind: string): string | undefined => tables[language]?.bodies?.[kind];

/** Fields under which grammars keep the name of what a node defines. */
export const isDefiningField = (field: string): boolean => /^(?:name|declarator|left|pattern|alias)$/.test(field);

/** Kinds of nodes whose name is not defined but used. */
export const isUseKind = (kind: string): boolean =>
  /call|invocation|access|member|qualified|scoped|template_type|template_function|argument|generic_type/.test(kind);

/** How well what grammars keep under a field may stand for a name, the best first; nothing for fields that are no value. */
export const valueRank = (field: string): number | undefined => VALUES[field];

const VALUES: Readonly<Record<string, number>> = { value: 1, right: 1, default_value: 1, type: 2, body: 3 };

export const isReturn = (kind: string): boolean => /^return_(?:statement|expression)$/.test(kind);

export const isTypeField = (field: string): boolean => /^(?:type|return_type|result)$/.test(field);

/** Kinds of lists of type parameters. */
export const isGenericParameters = (kind: string): boolean =>
  /^(?:template_parameter_list|type_parameters|type_parameter_list)$/.test(kind);

/** Kinds whose members are as good as those of the file: namespaces, modules, classes. */
export const isContainer = (kind: string): boolean =>
  /namespace|module|mod_item|linkage|extern|impl|class|interface|trait|contract|package|object_def/.test(kind);

/** Kinds of leaves that name something. */
export const isName = (kind: string): boolean =>
  /identifier|^name$|_name$|variable|constant$|^word$|^constructor$|^value_name|^type_constructor/.test(kind);

/** Kinds of leaves that grammars take for types of the language; programs may have defined them themselves. */
export const isTypeName = (kind: string): boolean => !isName(kind) && /type|builtin/.test(kind);

/** Kinds of leaves and small nodes that stand for a number. */
export const isNumber = (kind: string): boolean => /number|integer|float|decimal/.test(kind);

/** Kinds of nodes that stand for a text. */
export const isString = (kind: string): boolean => /string|char_literal|character|regex|heredoc/.test(kind);

/** In what a file of such a language names another one: a statement, an element of a list, or the word alone. */
export const refersBy = (language: string): "statements" | "elements" | "words" => {
  if (["json", "yaml", "toml"].includes(language)) return "elements";
  return ["make", "plain", "html"].includes(language) ? "words" : "statements";
};
