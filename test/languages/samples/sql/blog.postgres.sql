/* A blog, for PostgreSQL. */
SET client_min_messages = warning;
CREATE SCHEMA IF NOT EXISTS blog;
CREATE TYPE blog.status AS ENUM ('draft', 'public');
CREATE TABLE blog.author (
  id bigserial PRIMARY KEY,
  login character varying(40) NOT NULL UNIQUE,
  created timestamp with time zone DEFAULT now() NOT NULL,
  tags text[] DEFAULT '{}'::text[],
  settings jsonb
);
CREATE TABLE blog.post (
  id integer GENERATED ALWAYS AS IDENTITY,
  author bigint NOT NULL REFERENCES blog.author (id) ON DELETE CASCADE,
  title text NOT NULL,
  body text,
  words integer GENERATED ALWAYS AS (length(body)) STORED,
  price numeric(10, 2) CHECK (price > 0),
  PRIMARY KEY (id),
  CONSTRAINT one_title UNIQUE (author, title)
);
CREATE INDEX CONCURRENTLY post_search ON blog.post USING gin (to_tsvector('english', body));
CREATE OR REPLACE FUNCTION blog.touch() RETURNS trigger AS $body$
BEGIN
  NEW.title := trim(NEW.title);
  RETURN NEW;
END;
$body$ LANGUAGE plpgsql;
CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON blog.post FOR EACH ROW EXECUTE FUNCTION blog.touch();
INSERT INTO blog.author (login, tags) VALUES ('ann', ARRAY['a', 'b']), ('bob', DEFAULT) RETURNING id;
INSERT INTO blog.post (author, title) SELECT a.id, 'No ' || n FROM blog.author AS a, generate_series(1, 10) AS n ON CONFLICT ON CONSTRAINT one_title DO NOTHING;
SELECT DISTINCT ON (a.login) a.login, p.title, p.created::date AS day, (a.settings ->> 'lang')::int + 1
FROM blog.author a
CROSS JOIN LATERAL (SELECT title, now() AS created FROM blog.post WHERE author = a.id ORDER BY id DESC LIMIT 1) AS p
WHERE a.tags @> ARRAY['a'] AND a.login ~* '^a' AND a.created > now() - INTERVAL '3 days'
ORDER BY a.login, day DESC NULLS LAST
FETCH FIRST 5 ROWS ONLY;
WITH gone AS (DELETE FROM blog.post WHERE words IS NULL RETURNING *), kept AS MATERIALIZED (SELECT * FROM blog.post)
SELECT (SELECT count(*) FROM gone) AS gone, percentile_cont(0.5) WITHIN GROUP (ORDER BY words) AS middle, string_agg(title, ', ' ORDER BY title) FROM kept;
UPDATE blog.post AS p SET (title, body) = (upper(p.title), NULL) FROM blog.author AS a WHERE a.id = p.author AND a.login = ANY ('{ann,bob}');
SELECT extract(year FROM created), substring(login FROM 1 FOR 2), created AT TIME ZONE 'UTC', ROW(1, 'x') IS DISTINCT FROM NULL FROM blog.author GROUP BY GROUPING SETS ((created), ()) FOR UPDATE SKIP LOCKED;
SELECT x, sum(y) FROM (VALUES (1, 2), (3, 4)) AS v (x, y) GROUP BY ROLLUP (x) HAVING bool_and(y > 1);
ALTER TABLE blog.post ADD COLUMN likes integer DEFAULT 0;
GRANT SELECT ON ALL TABLES IN SCHEMA blog TO PUBLIC;
VACUUM ANALYZE blog.post;
DROP SCHEMA blog CASCADE;
