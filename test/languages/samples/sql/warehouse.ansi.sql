-- Questions for a warehouse, in plain SQL.
SELECT l.flag, l.status, SUM(l.quantity) AS quantity, SUM(l.price * (1 - l.discount) * (1 + l.tax)) AS charge, AVG(l.discount) AS discount, COUNT(*) AS orders
FROM lineitem AS l
WHERE l.shipped <= DATE '1998-12-01' - INTERVAL '90' DAY
GROUP BY l.flag, l.status
ORDER BY l.flag, l.status;

SELECT n.name, SUM(CASE WHEN o.priority = '1-URGENT' OR o.priority = '2-HIGH' THEN 1 ELSE 0 END) AS high
FROM customer c, orders o, nation n
WHERE c.id = o.customer AND c.nation = n.id
  AND o.placed >= DATE '1994-01-01' AND o.placed < DATE '1995-01-01'
  AND NOT EXISTS (SELECT * FROM lineitem l WHERE l.order_id = o.id AND l.received < l.committed)
GROUP BY n.name
HAVING SUM(o.total) > (SELECT AVG(total) * 0.5 FROM orders)
ORDER BY high DESC;

SELECT * FROM (
  SELECT part, supplier, cost, ROW_NUMBER() OVER (PARTITION BY part ORDER BY cost ASC) AS place
  FROM offers
) AS ranked
WHERE place = 1 AND (part, supplier) IN (SELECT part, supplier FROM stock WHERE amount > 0)
INTERSECT
(SELECT part, supplier, cost, 1 FROM offers EXCEPT ALL SELECT part, supplier, cost, 2 FROM offers WHERE name LIKE '%\%%' ESCAPE '\')
ORDER BY 1, 2 DESC;

WITH revenue (supplier, total) AS (SELECT supplier, SUM(price) FROM lineitem GROUP BY supplier),
best AS (SELECT MAX(total) AS total FROM revenue)
SELECT s.id, s.name, r.total, COALESCE(NULLIF(TRIM(BOTH ' ' FROM s.address), ''), 'none') AS address
FROM supplier s NATURAL JOIN revenue r
WHERE r.total = (SELECT total FROM best) AND s.phone IS NOT NULL AND CAST(s.rank AS DECIMAL(5, 1)) BETWEEN SYMMETRIC 2 AND 1;
