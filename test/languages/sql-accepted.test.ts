/** Candidates for SQL as a database sees them: SQLite's own parser accepts nearly all that pare proposes by default. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { loadLanguage } from "../../src/languages/load.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { reduced } from "../passes/support.ts";
import { draws } from "../support/seeds.ts";
import { lacks } from "../support/needs.ts";
import { sqlScript } from "./sql-scripts.ts";

/** For each text of a list in JSON: what SQLite says is wrong with its statements. */
const CHECK = `
import json, sqlite3, sys

def statements(text):
    begun = ""
    for piece in text.split(";"):
        begun += piece + ";"
        if sqlite3.complete_statement(begun):
            yield begun
            begun = ""
    if begun.strip(" \\n;"):
        yield begun

def errors(text):
    database = sqlite3.connect(":memory:", isolation_level=None)
    found = []
    for statement in statements(text):
        steps = [0]
        def tick():
            steps[0] += 1
            return steps[0] > 20
        database.set_progress_handler(tick, 1000)
        try:
            database.execute(statement)
        except Exception as error:
            found.append(str(error))
    database.close()
    return found

json.dump([errors(text) for text in json.load(sys.stdin)], sys.stdout)
`;

const errorsOf = (texts: readonly string[]): readonly (readonly string[])[] => {
  const { stdout, stderr } = spawnSync("python3", ["-c", CHECK], {
    input: JSON.stringify(texts),
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as readonly (readonly string[])[];
};

/** Of syntax and of names; what happens to values when statements run is no matter of acceptance. */
const isRefused = (error: string): boolean =>
  /syntax error|incomplete input|unrecognized token|no such|ambiguous|has no column|has \d+ columns|values for|already exists|do not have the same number|prohibited|number of terms/.test(
    error,
  );

/** As a share of the candidates. */
const MAX_REFUSED = 0.05;

/** Words of a script that stand for what a failure needs. */
const WORDS =
  /\b(?:BETWEEN|EXISTS|CASE|typeof|CAST|LEFT JOIN|INDEX|UNION|GROUP BY|coalesce|VIEW|LIKE|TRIGGER|hex|LIMIT|UPDATE|DELETE|quote)\b/g;

describe.skipIf(lacks("python3"))("candidates", () => {
  const proposed = async (seed: number): Promise<readonly string[]> => {
    const language = await loadLanguage("sql");
    const text = sqlScript(seed, 20);
    const random = draws(seed);
    const words = [...new Set(text.match(WORDS))];
    const kept = Array.from({ length: 4 }, () => words[random.below(words.length)] as string);
    const candidates = new Set<string>();
    const { text: result } = reduced(auto({ language, rename: false, valid: "whole" }), text, (each) => {
      candidates.add(each);
      return kept.every((word) => each.includes(word));
    });
    expect(result.length).toBeLessThan(text.length / 4);
    return [text, ...candidates];
  };

  test("are accepted by SQLite in at least 95 of 100 cases", async () => {
    const texts = (await Promise.all([1, 2, 3, 4].map(proposed))).flat();
    const refused = errorsOf(texts).map((errors) => errors.filter(isRefused));
    expect(texts.length).toBeGreaterThan(250);
    const reasons = refused.flatMap((errors, index) => (errors.length > 0 ? [`${errors[0]} in ${texts[index]}`] : []));
    expect(reasons.length < MAX_REFUSED * texts.length ? [] : reasons).toEqual([]);
  });
});
