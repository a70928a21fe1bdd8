/** What nodes are for, by the names that grammars usually give to their kinds and fields; a language may name further kinds. */
import type { Language } from "./syntax.ts";
import type { Role } from "./traits.ts";

const USUAL: Readonly<Record<Role, RegExp | undefined>> = {
  /** What is said about a declaration, and may go without leaving a hole: there is no usual name. */
  attribute: undefined,
  /** Leaves that grammars take for types of the language; programs may have defined them themselves. */
  "builtin type": /type|builtin/,
  comment: /comment/,
  /** What has members that are as good as those of the file: namespaces, modules, classes. */
  container: /namespace|module|mod_item|linkage|extern|impl|class|interface|trait|contract|package|object_def/,
  "generic parameters": /^(?:template_parameter_list|type_parameters|type_parameter_list)$/,
  /** What has names of its own: bodies, lists of members and of parameters. Those of enumerations are known outside. */
  inside: /^(?!enum).*(?:parameter|body|block|compound_statement|suite|field_declaration_list|initializer_list)/,
  /** Leaves that name something. */
  name: /identifier|^name$|_name$|variable|constant$|^word$|^constructor$|^value_name|^type_constructor/,
  /** Leaves and small nodes that stand for a number. */
  number: /number|integer|float|decimal/,
  return: /^return_(?:statement|expression)$/,
  /** What stands for a text. */
  string: /string|char_literal|character|regex|heredoc/,
  /** What does not define its name but uses it. */
  use: /call|invocation|access|member|qualified|scoped|template_type|template_function|argument|generic_type|export_specifier/,
};

/** By language and role: for each kind, 1 if it has the role. */
const known = new WeakMap<Language, Map<Role, Uint8Array>>();

/** Has a kind of the language, given by its number, this role? */
export const hasRole = (language: Language, role: Role, kind: number | undefined): boolean => {
  let tables = known.get(language);
  if (tables === undefined) known.set(language, (tables = new Map()));
  let table = tables.get(role);
  if (table === undefined) tables.set(role, (table = tableOf(language, role)));
  return table[kind ?? -1] === 1;
};

const tableOf = ({ kinds, traits }: Language, role: Role): Uint8Array => {
  const further = traits.kinds?.[role] ?? [];
  return Uint8Array.from(kinds, (kind) => (USUAL[role]?.test(kind) === true || further.includes(kind) ? 1 : 0));
};

/** Fields under which grammars keep the name of what a node defines. */
export const isDefiningField = (field: string): boolean => /^(?:name|declarator|left|pattern|alias)$/.test(field);

/** Those of them that may only give something to a name that is there already. */
export const isAssigningField = (field: string): boolean => field === "left";

export const isTypeField = (field: string): boolean => /^(?:type|return_type|result)$/.test(field);

/** How well what grammars keep under a field may stand for a name, the best first; nothing for fields that are no value. */
export const valueRank = (field: string): number | undefined => VALUES[field];

const VALUES: Readonly<Record<string, number>> = { value: 1, right: 1, default_value: 1, type: 2, body: 3 };
