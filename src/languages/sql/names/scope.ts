/** What names are known where. */
import type { Part } from "../parts.ts";

/** Columns in their order; `undefined` where nobody can tell. */
export type Columns = readonly string[] | undefined;

/** Tables, views and other things that a script has made so far. */
export type Tables = Map<string, Columns>;

/** So many scopes around a name are looked at; deeper down everything is taken for known. */
const MAX_SCOPES = 50;

export class Scope {
  readonly #around: Scope | undefined;
  readonly #depth: number;
  /** Names of tables as they are called here, and their columns. */
  readonly sources = new Map<string, Columns>();
  /** How many sources have a column of that name. */
  readonly #columns = new Map<string, number>();
  /** Names without a source: aliases, parameters. */
  readonly names = new Set<string>();
  readonly tables: Tables = new Map();
  readonly windows = new Set<string>();
  /** A column that two sources have is one. */
  isMerged = false;
  #isOpen = false;

  constructor(around?: Scope) {
    this.#around = around;
    this.#depth = around === undefined ? 0 : around.#depth + 1;
  }

  add(name: string, columns: Columns): void {
    this.sources.set(name, columns);
    if (columns === undefined) this.#isOpen = true;
    for (const column of columns ?? []) this.#columns.set(column, (this.#columns.get(column) ?? 0) + 1);
  }

  /** Is it a column of one source? */
  knows(name: string): boolean {
    for (const scope of this.#scopes()) {
      const sources = scope.#columns.get(name) ?? 0;
      if (scope.names.has(name) || sources === 1 || (sources > 1 && scope.isMerged)) return true;
      if (sources > 1) return false;
      if (scope.#isOpen || scope.sources.has(name) || (scope.sources.size > 0 && ROW_IDS.has(name))) return true;
    }
    return this.#depth > MAX_SCOPES;
  }

  /** Is it a column of that source, or something in a column of that name? */
  knowsOf(source: string, name: string): boolean {
    for (const scope of this.#scopes()) {
      const columns = scope.sources.get(source);
      if (columns !== undefined) return columns.includes(name) || ROW_IDS.has(name);
      if (scope.sources.has(source) || scope.names.has(source) || scope.#columns.has(source)) return true;
    }
    return this.#depth > MAX_SCOPES;
  }

  /** The table of that name, `null` if there is none. */
  table(name: string): Columns | null {
    for (const scope of this.#scopes()) if (scope.tables.has(name)) return scope.tables.get(name);
    return this.#depth > MAX_SCOPES ? undefined : null;
  }

  knowsWindow(name: string): boolean {
    for (const { windows } of this.#scopes()) if (windows.has(name)) return true;
    return this.#depth > MAX_SCOPES;
  }

  *#scopes(): Generator<Scope, void, void> {
    yield this;
    let scope = this.#around;
    for (let depth = 0; scope !== undefined && depth < MAX_SCOPES; depth++, scope = scope.#around) yield scope;
  }
}

const ROW_IDS = new Set(["rowid", "oid", "_rowid_", "ctid"]);

/** How a name is compared. */
export const plainName = (written: string): string =>
  (/^["`[]/.test(written) ? written.slice(1, -1) : written).toLowerCase();

/** The parts of a name with dots in it. */
export const namesIn = (text: string, { kind, start, end, parts }: Part): readonly string[] =>
  kind === "qualified"
    ? parts.flatMap((part) => (part.kind === "." ? [] : namesIn(text, part)))
    : [plainName(text.slice(start, end))];

export const childOf = ({ parts }: Part, ...kinds: readonly string[]): Part | undefined =>
  parts.find(({ kind }) => kinds.includes(kind));

export const childrenOf = ({ parts }: Part, ...kinds: readonly string[]): readonly Part[] =>
  parts.filter(({ kind }) => kinds.includes(kind));
