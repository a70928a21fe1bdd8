CREATE TABLE merchant (
  id INTEGER PRIMARY KEY,
  code TEXT CHECK (code <> 'x'),
  city INTEGER NOT NULL DEFAULT 0,
  score VARCHAR(40) CHECK (score <> 'x'),
  status INTEGER NOT NULL DEFAULT 0
);
INSERT INTO merchant (code, city, score, status) VALUES (59.27, NULL, NULL, 17.05);
INSERT INTO merchant (code, city, score, status) VALUES (289, 'east', NULL, 67);
INSERT INTO merchant (code, city, score, status) VALUES (NULL, 715, 'closed', 91.03), (NULL, 618, 233, NULL), (640, NULL, 'closed', 'open'), ('north', NULL, 46.17, 'north');
CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  note INTEGER,
  city INTEGER CHECK (city <> 'x'),
  rate INTEGER,
  owner NUMERIC(8,2) NOT NULL DEFAULT 0,
  label NUMERIC(8,2) NOT NULL DEFAULT 0,
  created TEXT NOT NULL DEFAULT 0
);
INSERT INTO product (note, city, rate, owner, label, created) VALUES (39.16, NULL, 213, 499, 74.40, NULL), ('open', 502, NULL, 82, 525, NULL), ('south', 'north', 'west', 56, 'closed', 78.10), ('north', 'open', 'west', 2.22, 747, 159);
INSERT INTO product (note, city, rate, owner, label, created) VALUES (352, 186, 'south', 41.33, NULL, 'north'), (NULL, 17, 217, 40.82, 98.41, 'closed');
INSERT INTO product (note, city, rate, owner, label, created) VALUES (170, NULL, 667, 'closed', NULL, 982), (992, 'open', NULL, 'north', 29.48, 43.98), (25.81, NULL, NULL, 'west', 278, NULL);
CREATE TABLE voucher (
  id INTEGER PRIMARY KEY,
  weight VARCHAR(40),
  created REAL,
  status REAL NOT NULL DEFAULT 0,
  owner REAL
);
INSERT INTO voucher (weight, created, status, owner) VALUES ('south', 824, 285, 'closed'), (49.27, 87.54, 86.21, 'open'), ('south', 17.14, 'north', NULL);
INSERT INTO voucher (weight, created, status, owner) VALUES (92.81, 33.35, 'west', 470);
INSERT INTO voucher (weight, created, status, owner) VALUES (NULL, 522, 'south', 4.28), (224, 'south', 41.67, NULL), (NULL, 'north', 'closed', 'south');
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  weight TEXT NOT NULL DEFAULT 0,
  label NUMERIC(8,2) CHECK (label <> 'x'),
  rate INTEGER
);
INSERT INTO ledger (weight, label, rate) VALUES (30.95, 23.52, 25.46), (123, 98.57, 15.41), (5.91, 391, NULL);
INSERT INTO ledger (weight, label, rate) VALUES ('open', 628, NULL), ('south', 'open', NULL), (NULL, 'east', 78.50);
INSERT INTO ledger (weight, label, rate) VALUES (239, 588, NULL), ('east', NULL, 'closed'), ('east', NULL, NULL);
CREATE TABLE payment (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL DEFAULT 0,
  weight NUMERIC(8,2),
  day VARCHAR(40),
  score VARCHAR(40)
);
INSERT INTO payment (owner, weight, day, score) VALUES (31.21, 'west', 9.46, 60.56), (NULL, 'east', NULL, 90.51);
INSERT INTO payment (owner, weight, day, score) VALUES (369, 973, NULL, 35.10), (685, NULL, 67.73, 39.76), (3.84, 89.26, 55.53, 'east');
INSERT INTO payment (owner, weight, day, score) VALUES (445, 58.79, NULL, 55.19), (NULL, 52.68, 2.31, NULL), (48.37, 56.45, 40.06, 70.01), (91.22, 315, NULL, NULL);
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY,
  owner REAL,
  city TEXT,
  kind VARCHAR(40),
  label REAL NOT NULL DEFAULT 0
);
INSERT INTO invoice (owner, city, kind, label) VALUES (574, 605, NULL, NULL);
INSERT INTO invoice (owner, city, kind, label) VALUES (9.26, 283, 'east', 'west');
INSERT INTO invoice (owner, city, kind, label) VALUES (48, 175, 38.90, 108), (11, 9, 'east', 'north'), (38.75, 65, 637, 603), (851, 'open', 'open', NULL);
CREATE TABLE price (
  id INTEGER PRIMARY KEY,
  city TEXT CHECK (city <> 'x'),
  total NUMERIC(8,2) CHECK (total <> 'x'),
  day REAL NOT NULL DEFAULT 0,
  rate NUMERIC(8,2),
  code INTEGER,
  amount NUMERIC(8,2)
);
INSERT INTO price (city, total, day, rate, code, amount) VALUES (8.78, 172, 'east', 493, 780, 66.40), (913, 73.24, 655, 34.14, 875, NULL);
INSERT INTO price (city, total, day, rate, code, amount) VALUES (150, 137, 479, 56.89, 213, 'south'), (NULL, 'east', 21.52, 'closed', 'west', 'closed'), (744, 80.07, 55.51, 84.86, 636, 879), (295, 932, 'north', NULL, NULL, 61.12);
INSERT INTO price (city, total, day, rate, code, amount) VALUES ('west', 19.42, 79.64, 100, 43.62, NULL), (77.56, 38.68, 'open', 'closed', 96.06, 278), (NULL, NULL, NULL, NULL, 'open', 11.84), ('open', 777, 'south', NULL, 278, 5.14);
CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  note TEXT,
  weight TEXT CHECK (weight <> 'x'),
  label INTEGER,
  total INTEGER
);
INSERT INTO account (note, weight, label, total) VALUES (NULL, NULL, NULL, NULL), (515, 167, 835, NULL), ('open', NULL, 507, 63.26);
INSERT INTO account (note, weight, label, total) VALUES (354, 'west', NULL, NULL);
INSERT INTO account (note, weight, label, total) VALUES (612, 79.18, 'east', 89), (55.00, 'south', 'north', 5.29), (284, 92.13, 85.04, NULL), ('open', NULL, NULL, 95.97);
CREATE TABLE ticket (
  id INTEGER PRIMARY KEY,
  city TEXT CHECK (city <> 'x'),
  note NUMERIC(8,2) NOT NULL DEFAULT 0,
  amount NUMERIC(8,2),
  kind REAL NOT NULL DEFAULT 0,
  total INTEGER,
  label INTEGER,
  created INTEGER CHECK (created <> 'x')
);
INSERT INTO ticket (city, note, amount, kind, total, label, created) VALUES (NULL, 'west', 'closed', NULL, 331, 32.56, NULL), (55.90, 988, NULL, 'open', 'east', 834, NULL);
INSERT INTO ticket (city, note, amount, kind, total, label, created) VALUES (921, 22.33, 'west', NULL, 55.15, 43.69, 'north'), (24.06, NULL, 937, 6.86, 171, NULL, 89.34), (91.38, 547, 59.57, 98.31, 11.58, NULL, 46.82), (604, NULL, 85.82, 65.26, 369, NULL, 519);
INSERT INTO ticket (city, note, amount, kind, total, label, created) VALUES ('west', 'east', 98.84, NULL, 'north', 59.22, 'west'), (345, NULL, NULL, NULL, 63.83, 'west', 'west'), (16, NULL, 30.99, 'west', 'open', 77.11, NULL), (442, 'east', 39.25, 3.26, 'north', 62.92, 927);
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  label NUMERIC(8,2),
  score VARCHAR(40),
  created NUMERIC(8,2),
  owner VARCHAR(40) CHECK (owner <> 'x'),
  rate VARCHAR(40) CHECK (rate <> 'x'),
  day INTEGER,
  total INTEGER CHECK (total <> 'x')
);
INSERT INTO item (label, score, created, owner, rate, day, total) VALUES (75.37, 717, NULL, 92, 636, 467, NULL), (78.64, 7.31, 625, 570, 702, 948, 'north');
INSERT INTO item (label, score, created, owner, rate, day, total) VALUES (NULL, 'north', NULL, 'open', 98.04, NULL, 398), (244, 836, 52.71, NULL, 990, 'closed', NULL), (137, NULL, NULL, 95.70, 77.48, 'west', NULL), ('open', 67.59, NULL, 759, NULL, 'south', NULL);
INSERT INTO item (label, score, created, owner, rate, day, total) VALUES (NULL, NULL, NULL, 415, 'closed', 31.04, NULL), (57.67, NULL, 843, 'open', 62.72, NULL, NULL), (91.42, 873, 'south', NULL, 18.90, 'open', 'closed'), (373, 153, NULL, NULL, 'south', 'closed', 159);
CREATE TABLE supplier (
  id INTEGER PRIMARY KEY,
  total INTEGER CHECK (total <> 'x'),
  label INTEGER NOT NULL DEFAULT 0,
  code INTEGER,
  day VARCHAR(40) NOT NULL DEFAULT 0
);
INSERT INTO supplier (total, label, code, day) VALUES (92.17, 'closed', 225, 25.25), (10.09, 643, 59.15, 172);
INSERT INTO supplier (total, label, code, day) VALUES (NULL, 'closed', 78.16, NULL);
INSERT INTO supplier (total, label, code, day) VALUES ('north', 'closed', 279, 'east');
CREATE TABLE manager (
  id INTEGER PRIMARY KEY,
  kind INTEGER,
  total TEXT,
  created INTEGER,
  owner REAL CHECK (owner <> 'x')
);
INSERT INTO manager (kind, total, created, owner) VALUES (57.15, 719, 'west', NULL), (NULL, 'west', NULL, 'south'), (48.46, 675, 364, NULL);
INSERT INTO manager (kind, total, created, owner) VALUES (525, 630, 830, 455), (12.44, NULL, 292, 119), (NULL, 'west', 'closed', 'east');
INSERT INTO manager (kind, total, created, owner) VALUES ('north', 371, 'east', 439), (NULL, 'open', 218, 'east');
WITH recent AS (SELECT rate, id FROM price AS l WHERE ((length(l.day || NULL) > 5 OR coalesce(l.amount, 969) IN (51, 50.73)) AND coalesce(l.code, 'east') IN (990, 'west')))
SELECT * FROM recent UNION ALL SELECT day, id FROM item ORDER BY 1;
WITH recent AS (SELECT owner, id FROM invoice AS l WHERE CASE WHEN ((l.label >= NULL AND l.owner < 34.05) OR EXISTS (SELECT 1 FROM supplier AS q1 WHERE q1.day >= 'closed')) THEN 1 ELSE 0 END = 1)
SELECT * FROM recent UNION ALL SELECT weight, id FROM account ORDER BY 1;
SELECT l.day, count(*) AS n, max(r.note) AS top,
  sum(CASE WHEN EXISTS (SELECT 1 FROM account AS q1 WHERE q1.id = NULL) THEN 1 ELSE 0 END) AS flagged
