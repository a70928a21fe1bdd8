/** Random scripts of SQL, in the manner of those that find bugs in databases: statements that depend on each other, without errors in SQLite. */
import { draws } from "../support/seeds.ts";

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** A view cannot be changed. */
  readonly isView: boolean;
}

class Script {
  readonly lines: string[] = [];
  readonly #tables: Table[] = [];
  readonly #random: ReturnType<typeof draws>;
  #made = 0;

  constructor(seed: number) {
    this.#random = draws(seed);
  }

  #below(bound: number): number {
    return this.#random.below(bound);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  #some<T>(most: number, make: (index: number) => T): readonly T[] {
    return Array.from({ length: 1 + this.#below(most) }, (_, index) => make(index));
  }

  add(): void {
    const made = this.#made++;
    const kind = made < 3 ? 0 : this.#below(20);
    if (kind < 2) this.#createTable(made);
    else if (kind < 6) this.#insert();
    else if (kind < 7) this.#createView(made);
    else if (kind < 8) this.#createIndex(made);
    else if (kind < 9) this.#change();
    else if (kind < 10)
      this.lines.push(this.#one(["PRAGMA case_sensitive_like = 1;", "ANALYZE;", "PRAGMA automatic_index = 0;"]));
    else if (kind < 11) this.#createTrigger(made);
    else this.lines.push(`${this.#query(3)};`);
  }

  #createTable(made: number): void {
    const name = `t${made}`;
    const columns = this.#some(5, (index) => `c${index}`);
    const types = ["INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC(10, 2)", ""];
    const rules = ["", "", "", " DEFAULT 1", " DEFAULT (1 + 2)", " COLLATE NOCASE", ` CHECK (c0 IS NOT 'no')`];
    const defs = columns.map((column) => `${column} ${this.#one(types)}${this.#one(rules)}`.trim());
    const more = this.#below(4) === 0 && columns.length > 1 ? [`UNIQUE (c0, c1)`] : [];
    const old = this.#below(4) === 0 ? this.#base() : undefined;
    const foreign = old === undefined ? [] : [`FOREIGN KEY (c0) REFERENCES ${old.name} (c0)`];
    this.lines.push(`CREATE TABLE ${name} (\n  ${[...defs, ...more, ...foreign].join(",\n  ")}\n);`);
    this.#tables.push({ name, columns, isView: false });
  }

  #base(): Table | undefined {
    const tables = this.#tables.filter(({ isView }) => !isView);
    return tables.length === 0 ? undefined : this.#one(tables);
  }

  #insert(): void {
    const { name, columns } = this.#base() as Table;
    const chosen = this.#below(2) === 0 ? columns : columns.slice(this.#below(columns.length));
    const list = chosen === columns ? "" : `(${chosen.join(", ")})`;
    if (this.#below(5) === 0)
      this.lines.push(`INSERT INTO ${name}${list} SELECT ${chosen.map(() => this.#value([], 1)).join(", ")};`);
    else {
      const rows = this.#some(4, () => `(${chosen.map(() => this.#literal()).join(", ")})`);
      const end = this.#below(5) === 0 ? " ON CONFLICT DO NOTHING" : "";
      this.lines.push(
        `INSERT${this.#one(["", " OR IGNORE", ""])} INTO ${name}${list} VALUES ${rows.join(", ")}${end};`,
      );
    }
  }

