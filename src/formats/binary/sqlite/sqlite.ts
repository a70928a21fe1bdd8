/** Databases of SQLite: tables with what belongs to them, rows with their entries in indexes, values, the size of pages. */
import type { Container, Content } from "../container.ts";
import { stage, type Deltas } from "../stage.ts";
import { changed, databaseOf, isDatabase, type Change, type Database, type SchemaObject } from "./database.ts";
import { ROLE, type Cell, type Tree } from "./pages.ts";
import { integerOf, isLong, isSimple, valuesOf, withValues } from "./record.ts";

const NONE: Deltas = { length: 0, print: () => [] };
const NOTHING = new Uint8Array(0);
const SMALLEST_PAGE = 512;
/** Where there are more values, pare does not look into them: they go, or stay. */
const MAX_CONTENTS = 256;

/** A list of deltas, with the change that some of them make. */
const deltas = (database: Database, length: number, changeOf: (gone: Uint8Array) => Partial<Change>): Deltas => ({
  length,
  print: (gone) => {
    if (!gone.includes(1)) return [database.pages.bytes];
    const change = { trees: new Map(), size: database.pages.form.size, keepsFree: true, ...changeOf(gone) };
    return [changed(database, change)];
  },
});

const isVirtual = ({ sql }: SchemaObject): boolean => /^\s*create\s+virtual/i.test(sql);

/** The table, the view, or the virtual table that something goes with. */
const ownerOf = ({ objects }: Database): ((object: SchemaObject) => SchemaObject) => {
  const named = new Map(
    objects.filter(({ type }) => type === "table" || type === "view").map((object) => [object.name, object]),
  );
  const virtual = objects.filter(isVirtual);
  return (object) => {
    const table = object.type === "table" ? object : (named.get(object.table) ?? object);
    return virtual.find(({ name }) => table.name.startsWith(`${name}_`)) ?? table;
  };
};

/** What goes with a table or a view is what belongs to it; the index that a constraint makes goes with its table alone. */
const objects = (database: Database): Deltas => {
  const owner = ownerOf(database);
  const isFree = (object: SchemaObject): boolean =>
    owner(object) === object || (object.sql !== "" && object.type !== "table");
  const units = new Map(database.objects.filter(isFree).map((object, i) => [object, i]));
  const isGone = (object: SchemaObject, gone: Uint8Array): boolean =>
    [object, owner(object)].some((each) => gone[units.get(each) ?? -1] === 1);
  const free = units.size;
  return deltas(database, units.size + (database.hasFreePages ? 1 : 0), (gone) => {
    const left = database.objects.filter((object) => !isGone(object, gone));
    const stay = new Set(left.map(({ tree }) => tree));
    const trees = new Map<Tree, readonly Cell[] | undefined>([[database.schema, left.map(({ cell }) => cell)]]);
    for (const { tree } of database.objects) if (tree !== undefined && !stay.has(tree)) trees.set(tree, undefined);
    return { trees, keepsFree: gone[free] !== 1 };
  });
};

interface TableRows {
  readonly table: SchemaObject & { readonly tree: Tree };
  readonly indexes: readonly Tree[];
}

/** Tables whose rows may go: those of virtual tables, and of tables without row numbers that have indexes, may not. */
const tablesIn = (database: Database): readonly TableRows[] => {
  const owner = ownerOf(database);
  return database.objects.flatMap((table) => {
    const { tree, type } = table;
    if (type !== "table" || tree === undefined || owner(table) !== table) return [];
    const indexes = database.objects.flatMap((each) =>
      each.type === "index" && each.table === table.name && each.tree !== undefined ? [each.tree] : [],
    );
    const isKnown = [tree, ...indexes].every(({ isSound }) => isSound) && !(tree.isIndex && indexes.length > 0);
    return isKnown ? [{ table: { ...table, tree }, indexes }] : [];
  });
};

/** The row that an entry of an index is for: the last of its values. */
const rowOf = ({ payload }: Cell): number | bigint | undefined => {
  const record = payload();
  const last = valuesOf(record)?.at(-1);
  return last && integerOf(record, last);
};