FROM item AS l LEFT JOIN product AS r ON l.label = r.id WHERE (CASE WHEN coalesce(l.day, 62.71) IN (43.98, 33.73) THEN 1 ELSE 0 END = 1 AND CASE WHEN coalesce(l.score, 55.99) IN ('south', 'closed') THEN 1 ELSE 0 END = 1)
GROUP BY l.day HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 12;
WITH recent AS (SELECT owner, id FROM product AS l WHERE (coalesce(l.owner, 204) IN (345, 947) AND ((l.rate < 'east' OR l.label = 256) OR (l.created <> NULL AND l.city <> 90.46))))
SELECT * FROM recent UNION ALL SELECT total, id FROM supplier ORDER BY 1;
WITH recent AS (SELECT label, id FROM ticket AS l WHERE CASE WHEN (coalesce(l.total, 74.43) IN (959, NULL) OR length(l.label || 296) > 8) THEN 1 ELSE 0 END = 1)
SELECT * FROM recent UNION ALL SELECT rate, id FROM ledger ORDER BY 1;
WITH recent AS (SELECT weight, id FROM ledger AS l WHERE EXISTS (SELECT 1 FROM price AS q3 WHERE CASE WHEN EXISTS (SELECT 1 FROM account AS q1 WHERE q1.total >= 84.94) THEN 1 ELSE 0 END = 1))
SELECT * FROM recent UNION ALL SELECT amount, id FROM price ORDER BY 1;
SELECT l.score, count(*) AS n, max(r.kind) AS top,
  sum(CASE WHEN coalesce(l.rate, 498) IN (89.05, 'west') THEN 1 ELSE 0 END) AS flagged