  #createView(made: number): void {
    const { name, columns } = this.#one(this.#tables);
    this.lines.push(
      `CREATE VIEW v${made} AS SELECT ${columns.join(", ")} FROM ${name} WHERE ${this.#value([{ alias: name, columns }], 2)};`,
    );
    this.#tables.push({ name: `v${made}`, columns, isView: true });
  }

  #createIndex(made: number): void {
    const { name, columns } = this.#base() as Table;
    const where = this.#below(3) === 0 ? ` WHERE ${this.#one(columns)} IS NOT NULL` : "";
    this.lines.push(
      `CREATE INDEX i${made} ON ${name}(${this.#one(columns)}${this.#one(["", " DESC", " COLLATE NOCASE"])})${where};`,
    );
  }

  #createTrigger(made: number): void {
    const { name } = this.#base() as Table;
    const other = this.#base() as Table;
    const column = this.#one(other.columns);
    this.lines.push(
      `CREATE TRIGGER r${made} AFTER DELETE ON ${name} WHEN OLD.c0 > 100 BEGIN\n` +
        `  UPDATE ${other.name} SET ${column} = CASE WHEN ${column} THEN 1 ELSE OLD.c0 END;\n  SELECT 1;\nEND;`,
    );
  }

  #change(): void {
    const { name, columns } = this.#base() as Table;
    const where = this.#value([{ alias: name, columns }], 2);
    if (this.#below(2) === 0) this.lines.push(`DELETE FROM ${name} WHERE ${where};`);
    else
      this.lines.push(
        `UPDATE OR IGNORE ${name} SET ${this.#one(columns)} = ${this.#value([{ alias: name, columns }], 1)} WHERE ${where};`,
      );
  }

  #literal(): string {
    return this.#one([
      String(this.#below(1000) - 500),
      "NULL",
      "''",
      "'abc'",
      "'it''s'",
      "0.5",
      "X'00FF'",
      "-1",
      "TRUE",
    ]);
  }

  #query(depth: number, width?: number): string {
    const sources = this.#some(depth > 1 ? 3 : 1, (index) => ({
      alias: `s${depth}${index}`,
      ...this.#one(this.#tables),
    }));
    const joins = ["JOIN", "LEFT JOIN", "CROSS JOIN", "INNER JOIN"];
    const from = sources.map(({ name, alias }, index) => {
      if (index === 0) return `${name} AS ${alias}`;
      return `${this.#one(joins)} ${name} AS ${alias} ON ${this.#value(sources.slice(0, index + 1), 1)}`;
    });
    const items = Array.from(
      { length: width ?? 1 + this.#below(3) },
      (_, index) => `${this.#value(sources, depth)} AS x${index}`,
    );
    const parts = [`SELECT ${this.#one(["", "DISTINCT "])}${items.join(", ")}`, `FROM ${from.join("\n  ")}`];
    if (this.#below(2) === 0) parts.push(`WHERE ${this.#value(sources, depth)}`);
    if (this.#below(4) === 0) parts.push(`GROUP BY ${this.#value(sources, 1)}`);
    if (parts.at(-1)?.startsWith("GROUP") === true && this.#below(2) === 0)
      parts.push(`HAVING count(*) > ${this.#below(3)}`);
    const isPlain = depth === 3 && this.#below(4) > 0;
    if (isPlain)
      return [...parts, `ORDER BY 1${this.#one(["", " DESC", " NULLS LAST"])}`, `LIMIT ${this.#below(9)}`]
        .slice(0, parts.length + this.#below(3))
        .join("\n");
    if (depth < 3) return parts.join(" ");
    return this.#below(2) === 0
      ? `WITH w AS (\n${parts.join("\n")}\n) SELECT w.x0, count(*) FROM w GROUP BY x0`
      : `${parts.join("\n")}\nUNION ALL SELECT ${items.map(() => this.#literal()).join(", ")}`;
  }

  #value(sources: readonly { readonly alias: string; readonly columns: readonly string[] }[], depth: number): string {
    const source = sources.length === 0 ? undefined : this.#one(sources);
    const column = source === undefined ? this.#literal() : `${source.alias}.${this.#one(source.columns)}`;
    if (depth <= 0) return this.#below(3) === 0 ? this.#literal() : column;
    const value = (): string => this.#value(sources, depth - 1);
    const inner = depth > 1 ? this.#query(depth - 2, 1) : "SELECT 1";
    return this.#one([
      () => column,
      () =>
        `(${value()} ${this.#one(["+", "-", "*", "/", "%", "||", "=", "<", "<>", ">=", "AND", "OR", "IS", "LIKE"])} ${value()})`,
      () => `CASE WHEN ${value()} THEN ${value()} ELSE ${value()} END`,
      () => `CAST(${value()} AS ${this.#one(["INTEGER", "TEXT", "REAL"])})`,
      () => `${this.#one(["abs", "typeof", "length", "lower", "hex", "quote"])}(${value()})`,
      () => `coalesce(${value()}, ${value()})`,
      () => `(${value()} BETWEEN ${value()} AND ${value()})`,
      () => `(${value()} IN (${value()}, ${value()}))`,
      () => `(${value()} IS NOT NULL)`,
      () => `NOT ${value()}`,
      () => `EXISTS (${inner})`,
      () => `(${inner} LIMIT 1)`,
      () => `(${column} IN (${inner}))`,
    ])();
  }
}

/** So many statements; the same for the same seed. */
export const sqlScript = (seed: number, statements: number): string => {
  const script = new Script(seed);
  for (let made = 0; made < statements; made++) script.add();
  return `${script.lines.join("\n")}\n`;
};
