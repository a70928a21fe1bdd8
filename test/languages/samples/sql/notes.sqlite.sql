.bail on
.mode list
CREATE VIRTUAL TABLE notes USING fts5(title, body, tokenize = 'porter');
CREATE TEMP TABLE log(at, what, UNIQUE(at, what) ON CONFLICT IGNORE);
CREATE TRIGGER IF NOT EXISTS log_notes INSTEAD OF UPDATE OF a, b ON v BEGIN
  INSERT INTO log VALUES (datetime('now'), new.a || old.b);
  DELETE FROM log WHERE rowid < (SELECT max(rowid) - 100 FROM log);
END;
INSERT INTO notes(title, body) VALUES ('one', 'two; three'), ('a', 'b -- c');
SELECT highlight(notes, 1, '<b>', '</b>'), bm25(notes) FROM notes WHERE notes MATCH 'two OR b*' ORDER BY rank;
SELECT a.title, "group".x FROM notes AS a LEFT JOIN (SELECT 1 AS x UNION SELECT 2) AS "group" ON a.rowid = "group".x WHERE a.title IS NOT 'z' AND (a.body, 1) > ('b', 0);
SELECT value, key FROM json_each('[1, 2, 3]') WHERE value NOT BETWEEN 2 AND 2 GROUP BY value, key HAVING count(DISTINCT key) = 1;
VALUES (1, 2), (3, ~4);
ATTACH DATABASE ':memory:' AS other;
CREATE TABLE other.t AS SELECT * FROM notes;
UPDATE OR ROLLBACK other.t SET title = 'x' || title, body = NULL WHERE title COLLATE NOCASE = 'ONE';
SAVEPOINT s; RELEASE s;
DETACH other;