FROM item AS l LEFT JOIN ticket AS r ON l.score = r.id WHERE coalesce(l.created, 36.08) IN (265, 16.38)
GROUP BY l.score HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 5;
WITH recent AS (SELECT kind, id FROM ticket AS l WHERE coalesce(l.city, NULL) IN (4.52, 37.28))
SELECT * FROM recent UNION ALL SELECT total, id FROM price ORDER BY 1;
SELECT l.weight, count(*) AS n, max(r.created) AS top,
  sum(CASE WHEN CASE WHEN l.weight <> 311 THEN 1 ELSE 0 END = 1 THEN 1 ELSE 0 END) AS flagged
FROM account AS l LEFT JOIN manager AS r ON l.weight = r.id WHERE CASE WHEN length(l.label || NULL) > 1 THEN 1 ELSE 0 END = 1
GROUP BY l.weight HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 8;
SELECT l.weight, count(*) AS n, max(r.label) AS top,
  sum(CASE WHEN CASE WHEN l.owner >= 'open' THEN 1 ELSE 0 END = 1 THEN 1 ELSE 0 END) AS flagged
FROM voucher AS l LEFT JOIN account AS r ON l.weight = r.id WHERE length(l.status || NULL) > 8
GROUP BY l.weight HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 3;
WITH recent AS (SELECT label, id FROM ticket AS l WHERE EXISTS (SELECT 1 FROM ledger AS q3 WHERE (CASE WHEN q3.label >= 26.75 THEN 1 ELSE 0 END = 1 OR CASE WHEN q3.label = 485 THEN 1 ELSE 0 END = 1)))
SELECT * FROM recent UNION ALL SELECT owner, id FROM product ORDER BY 1;
WITH recent AS (SELECT weight, id FROM ledger AS l WHERE (coalesce(l.id, 4.20) IN (NULL, 75.95) AND CASE WHEN length(l.weight || 2.50) > 7 THEN 1 ELSE 0 END = 1))
SELECT * FROM recent UNION ALL SELECT total, id FROM account ORDER BY 1;
UPDATE ledger SET weight = 873 WHERE EXISTS (SELECT 1 FROM item AS q2 WHERE (q2.total = 'open' AND q2.total = 3.77));
SELECT l.total, count(*) AS n, max(r.city) AS top,
  sum(CASE WHEN length(l.id || NULL) > 0 THEN 1 ELSE 0 END) AS flagged
