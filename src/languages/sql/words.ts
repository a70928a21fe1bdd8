/** The words of SQL that end or begin something. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** They begin a clause, or join things: neither a name nor an operand, unless in quotes. */
export const RESERVED = set(
  "SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH UNION INTERSECT EXCEPT MINUS WINDOW QUALIFY ON USING JOIN INNER OUTER CROSS " +
    "NATURAL FULL LEFT RIGHT ASOF POSITIONAL SEMI ANTI LATERAL WHEN THEN ELSE END AS AND OR XOR SET VALUES RETURNING INTO BY ASC DESC BETWEEN IN LIKE " +
    "ILIKE GLOB REGEXP RLIKE SIMILAR ESCAPE IS ISNULL NOTNULL COLLATE CREATE DROP INSERT UPDATE DELETE TABLE DISTINCT ALL CASE WITH " +
    "CONSTRAINT PRIMARY UNIQUE FOREIGN CHECK REFERENCES DEFAULT FOR TABLESAMPLE NOT NULL EXISTS CAST",
);

/** No dialect takes them for a name without quotes. */
export const NEVER_NAMES = set(
  "SELECT FROM WHERE GROUP HAVING ORDER LIMIT UNION INTERSECT EXCEPT ON JOIN AS AND OR SET VALUES INTO CREATE DROP UPDATE DELETE INSERT TABLE " +
    "DISTINCT CASE WHEN THEN ELSE IN IS NOT NULL BETWEEN EXISTS DEFAULT CHECK PRIMARY UNIQUE FOREIGN REFERENCES CONSTRAINT USING",
);

/** Types that may stand before a text to make a value of it. */
export const TEXT_TYPES = set(
  "DATE TIME TIMESTAMP TIMESTAMPTZ TIMETZ DATETIME JSON JSONB BLOB BYTEA UUID NUMERIC DECIMAL BIGNUMERIC INTEGER INT BIGINT REAL FLOAT DOUBLE TEXT VARCHAR " +
    "BIT INET CIDR POINT BOX PATH POLYGON CIRCLE LINE XML BOOLEAN BOOL REGCLASS NAME BINARY",
);

/** Reserved, but also the name of a function. */
export const CALLABLE = set("LEFT RIGHT VALUES GLOB LIKE REGEXP IF REPLACE DEFAULT");

/** What a table may not be called without AS, besides the reserved words. */
export const NO_TABLE_ALIAS = set("INDEXED FORCE USE IGNORE STRAIGHT_JOIN PARTITION PIVOT UNPIVOT DO BEGIN ROWS RANGE");

/** What ends the query before: both sides have the same columns. */
export const SET_OPERATORS = set("UNION INTERSECT EXCEPT MINUS");

/** How statements begin that are read as one piece. */
export const PLAIN_STATEMENTS = set(
  "PRAGMA SET RESET ANALYZE ANALYSE VACUUM BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE START END ABORT ATTACH DETACH GRANT REVOKE USE SHOW DESCRIBE DESC " +
    "SUMMARIZE CALL LOAD INSTALL COPY REINDEX CHECKPOINT DO DECLARE LOCK UNLOCK COMMENT REFRESH EXECUTE EXEC PREPARE DEALLOCATE EXPORT IMPORT LISTEN NOTIFY " +
    "UNLISTEN MERGE OPTIMIZE FLUSH KILL RENAME PIVOT UNPIVOT FETCH CLOSE CLUSTER DISCARD HANDLER REPAIR CHECK DELIMITER IF WHILE RETURN RAISE " +
    "PRINT SIGNAL LEAVE ITERATE LOOP REPEAT OPEN PERFORM ALTER TRUNCATE",
);

/** Statements that say one thing. */
export const SINGLE_STATEMENTS = set(
  "PRAGMA SET RESET VACUUM BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE START END ABORT ATTACH DETACH USE LOAD INSTALL REINDEX CHECKPOINT PRINT",
);

/** Statements of one word. */
export const LONE_STATEMENTS = set(
  "BEGIN COMMIT ROLLBACK END ABORT VACUUM ANALYZE ANALYSE CHECKPOINT REINDEX SHOW RETURN START",
);

/** Operators that are words, with how tightly they bind. */
export const WORD_OPERATORS: Readonly<Record<string, number>> = {
  OR: 1,
  XOR: 1,
  AND: 2,
  LIKE: 4,
  ILIKE: 4,
  GLOB: 4,
  REGEXP: 4,
  RLIKE: 4,
  MATCH: 4,
  ESCAPE: 5,
  DIV: 8,
  MOD: 8,
  OVERLAPS: 4,
};

/** The same for signs; others bind like those of bits. */
export const SIGN_OPERATORS: Readonly<Record<string, number>> = {
  "=": 4,
  "==": 4,
  "<": 4,
  ">": 4,
  "<=": 4,
  ">=": 4,
  "<>": 4,
  "!=": 4,
  "<=>": 4,
  "~": 5,
  "!~": 5,
  "~*": 5,
  "!~*": 5,
  "+": 7,
  "-": 7,
  "*": 8,
  "/": 8,
  "%": 8,
  "//": 8,
  "**": 9,
  "^": 9,
  "||": 6,
  "&&": 2,
  "&": 6,
  "|": 6,
  "#": 6,
  "<<": 6,
  ">>": 6,
  "->": 6,
  "->>": 6,
  "#>": 6,
  "#>>": 6,
  "@>": 6,
  "<@": 6,
  "@": 6,
  ":=": 0,
  "=>": 0,
};