const rows = (database: Database): Deltas => {
  const tables = tablesIn(database);
  const length = tables.reduce((sum, { table }) => sum + table.tree.cells.length, 0);
  const rowsIn = new Map(tables.flatMap(({ indexes }) => indexes).map((tree) => [tree, tree.cells.map(rowOf)]));
  return deltas(database, length, (gone) => {
    const trees = new Map<Tree, readonly Cell[] | undefined>();
    let from = 0;
    for (const { table, indexes } of tables) {
      const { cells } = table.tree;
      const first = from;
      from += cells.length;
      if (!gone.subarray(first, from).includes(1)) continue;
      trees.set(
        table.tree,
        cells.filter((_, i) => gone[first + i] === 0),
      );
      const lost = new Set(cells.flatMap(({ rowid }, i) => (gone[first + i] === 1 ? [rowid] : [])));
      for (const tree of indexes) {
        const of = rowsIn.get(tree);
        trees.set(
          tree,
          tree.cells.filter((_, i) => !lost.has(of?.[i] ?? Number.NaN)),
        );
      }
    }
    return { trees };
  });
};

/** Values that nothing else tells of: those of tables without indexes, keys and conditions. */
const valuesIn = (
  database: Database,
): readonly { readonly tree: Tree; readonly cell: number; readonly value: number }[] =>
  tablesIn(database)
    .filter(({ table, indexes }) => indexes.length === 0 && !table.tree.isIndex && !/\bcheck\b/i.test(table.sql))
    .flatMap(({ table: { tree } }) =>
      tree.cells.flatMap(({ payload }, cell) =>
        (valuesOf(payload()) ?? []).flatMap((value, i) => (isSimple(value) ? [] : [{ tree, cell, value: i }])),
      ),
    );

type Others = ReadonlyMap<Tree, ReadonlyMap<number, ReadonlyMap<number, Uint8Array>>>;

const withOthers = (others: Others): ReadonlyMap<Tree, readonly Cell[]> =>
  new Map(
    [...others].map(([tree, cells]) => [
      tree,
      tree.cells.map((cell, i) => {
        const other = cells.get(i);
        if (other === undefined) return cell;
        const record = cell.payload();
        const by = withValues(record, valuesOf(record) ?? [], other);
        return { ...cell, payload: () => by };
      }),
    ]),
  );

const values = (database: Database): Deltas => {
  const all = valuesIn(database);
  return deltas(database, all.length, (gone) => {
    const others = new Map<Tree, Map<number, Map<number, Uint8Array>>>();
    for (const [i, { tree, cell, value }] of all.entries()) {
      if (gone[i] === 0) continue;
      const cells = others.get(tree) ?? new Map<number, Map<number, Uint8Array>>();
      const record = cells.get(cell) ?? new Map<number, Uint8Array>();
      others.set(tree, cells.set(cell, record.set(value, NOTHING)));
    }
    return { trees: withOthers(others) };
  });
};

/** Smaller pages, if they make the file smaller; free ones go. */
const pages = (database: Database): Deltas => {
  const { form, bytes, roles } = database.pages;
  const isKnown = roles.subarray(1).every((role) => role !== ROLE.unknown);
  const isSound = database.objects.every(({ tree }) => tree?.isSound !== false);
  const reserved = form.size - form.usable;
  if (form.size <= SMALLEST_PAGE || reserved > 32 || !isKnown || !isSound) return NONE;
  const change = { size: SMALLEST_PAGE, keepsFree: false };
  const small = changed(database, { trees: new Map(), ...change });
  return small.length < bytes.length ? deltas(database, 1, () => change) : NONE;
};

const contents = (database: Database): readonly Content[] => {
  const all = valuesIn(database);
  return all.length > MAX_CONTENTS
    ? []
    : all.flatMap(({ tree, cell, value }) => {
        const record = (tree.cells[cell] as Cell).payload();
        const place = valuesOf(record)?.[value];
        if (place === undefined || !isLong(place)) return [];
        const embed = (by: Uint8Array): readonly Uint8Array[] => {
          const trees = withOthers(new Map([[tree, new Map([[cell, new Map([[value, by]])]])]]));
          return [changed(database, { trees, size: database.pages.form.size, keepsFree: true })];
        };
        return [{ bytes: () => record.subarray(place.start, place.end), embed }];
      });
};

const sqliteStage = (unit: string, deltasOf: (database: Database) => Deltas): Container["stages"][number] =>
  stage(unit, (bytes) => {
    const database = isDatabase(bytes) ? databaseOf(bytes) : undefined;
    return database === undefined ? NONE : deltasOf(database);
  });

export const sqlite: Container = {
  name: "sqlite",
  isRigid: true,
  recognises: isDatabase,
  stages: [
    sqliteStage("sqlite objects", objects),
    sqliteStage("sqlite rows", rows),
    sqliteStage("sqlite values", values),
    sqliteStage("sqlite pages", pages),
  ],
  contents: (bytes) => {
    const database = isDatabase(bytes) ? databaseOf(bytes) : undefined;
    return database === undefined ? [] : contents(database);
  },
};