FROM supplier AS l LEFT JOIN price AS r ON l.code = r.id WHERE EXISTS (SELECT 1 FROM price AS q3 WHERE length(q3.rate || 34.60) > 8)
GROUP BY l.total HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 6;
WITH recent AS (SELECT status, id FROM merchant AS l WHERE (coalesce(l.score, 'closed') IN (98.20, 16.24) OR CASE WHEN coalesce(l.status, NULL) IN (749, NULL) THEN 1 ELSE 0 END = 1))
SELECT * FROM recent UNION ALL SELECT weight, id FROM voucher ORDER BY 1;
SELECT l.code, count(*) AS n, max(r.rate) AS top,
  sum(CASE WHEN CASE WHEN l.status < 771 THEN 1 ELSE 0 END = 1 THEN 1 ELSE 0 END) AS flagged
FROM merchant AS l LEFT JOIN item AS r ON l.status = r.id
GROUP BY l.code HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 5;
WITH recent AS (SELECT amount, id FROM price AS l)
SELECT * FROM recent UNION ALL SELECT score, id FROM payment ORDER BY 1;
WITH recent AS (SELECT note, id FROM product AS l WHERE EXISTS (SELECT 1 FROM ticket AS q3 WHERE coalesce(q3.id, 'south') IN (98.22, NULL)))
SELECT * FROM recent UNION ALL SELECT rate, id FROM price ORDER BY 1;
UPDATE voucher SET status = 57.39 WHERE length(voucher.weight || 'west') > 2;
WITH recent AS (SELECT city, id FROM invoice AS l WHERE (length(l.label || 'east') > 0 AND length(l.id || 97.16) > 9))
SELECT * FROM recent UNION ALL SELECT weight, id FROM voucher ORDER BY 1;
UPDATE account SET total = NULL WHERE length(account.total || 72.86) > 8;
WITH recent AS (SELECT note, id FROM product AS l WHERE (CASE WHEN (l.rate = 'north' AND l.rate >= 66.62) THEN 1 ELSE 0 END = 1 AND CASE WHEN (l.label < 33.62 AND l.id >= 'east') THEN 1 ELSE 0 END = 1))
SELECT * FROM recent UNION ALL SELECT total, id FROM manager ORDER BY 1;
SELECT l.day, count(*) AS n, max(r.total) AS top,
  sum(CASE WHEN length(l.weight || 81.19) > 8 THEN 1 ELSE 0 END) AS flagged
