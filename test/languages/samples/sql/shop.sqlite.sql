-- A small shop, for SQLite.
PRAGMA foreign_keys = ON;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS customer (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE,
  email TEXT UNIQUE CHECK (email LIKE '%@%'),
  joined TEXT DEFAULT (date('now'))
);
CREATE TABLE product (
  sku TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  price REAL NOT NULL DEFAULT 0 CHECK (price >= 0),
  stock INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE purchase (
  id INTEGER PRIMARY KEY,
  customer INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  sku TEXT NOT NULL,
  amount INTEGER DEFAULT 1,
  CONSTRAINT known_product FOREIGN KEY (sku) REFERENCES product (sku) ON UPDATE SET NULL
);
CREATE UNIQUE INDEX purchase_once ON purchase (customer, sku DESC) WHERE amount > 0;
CREATE VIEW spent AS
  SELECT c.name AS who, sum(p.price * b.amount) AS total
  FROM purchase AS b
  JOIN customer AS c ON c.id = b.customer
  LEFT JOIN product AS p USING (sku)
  GROUP BY c.id
  HAVING total > 0;
CREATE TRIGGER sold AFTER INSERT ON purchase FOR EACH ROW WHEN (NEW.amount > 0)
BEGIN
  UPDATE product SET stock = stock - NEW.amount WHERE sku = NEW.sku;
  SELECT CASE WHEN (SELECT stock FROM product WHERE sku = NEW.sku) < 0 THEN RAISE(ABORT, 'sold out') END;
END;
INSERT INTO customer (name, email) VALUES ('Ann', 'ann@example.org'), ('Bob''s', NULL);
INSERT OR REPLACE INTO product VALUES ('a-1', 'Apple', 0.5, 100), ('b-2', 'Book', 12.99, 7);
INSERT INTO purchase (customer, sku, amount) SELECT id, 'a-1', 3 FROM customer WHERE name <> 'Bob';
INSERT INTO product (sku, title) VALUES ('a-1', 'Pear')
  ON CONFLICT (sku) DO UPDATE SET title = excluded.title, stock = stock + 1 WHERE price < 1
  RETURNING sku, title AS new_title;
UPDATE product SET price = round(price * 1.1, 2) WHERE sku IN (SELECT sku FROM purchase) AND NOT stock ISNULL;
DELETE FROM purchase WHERE amount BETWEEN 10 AND 20 OR sku GLOB 'z*';
COMMIT;
SELECT who, total, rank() OVER (ORDER BY total DESC) AS place FROM spent ORDER BY place LIMIT 10 OFFSET 0;
WITH RECURSIVE days(d) AS (
  SELECT date('2024-01-01')
  UNION ALL
  SELECT date(d, '+1 day') FROM days WHERE d < '2024-01-07'
)
SELECT d, strftime('%w', d) AS weekday, count(*) FILTER (WHERE d > '2024-01-03') OVER w AS later
FROM days
WINDOW w AS (PARTITION BY d ORDER BY d ROWS BETWEEN 1 PRECEDING AND CURRENT ROW);
SELECT json_extract('{"a": [1, 2]}', '$.a[0]'), '{"b": 1}' -> 'b', X'00ff', 1e3, -.5 + 0x1F;
EXPLAIN QUERY PLAN SELECT * FROM purchase INDEXED BY purchase_once WHERE customer = 1 AND amount > 0;
DROP VIEW IF EXISTS spent;
