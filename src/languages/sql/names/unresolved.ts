/** How many names of a script are about nothing in it: tables that were not made, columns that no table has, rows of another length. */
import type { TextFaults } from "../../faults.ts";
import type { Part } from "../parts.ts";
import { childOf, childrenOf, namesIn, Scope, type Columns, type Tables } from "./scope.ts";
import { addSources, aliasOf, columnsOf, firstSelect, valuesIn } from "./sources.ts";
import { defineTable, isColumnName, referencesIn } from "./tables.ts";

interface Visit {
  readonly part: Part;
  readonly scope: Scope;
}

/** What the parts inside of one are looked at with: their scope, or nothing for those that are no uses of columns. */
type Inside = readonly Visit[];

export const unresolvedIn = (text: string, script: readonly Part[]): TextFaults => {
  const names = new Names(text);
  for (const part of script) names.look({ part, scope: names.script });
  return names.unresolved;
};

class Names {
  readonly script = new Scope();
  /** Indices, triggers and the like. */
  readonly #others: Tables = new Map();
  readonly unresolved = new Map<string, number>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  readonly #miss = (name = " rows"): void => void this.unresolved.set(name, (this.unresolved.get(name) ?? 0) + 1);

  look(first: Visit): void {
    const waiting = [first];
    for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
      const inside = this.#visit(visit.part, visit.scope);
      for (let at = inside.length - 1; at >= 0; at--) waiting.push(inside[at] as Visit);
    }
  }

  /** Counts what is wrong with the part itself; returns what is inside. */
  #visit(part: Part, scope: Scope): Inside {
    switch (part.kind) {
      case "query":
        return this.#query(part, scope);
      case "select":
        return this.#select(part, scope);
      case "set_operation":
        return this.#setOperation(part, scope);
      case "insert":
        return this.#insert(part, scope);
      case "update":
      case "delete":
        return this.#change(part, scope);
      case "create_table":
      case "create_view":
        return this.#creation(part, scope);
      case "create_index":
      case "create_trigger":
        return this.#attached(part, scope);
      case "create_other":
        this.#define(part, undefined);
        return [];
      case "drop":
      case "plain":
        return this.#aboutTable(part);
      case "over_clause":
        return this.#window(part, scope);
      default:
        return this.#expression(part, scope);
    }
  }

  #window(part: Part, scope: Scope): Inside {
    const name = childOf(part, "identifier");
    if (name !== undefined && !scope.knowsWindow(this.#nameOf(name))) this.#miss(this.#nameOf(name));
    return this.#expression(part, scope);
  }

  #expression(part: Part, scope: Scope): Inside {
    if (part.kind === "identifier" || part.kind === "qualified") {
      this.#column(part, scope);
      return [];
    }
    if (part.kind === "binary" && this.#textOf(part.parts[1]) === "->" && part.parts[0]?.kind !== "qualified") {
      const inner = new Scope(scope);
      for (const each of part.parts[0]?.kind === "identifier" ? [part.parts[0]] : valuesIn(part.parts[0] as Part))
        inner.names.add(this.#nameOf(each));
      return isJson(part) ? within(part.parts, scope) : within(part.parts.slice(2), inner);
    }
    return within(
      part.parts.filter((_, index) => isColumnName(this.#text, part, index)),
      scope,
    );
  }

  #column(part: Part, scope: Scope): void {
    const names = namesIn(this.#text, part);
    if (part.parts.at(-1)?.kind === "star") return;
    const [last = "", before] = names.toReversed();
    const isKnown = before === undefined ? scope.knows(last) : scope.knowsOf(before, last) || names.length > 2;
    if (!isKnown) this.#miss(last);
  }

  #query(part: Part, scope: Scope): Inside {
    const inner = new Scope(scope);
    const clause = childOf(part, "with_clause");
    if (clause !== undefined) this.#commonTables(clause, inner);
    const first = firstSelect(part);
    const behind = first?.kind === "select" ? this.#scopeOf(first, inner, false) : inner;
    return part.parts.map((each) => ({
      part: each,
      scope: /^(?:order_by|limit_clause)$/.test(each.kind) ? behind : inner,
    }));
  }

  #commonTables(clause: Part, scope: Scope): void {
    for (const cte of childrenOf(clause, "cte")) {
      const list = childOf(cte, "column_list");
      const query = childOf(childOf(cte, "subquery") ?? cte, "query");
      const columns = list === undefined ? query && columnsOf(this.#text, query, scope) : this.#listed(list);
      scope.tables.set(this.#nameOf(cte.parts[0]), columns);
    }
  }

  #select(part: Part, scope: Scope): Inside {
    return within(part.parts, this.#scopeOf(part, scope, true));
  }

  #scopeOf(select: Part, around: Scope, isCounted: boolean): Scope {
    const scope = new Scope(around);
    const from = childOf(select, "from_clause");
    if (from !== undefined) addSources(this.#text, from, scope, isCounted ? this.#miss : () => undefined);
    const windows = childOf(select, "window_clause");
    for (const { parts } of windows === undefined ? [] : childrenOf(windows, "window"))
      scope.windows.add(this.#nameOf(parts[0]));
    const list = childOf(select, "select_list");
    for (const item of list?.parts ?? []) {
      const alias = aliasOf(this.#text, item);
      if (alias !== undefined) scope.names.add(alias);
    }
    return scope;
  }

  #setOperation(part: Part, scope: Scope): Inside {
    const sides = childrenOf(part, "select", "values_clause", "subquery", "set_operation").map((side) =>
      side.kind === "set_operation" ? undefined : columnsOf(this.#text, { ...part, parts: [side] }, scope),
    );
    const [left, right] = sides;
    if (left !== undefined && right !== undefined && left.length !== right.length) this.#miss();
    return within(part.parts, scope);
  }

  #insert(part: Part, scope: Scope): Inside {
    const table = childOf(part, "identifier", "qualified");
    const inner = new Scope(scope);
    const own = table === undefined ? undefined : this.#table(table, scope);
    const name = table === undefined ? "" : (namesIn(this.#text, table).at(-1) ?? "");
    inner.add(aliasOf(this.#text, part) ?? name, own);
    const behind = new Scope(inner);
    behind.add("excluded", own);
    behind.isMerged = true;
    const list = childOf(part, "column_list");
    this.#arity(part, { wanted: list === undefined ? own : this.#listed(list), scope });
    return part.parts.flatMap((each) => {
      if (each === table || each.kind === "alias") return [];
      return [
        {
          part: each,
          scope:
            each.kind === "query" || each.kind === "values_clause"
              ? scope
              : each.kind === "on_conflict"
                ? behind
                : inner,
        },
      ];
    });
  }

  /** As many values in each row as there are columns. */
  #arity(part: Part, { wanted, scope }: { readonly wanted: Columns; readonly scope: Scope }): void {
    const values = childOf(part, "values_clause");
    const query = childOf(part, "query");
    const given =
      values !== undefined
        ? childrenOf(values, "row").map((row) => valuesIn(row).length)
        : [query && columnsOf(this.#text, query, scope)?.length];
    for (const length of given)
      if (wanted !== undefined && length !== undefined && length !== wanted.length) this.#miss();
  }

  #change(part: Part, scope: Scope): Inside {
    const inner = new Scope(scope);
    const clause = childOf(part, "with_clause");
    if (clause !== undefined) this.#commonTables(clause, inner);
    addSources(this.#text, { ...part, parts: childrenOf(part, "table_ref", "joined") }, inner, this.#miss);
    const more = new Scope(inner);
    const from = childOf(part, "from_clause");
    if (from !== undefined) addSources(this.#text, from, more, this.#miss);
    return within(part.parts, more);
  }

  #creation(part: Part, scope: Scope): Inside {
    const query = childOf(part, "query");
    const given = query === undefined ? undefined : columnsOf(this.#text, query, scope);
    const list = childOf(part, "column_list");
    const defs = childOf(part, "column_defs");
    const own = defineTable(this.#text, defs);
    this.#define(part, own ?? (list === undefined ? given : this.#listed(list)));
    for (const table of defs === undefined ? [] : referencesIn(this.#text, defs))
      if (this.script.table(table) === null) this.#miss(table);
    const inner = new Scope(scope);
    if (defs !== undefined) inner.add("", own);
    if (defs !== undefined && own === undefined) this.#miss();
    return within(
      part.parts.filter((each) => each === query || each === defs),
      defs === undefined ? scope : inner,
    );
  }

  /** Indices and triggers: of a table. */
  #attached(part: Part, scope: Scope): Inside {
    this.#define(part, undefined);
    const inner = new Scope(scope);
    addSources(this.#text, { ...part, parts: childrenOf(part, "table_ref") }, inner, this.#miss);
    if (part.kind === "create_trigger") {
      const [columns] = inner.sources.values();
      inner.sources.set("new", columns).set("old", columns);
    }
    return within(
      part.parts.filter(({ field, kind }) => field === undefined && kind !== "table_ref"),
      inner,
    );
  }

  /** Made twice, it is an error unless that is said to be none. */
  #define(part: Part, columns: Columns): void {
    const created = part.parts.find(({ field }) => field === "name");
    if (created === undefined) return;
    const name = namesIn(this.#text, created).at(-1) ?? "";
    const tables = /^create_(?:table|view)$/.test(part.kind) ? this.script.tables : this.#others;
    const isExcused = childrenOf(part, "option").some((option) => /exists|replace/i.test(this.#textOf(option)));
    if (tables.has(name) && !isExcused) this.#miss();
    tables.set(name, columns);
  }

  #aboutTable(part: Part): Inside {
    const isExcused = childrenOf(part, "option").some((option) => /exists/i.test(this.#textOf(option)));
    for (const table of childrenOf(part, "identifier", "qualified")) {
      const name = namesIn(this.#text, table).at(-1) ?? "";
      const tables = this.script.tables.has(name) ? this.script.tables : this.#others;
      if (!tables.has(name) && !isExcused) this.#miss(name);
      this.#forget(part, tables, name);
    }
    return [];
  }

  /** What is dropped is gone; what is changed may have any columns. */
  #forget(part: Part, tables: Tables, name: string): void {
    if (part.kind === "drop") tables.delete(name);
    else if (tables.has(name) && /^alter/i.test(this.#textOf(part.parts[0]))) tables.set(name, undefined);
  }

  #table(name: Part, scope: Scope): Columns {
    const own = this.#nameOf(name);
    const columns = scope.table(own);
    if (columns === null) this.#miss(own);
    return columns ?? undefined;
  }

  #listed(list: Part): readonly string[] {
    return childrenOf(list, "identifier", "qualified").map((each) => this.#nameOf(each));
  }

  #nameOf(part: Part | undefined): string {
    return part === undefined ? "" : (namesIn(this.#text, part).at(-1) ?? "");
  }

  #textOf(part: Part | undefined): string {
    return part === undefined ? "" : this.#text.slice(part.start, part.end);
  }
}

const within = (parts: readonly Part[], scope: Scope): Inside => parts.map((part) => ({ part, scope }));

/** `a -> 'b'`: a member of a value, no function. */
const isJson = ({ parts }: Part): boolean => /^(?:string|number|parameter)$/.test(parts.at(-1)?.kind ?? "");