FROM payment AS l LEFT JOIN manager AS r ON l.day = r.id WHERE length(l.score || 646) > 2
GROUP BY l.day HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 2;
SELECT l.kind, r.owner, (SELECT count(*) FROM manager AS z WHERE z.total > l.id) AS above
FROM manager AS l
JOIN payment AS r ON r.weight = l.total
WHERE l.kind IS NOT NULL AND EXISTS (SELECT 1 FROM voucher AS q2 WHERE (q2.created < 42.82 AND q2.created < 427))
ORDER BY l.id;
SELECT l.weight, count(*) AS n, max(r.note) AS top,
  sum(CASE WHEN (l.weight <> 898 OR l.id < 73.59) THEN 1 ELSE 0 END) AS flagged
FROM ledger AS l LEFT JOIN account AS r ON l.id = r.id WHERE length(l.label || 169) > 2
GROUP BY l.weight HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 7;
WITH recent AS (SELECT rate, id FROM item AS l WHERE EXISTS (SELECT 1 FROM manager AS q3 WHERE ((q3.created <> 729 AND q3.id <> 12.00) AND coalesce(q3.created, 18.89) IN (548, 'west'))))
SELECT * FROM recent UNION ALL SELECT city, id FROM product ORDER BY 1;
WITH recent AS (SELECT created, id FROM item AS l)
SELECT * FROM recent UNION ALL SELECT label, id FROM product ORDER BY 1;
WITH recent AS (SELECT owner, id FROM payment AS l WHERE length(l.owner || 278) > 6)
SELECT * FROM recent UNION ALL SELECT label, id FROM account ORDER BY 1;
SELECT l.amount, count(*) AS n, max(r.score) AS top,
  sum(CASE WHEN EXISTS (SELECT 1 FROM account AS q1 WHERE q1.id = NULL) THEN 1 ELSE 0 END) AS flagged
FROM price AS l LEFT JOIN payment AS r ON l.city = r.id WHERE (((l.city <> 88.26 AND l.amount = 980) AND (l.city < 'closed' OR l.day >= 918)) AND coalesce(l.code, 'west') IN ('open', 467))
GROUP BY l.amount HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 10;
WITH recent AS (SELECT kind, id FROM invoice AS l WHERE ((length(l.city || 744) > 1 AND EXISTS (SELECT 1 FROM item AS q1 WHERE q1.label <> 'west')) OR length(l.id || 85.55) > 7))
SELECT * FROM recent UNION ALL SELECT note, id FROM product ORDER BY 1;
SELECT l.note, count(*) AS n, max(r.weight) AS top,
  sum(CASE WHEN EXISTS (SELECT 1 FROM invoice AS q1 WHERE q1.label >= NULL) THEN 1 ELSE 0 END) AS flagged
FROM account AS l LEFT JOIN ledger AS r ON l.id = r.id WHERE length(l.total || NULL) > 6
GROUP BY l.note HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 16;
WITH recent AS (SELECT weight, id FROM ledger AS l WHERE length(l.rate || 864) > 7)
SELECT * FROM recent UNION ALL SELECT code, id FROM supplier ORDER BY 1;
SELECT l.total, count(*) AS n, max(r.label) AS top,
  sum(CASE WHEN (l.id <> 'south' OR l.id >= NULL) THEN 1 ELSE 0 END) AS flagged
