/** Databases as SQLite writes them, and SQLite's own check of them. */
import { made } from "./made.ts";
import type { MadeFormat } from "./formats.ts";

/** Rows of every kind, and rows that need several pages. */
const SCRIPT = `
CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INT, note BLOB);
CREATE INDEX by_age ON people(age, note);
CREATE INDEX grown ON people(name) WHERE age > 5;
CREATE TABLE notes(body TEXT, weight REAL, data BLOB, flag);
CREATE TABLE words(word TEXT PRIMARY KEY, uses INT) WITHOUT ROWID;
CREATE TABLE checked(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL CHECK(length(name) > 0));
CREATE VIEW grown_people AS SELECT name FROM people WHERE age > 5;
CREATE TRIGGER noted AFTER INSERT ON people BEGIN INSERT INTO notes(flag) VALUES(new.id); END;
CREATE TABLE dropped(a);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ROWS)
  INSERT INTO people SELECT i * 3, 'name' || i, i % 17, zeroblob(i % 40 * 9) FROM n;
INSERT INTO people VALUES(9000000000000000000, 'last', 3, zeroblob(2500)), (-5, 'first', 70000, NULL);
INSERT INTO notes SELECT name || ' is ' || age, age / 2.0, note, id > 9 FROM people;
INSERT INTO words SELECT name, age FROM people;
INSERT INTO checked(name) SELECT name FROM people LIMIT 5;
INSERT INTO dropped SELECT zeroblob(700) FROM people;
DELETE FROM notes WHERE rowid % 5 = 0;
ANALYZE;`;

/** With free pages, in the usual form; with maps of pages, in another encoding; with a table that is other tables. */
const DATABASES = [
  `PRAGMA page_size = 1024; ${SCRIPT.replace("ROWS", "4")} DROP TABLE dropped;`,
  `${SCRIPT.replace("ROWS", "60")} DROP TABLE dropped;`,
  `PRAGMA page_size = 512; PRAGMA auto_vacuum = 2; PRAGMA encoding = 'UTF-16be'; ${SCRIPT.replace("ROWS", "90")} DELETE FROM dropped;`,
  `PRAGMA auto_vacuum = 1; ${SCRIPT.replace("ROWS", "9")} CREATE VIRTUAL TABLE texts USING fts4(body); INSERT INTO texts SELECT body FROM notes;`,
];

export const sqlite: MadeFormat = {
  name: "sqlite",
  needs: ["sqlite3"],
  make: () => DATABASES.map((script) => made({ script }, "sh", "-c", "sqlite3 out < script")),
  read: (bytes, run) => {
    const { out } = run(bytes, "sqlite3", "FILE", "PRAGMA integrity_check");
    return { code: out === "ok\n" ? 0 : 1, out };
  },
};
