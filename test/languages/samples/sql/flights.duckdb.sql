-- Analytics, for DuckDB.
INSTALL json;
LOAD json;
CREATE OR REPLACE TABLE flights AS SELECT range AS id, 'f' || range AS code, [range, range * 2] AS stops, {'from': 'AAA', 'to': 'BBB'} AS leg FROM range(10);
CREATE TABLE planes (id INTEGER, seats MAP(VARCHAR, INTEGER), parts STRUCT(name VARCHAR, age INTEGER)[], built DATE);
INSERT INTO planes VALUES (1, map {'a': 1, 'b': 2}, [{'name': 'wing', 'age': 3}], DATE '2001-02-03'), (2, NULL, [], NULL);
FROM flights SELECT id, list_transform(stops, x -> x + 1) AS later, stops[1:2], stops[-1], leg.from WHERE id % 2 = 0;
SELECT * EXCLUDE (leg), list_filter([1, 2, 3], (x, i) -> x > i) FROM flights QUALIFY row_number() OVER (PARTITION BY code ORDER BY id) = 1;
SELECT code, count(*) AS n FROM flights GROUP BY ALL ORDER BY ALL;
SELECT p.id, unnest(p.parts).name FROM planes AS p ASOF JOIN flights AS f ON p.id >= f.id;
SELECT id::VARCHAR || '!' AS s, TRY_CAST('x' AS INTEGER), date_trunc('month', built) + INTERVAL 2 MONTH, id // 2, 2 ** 3 FROM planes;
PIVOT flights ON code USING sum(id);
SELECT a UNION SELECT b FROM (SELECT 1 AS a, 2 AS b) ORDER BY 1;
SUMMARIZE flights;
COPY flights TO 'flights.parquet' (FORMAT PARQUET);
PRAGMA threads=1;