FROM account AS l LEFT JOIN invoice AS r ON l.label = r.id WHERE EXISTS (SELECT 1 FROM price AS q3 WHERE (EXISTS (SELECT 1 FROM price AS q1 WHERE q1.code = NULL) AND coalesce(q3.amount, 'west') IN (473, 'south')))
GROUP BY l.total HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 4;
WITH recent AS (SELECT rate, id FROM ledger AS l WHERE (((l.id = 67.26 OR l.label = 831) OR CASE WHEN l.label = 'south' THEN 1 ELSE 0 END = 1) AND EXISTS (SELECT 1 FROM product AS q2 WHERE (q2.rate = 'south' OR q2.city = 174))))
SELECT * FROM recent UNION ALL SELECT note, id FROM product ORDER BY 1;
WITH recent AS (SELECT label, id FROM product AS l)
SELECT * FROM recent UNION ALL SELECT total, id FROM manager ORDER BY 1;
WITH recent AS (SELECT amount, id FROM price AS l WHERE CASE WHEN coalesce(l.rate, NULL) IN (12.14, 'north') THEN 1 ELSE 0 END = 1)
SELECT * FROM recent UNION ALL SELECT weight, id FROM ledger ORDER BY 1;
WITH recent AS (SELECT total, id FROM ticket AS l WHERE CASE WHEN EXISTS (SELECT 1 FROM merchant AS q2 WHERE EXISTS (SELECT 1 FROM supplier AS q1 WHERE q1.label = NULL)) THEN 1 ELSE 0 END = 1)
SELECT * FROM recent UNION ALL SELECT code, id FROM supplier ORDER BY 1;
SELECT l.weight, count(*) AS n, max(r.created) AS top,
  sum(CASE WHEN (l.day < 26.45 OR l.day <> NULL) THEN 1 ELSE 0 END) AS flagged
FROM payment AS l LEFT JOIN item AS r ON l.owner = r.id WHERE length(l.score || 'west') > 1
GROUP BY l.weight HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 2;
WITH recent AS (SELECT owner, id FROM manager AS l WHERE coalesce(l.total, 55) IN (NULL, 'closed'))
SELECT * FROM recent UNION ALL SELECT rate, id FROM price ORDER BY 1;
SELECT l.label, count(*) AS n, max(r.city) AS top,
  sum(CASE WHEN CASE WHEN l.rate < NULL THEN 1 ELSE 0 END = 1 THEN 1 ELSE 0 END) AS flagged
FROM ledger AS l LEFT JOIN ticket AS r ON l.rate = r.id
GROUP BY l.label HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 3;
WITH recent AS (SELECT total, id FROM manager AS l WHERE (EXISTS (SELECT 1 FROM item AS q2 WHERE length(q2.owner || NULL) > 3) OR CASE WHEN CASE WHEN l.created >= 422 THEN 1 ELSE 0 END = 1 THEN 1 ELSE 0 END = 1))
SELECT * FROM recent UNION ALL SELECT code, id FROM merchant ORDER BY 1;
WITH recent AS (SELECT label, id FROM ledger AS l WHERE coalesce(l.label, 629) IN (55.05, 459))
SELECT * FROM recent UNION ALL SELECT kind, id FROM ticket ORDER BY 1;
SELECT l.kind, count(*) AS n, max(r.total) AS top,
  sum(CASE WHEN coalesce(l.owner, 19.02) IN (NULL, 94.01) THEN 1 ELSE 0 END) AS flagged
FROM invoice AS l LEFT JOIN supplier AS r ON l.city = r.id WHERE length(l.owner || 515) > 1
GROUP BY l.kind HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 3;
SELECT l.day, count(*) AS n, max(r.amount) AS top,
  sum(CASE WHEN length(l.day || 'closed') > 1 THEN 1 ELSE 0 END) AS flagged
FROM supplier AS l LEFT JOIN ticket AS r ON l.label = r.id
GROUP BY l.day HAVING count(*) > 0
ORDER BY 2 DESC LIMIT 13;
