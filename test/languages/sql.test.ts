/** SQL: what its parser makes of scripts of all dialects, and what its passes do to them. */
import { describe, expect, test } from "vitest";
import { minus, select, whole } from "../../src/core/configuration.ts";
import { printUnits } from "../../src/formats/units.ts";
import { detectLanguage } from "../../src/languages/detect.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import type { Edit, Syntax } from "../../src/languages/pass.ts";
import { ERROR, MISSING, type SyntaxTree } from "../../src/languages/syntax.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { reduced, SAMPLES, sampleText, syntaxOf } from "../passes/support.ts";
import { draws } from "../support/seeds.ts";
import { sqlScript } from "./sql-scripts.ts";

const sql = await loadLanguage("sql");
const samples = Object.keys(SAMPLES).filter((path) => SAMPLES[path] === "sql");
const generated = Array.from({ length: 50 }, (_, seed) => sqlScript(seed, 12));
const scripts = [...samples.map(sampleText), ...generated];

const errorsIn = (text: string): number => sql.parse(text).errors;
const unresolvedIn = (text: string): number => sql.parse(text).hollow ?? 0;

/** Children lie in their parent, one behind the other. */
const misplaced = ({ length, start, end, after, parent }: SyntaxTree): readonly number[] => {
  const wrong: number[] = [];
  const last = new Int32Array(length);
  for (let node = 1; node < length; node++) {
    const around = parent[node] as number;
    const from = Math.max(start[around] as number, last[around] as number);
    if ((start[node] as number) < from || (end[node] as number) > (end[around] as number)) wrong.push(node);
    if ((after[node] as number) <= node || (after[node] as number) > (after[around] as number)) wrong.push(node);
    last[around] = end[node] as number;
  }
  return wrong;
};

const damaged = (text: string, salt: number): string => {
  const random = draws(salt);
  let left = text;
  for (let cuts = 0; cuts < 3; cuts++) {
    const from = random.below(left.length + 1);
    left = left.slice(0, from) + left.slice(from + 1 + random.below(20));
  }
  return left;
};

describe("the parser", () => {
  test("understands ten scripts of different dialects and fifty generated ones, and every name of these", () => {
    expect(samples.length).toBeGreaterThanOrEqual(10);
    expect(scripts.map(errorsIn)).toEqual(scripts.map(() => 0));
    expect(generated.map(unresolvedIn)).toEqual(generated.map(() => 0));
  });

  test("takes any text: nodes lie in each other, and none is lost", () => {
    const odd = [
      "",
      ";",
      "'",
      '"',
      "`",
      "[",
      "((",
      "))",
      "$$",
      "$a$",
      "/*",
      "--",
      "CASE",
      "END",
      "BEGIN",
      "WITH",
      "\0\u{1f600}",
      "SELECT",
    ];
    const broken = scripts.flatMap((text, index) => [damaged(text, index), damaged(text, index + 1000)]);
    for (const text of [
      ...odd,
      ...odd.map((each) => `SELECT ${each}`),
      ...odd.map((each) => `CREATE TRIGGER ${each}`),
      ...broken,
      ...scripts,
    ]) {
      const tree = sql.parse(text);
      expect(misplaced(tree)).toEqual([]);
      expect(tree.end[0]).toBe(text.length);
      expect(tree.errors).toBe(tree.flags.filter((flags) => (flags & (ERROR | MISSING)) !== 0).length);
    }
  });

  test.each([
    ["SELECT FROM t", 1],
    ["SELECT 1,", 1],
    ["SELECT a b c FROM t", 1],
    ["SELECT 1 +", 1],
    ["SELECT (1", 2],
    ["INSERT INTO t", 1],
    ["UPDATE t WHERE 1", 1],
    ["CREATE TABLE t", 1],
    ["frobnicate the table", 2],
    ["SELECT 1 BETWEEN 2", 1],
    ["SELECT CASE END", 2],
    ["PRAGMA", 1],
    ["COMMIT", 0],
    ["SELECT 1; -- one\n/* two */ SELECT 2", 0],
    ["SELECT a BETWEEN 1 AND 2 AND b", 0],
    ["SELECT x -> x + 1, y -> '$.a', [1][1:2], {'a': 1}.a, b::INT[]", 0],
  ])("%s: %i errors", (text, errors) => {
    expect(errorsIn(text)).toBe(errors);
  });

  test("a semicolon in a string, a comment, a body or between dollars ends no statement", () => {
    const text =
      "SELECT ';'; /* ; */ SELECT $$;$$; CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 2; END; SELECT 3";
    const tree = sql.parse(text);
    const statements = [...tree.parent.keys()].filter(
      (node) => tree.parent[node] === 0 && sql.kinds[tree.kind[node] ?? 0] === "statement",
    );
    expect(statements).toHaveLength(4);
  });

  test.each(["(", "[", "f(", "CASE WHEN ", "NOT ", "- ", "1 + ", "(SELECT "])(
    "4,000 times %j are no trouble",
    (opening) => {
      const closing = opening.startsWith("CASE")
        ? " THEN 1 END"
        : opening.includes("(")
          ? ")"
          : opening === "["
            ? "]"
            : "";
      expect(errorsIn(`SELECT ${opening.repeat(4_000)}1${closing.repeat(4_000)}`)).toBe(0);
    },
  );

  test("scripts are known by their names and by their content", () => {
    expect(detectLanguage("a.sql", "")).toBe("sql");
    for (const path of samples.filter((each) => !each.includes("ansi")))
      expect(detectLanguage("unknown", sampleText(path))).toBe("sql");
    expect(
      detectLanguage("unknown", "Select a table from the menu; then insert the card into it.\nUpdate the list.\n"),
    ).toBeUndefined();
  });
});

