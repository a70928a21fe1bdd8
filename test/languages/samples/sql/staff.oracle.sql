-- Staff, as Oracle writes it.
CREATE TABLE staff (
  id NUMBER(10) NOT NULL,
  boss NUMBER(10),
  name VARCHAR2(30 CHAR) DEFAULT 'nobody',
  hired DATE,
  CONSTRAINT staff_key PRIMARY KEY (id)
) TABLESPACE users;
INSERT INTO staff (id, boss, name, hired) VALUES (1, NULL, 'it''s', TO_DATE('2020-01-01', 'YYYY-MM-DD'));
SELECT s.name, b.name AS boss, NVL(s.boss, -1), DECODE(s.id, 1, 'one', 'many') AS word
FROM staff s LEFT OUTER JOIN staff b ON b.id = s.boss
WHERE s.hired > SYSDATE - 30 AND ROWNUM <= 10
MINUS
SELECT name, name, 0, 'x' FROM staff WHERE EXISTS (SELECT NULL FROM dual);
MERGE INTO staff t USING (SELECT 2 AS id FROM dual) n ON (t.id = n.id) WHEN NOT MATCHED THEN INSERT (id) VALUES (n.id);
UPDATE staff SET name = INITCAP(name) WHERE id = :number;
DELETE FROM staff WHERE id NOT IN (SELECT boss FROM staff WHERE boss IS NOT NULL);
COMMIT;
