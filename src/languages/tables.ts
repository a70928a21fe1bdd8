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
}

const tables: Readonly<Record<string, LanguageTable>> = {
  python: { fillers: { block: "pass", module: "" }, indented: true, stands: ["0", "a", "[]", "pass"] },
  haskell: { indented: true },
  yaml: { indented: true, stands: ["0", "a"] },
  make: { indented: true },
  scala: { indented: true },
  bash: { lines: true, fillers: { do_group: ":", compound_statement: ":" }, stands: [":", "a", "0"] },
  ruby: { lines: true },
  julia: { lines: true },
  kotlin: { lines: "brackets" },
  go: { lines: "brackets" },
  toml: { lines: true, stands: ["0", '""'] },
  lua: { lines: true },
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