describe("names", () => {
  const TABLES = "CREATE TABLE t (a, b); CREATE TABLE u (b, c); CREATE VIEW v AS SELECT a AS x, b FROM t; ";

  test.each([
    "SELECT a, t.b, u.b, c FROM t JOIN u ON t.b = u.b",
    "SELECT s.x FROM v AS s WHERE EXISTS (SELECT 1 FROM t WHERE a = s.x)",
    "WITH w(n) AS (SELECT a FROM t) SELECT n FROM w ORDER BY n",
    "SELECT k + 1 FROM (SELECT a AS k FROM t) AS q",
    "INSERT INTO t VALUES (1, 2); INSERT INTO t(b) SELECT c FROM u; UPDATE t SET a = b WHERE a > 1; DELETE FROM v WHERE x",
    "SELECT b FROM t JOIN u USING (b)",
    "SELECT * FROM t UNION SELECT * FROM u",
    "CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE u SET c = NEW.a WHERE b = OLD.b; END",
    "CREATE INDEX i ON t (a, lower(b)) WHERE b > 0; DROP INDEX i; DROP TABLE IF EXISTS z; DROP TABLE t; CREATE TABLE t (z)",
    "SELECT list_transform([a], x -> x + b), a AS d FROM t GROUP BY d",
  ])("all are known: %s", (text) => {
    expect(unresolvedIn(TABLES + text)).toBe(0);
  });

  test.each([
    ["SELECT c FROM t", 1],
    ["SELECT a", 1],
    ["SELECT q.a FROM t", 1],
    ["SELECT b FROM t, u", 1],
    ["SELECT 1 FROM z", 1],
    ["INSERT INTO t VALUES (1), (1, 2), (1, 2, 3)", 2],
    ["INSERT INTO t(a, z) VALUES (1, 2)", 1],
    ["SELECT a FROM t UNION SELECT b, c FROM u", 1],
    ["UPDATE u SET a = 1", 1],
    ["DROP TABLE t; SELECT 1 FROM t", 1],
    ["CREATE TABLE t (a)", 1],
    ["CREATE INDEX i ON u (a)", 1],
    ["CREATE TABLE w (a REFERENCES z (a))", 1],
  ])("some are not: %s (%i)", (text, count) => {
    expect(unresolvedIn(TABLES + text)).toBe(count);
  });
});

