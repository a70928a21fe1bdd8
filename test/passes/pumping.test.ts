import { describe, expect, test } from "vitest";
import { languageNamed, reduced, syntaxOf } from "./support.ts";
import { pumps } from "../../src/passes/coupled/pumps.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { auto } from "../../src/pipelines/auto.ts";

const VALUE = "a_value_of_24_characters";

/** A function, and three calls of it in the place of the value. */
const PROGRAMS: readonly (readonly [language: string, definition: string, uses: string])[] = [
  ["c", `int f(){return ${VALUE};}`, "int a=f()+f()+f();"],
  ["javascript", `function f(){return ${VALUE}}`, "let a=f()+f()+f();"],
  ["python", `def f():return ${VALUE}\n`, "a=f()+f()+f()\n"],
];

describe.each(PROGRAMS)("in %s: %s%s", (name, definition, uses) => {
  const text = definition + uses;
  const inlined = uses.replaceAll("f()", VALUE);

  test("a growing change is kept where the text is shorter in the end", async () => {
    const language = await languageNamed(name);
    const holds = (other: string): boolean => other === text || other.split(VALUE).length > 2;
    expect(inlined.length).toBeGreaterThan(text.length);
    const { text: result } = reduced(auto({ language, rename: false, valid: false }), text, holds);
    expect(result.length).toBeLessThan(text.length);
    expect(holds(result)).toBe(true);
  });

  test("nothing has happened where it is not", async () => {
    const language = await languageNamed(name);
    const asked = new Set<string>();
    const { text: result } = reduced(auto({ language, rename: false, valid: false }), text, (other) => {
      asked.add(other.trim());
      return other === text || other.trim() === inlined.trim();
    });
    expect(asked).toContain(inlined.trim());
    expect(result).toBe(text);
  });

  test("every change listed is one that grows", async () => {
    const changes = pumps.changes(syntaxOf(await languageNamed(name), text));
    expect(changes.length).toBeGreaterThan(0);
    for (const edits of changes) expect(applied(text, edits).length).toBeGreaterThanOrEqual(text.length);
  });
});