describe("its passes", () => {
  const passes = [...(sql.passes?.coarse ?? []), ...(sql.passes?.fine ?? [])];
  const syntaxes = (): readonly Syntax[] =>
    [...scripts.slice(0, 20), ...scripts.slice(0, 20).map((text, index) => damaged(text, index))].map((text) =>
      syntaxOf(sql, text),
    );

  const overlapping = (edits: readonly Edit[], length: number): readonly Edit[] => {
    const sorted = edits.toSorted((a, b) => a.start - b.start);
    return sorted.filter(
      ({ start, end }, index) => start < (sorted[index - 1]?.end ?? 0) || end < start || end > length,
    );
  };

  test("cuts: all kept is the text; any selection has nothing of what is gone", () => {
    const random = draws(3);
    for (const syntax of syntaxes())
      for (const pass of passes) {
        if (pass.kind !== "cuts") continue;
        const units = pass.units(syntax);
        const all = whole(Array.from({ length: units.length }, (_, unit) => unit));
        expect(printUnits(units, all).join("")).toBe(syntax.tree.text);
        const gone = select(
          all,
          Array.from({ length: units.length }, (_, from) => ({ from, to: from + 1 })).filter(
            () => random.below(2) === 0,
          ),
        );
        expect(printUnits(units, minus(all, gone)).join("").length).toBeLessThanOrEqual(
          syntax.tree.text.length + units.length,
        );
      }
  });

  test("edits, rewrites and coupled changes lie side by side in the text, edits in order from any place on", () => {
    for (const syntax of syntaxes())
      for (const pass of passes) {
        const { text } = syntax.tree;
        if (pass.kind === "rewrites")
          expect({ pass: pass.name, wrong: overlapping(pass.rewrites(syntax).flat(), text.length) }).toEqual({
            pass: pass.name,
            wrong: [],
          });
        if (pass.kind === "coupled")
          for (const change of pass.changes(syntax)) {
            expect(overlapping(change, text.length)).toEqual([]);
            expect(applied(text, change).length).toBeLessThan(text.length);
          }
        if (pass.kind !== "edits") continue;
        const starts = pass.edits(syntax, 0).map(({ start }) => start);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        const from = text.length >> 1;
        expect(pass.edits(syntax, from)).toEqual(pass.edits(syntax, 0).filter(({ start }) => start >= from));
      }
  });

  const small = (text: string, fails: (text: string) => boolean): string =>
    reduced(auto({ language: sql, rename: false, valid: "whole" }), text, fails)
      .text.replaceAll(/\s+/g, " ")
      .replace(/;? $/, "")
      .trim();

  test("columns go with their values in every INSERT", () => {
    const text =
      "CREATE TABLE t (a INT, b TEXT, c REAL, UNIQUE (a, c));\nCREATE INDEX i ON t (a);\nINSERT INTO t VALUES (1, 'x', 2), (3, 'y', 4);\nINSERT INTO t(c, a, b) SELECT 5, 6, 'z' WHERE 1;\nSELECT a, b FROM t WHERE c > 1;\n";
    const seen: string[] = [];
    const result = small(text, (each) => {
      seen.push(each);
      return /'x'/.test(each) && /INTO.*'z'/.test(each);
    });
    expect(result).toBe("CREATE TABLE t (b); INSERT INTO t VALUES ('x'); INSERT INTO t SELECT 'z'");
    expect(seen.filter((each) => unresolvedIn(each) > 0)).toEqual([]);
  });

  test.each([
    ["WITH w AS (SELECT max(a) FROM t) SELECT * FROM w", /max/, "SELECT max()"],
    ["SELECT CASE WHEN f(1) THEN g(2) ELSE h(3) END", /g\(/, "SELECT g()"],
    ["SELECT sum(x) OVER (PARTITION BY y ORDER BY z) FROM t", /sum/, "SELECT sum()"],
    ["SELECT CAST(a + f(b) AS INTEGER) AS c FROM t", /f\(/, "SELECT f()"],
    ["SELECT a FROM t UNION ALL SELECT b FROM u WHERE k(b)", /k\(/, "SELECT 1 WHERE k()"],
    ["SELECT 1 FROM a LEFT JOIN b ON a.x = b.x JOIN c ON h(c.y)", /FROM.* b\b/s, "SELECT 1 FROM b"],
    ["INSERT INTO t SELECT 1 FROM (SELECT z FROM q WHERE EXISTS (SELECT r(1)))", /r\(/, "SELECT r()"],
    ["CREATE VIEW v AS SELECT DISTINCT p(x) AS y FROM t GROUP BY x HAVING 1 ORDER BY 2 LIMIT 3", /p\(/, "SELECT p()"],
    ["INSERT INTO t VALUES (1), (2), (33), (4)", /33/, "INSERT INTO t VALUES (33)"],
    [
      "CREATE TABLE t (a DECIMAL(10, 2), b VARCHAR(20)); SELECT c FROM t",
      /TABLE \w+ ?\(\w+ [A-Z]/,
      "CREATE TABLE t (a INT)",
    ],
    [
      "CREATE TABLE t (a MAP(INTEGER, STRUCT(x DOUBLE, y VARCHAR(5)[])))",
      /a MAP\(.*,.*STRUCT\(\w+ \w/,
      "CREATE TABLE t (a MAP(INT, STRUCT(y INT)))",
    ],
    ["SELECT CAST(f(1) AS VARCHAR(9))", /CAST\(.* AS \w+/, "SELECT CAST(0 AS INT)"],
  ])("%s keeps %s: %s", (text, kept, result) => {
    expect(small(`${text};\n`, (each) => kept.test(each))).toBe(result);
  });
});
