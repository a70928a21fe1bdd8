/** Before and after, in three languages each. */
import { expect, test } from "vitest";
import type { TestCase } from "../../src/core/test-case.ts";
import { anonymous } from "../../src/passes/anonymous.ts";
import { anonymize } from "../../src/pipelines/anonymize.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { languageNamed, played, syntaxOf, textCase, textOf } from "./support.ts";

const after = async (pass: string, language: string, text: string): Promise<string> => {
  const found = anonymous.find(({ name }) => name === pass);
  return applied(text, (found?.rewrites(syntaxOf(await languageNamed(language), text)) ?? []).flat());
};

test.each([
  ["anonymous names", "c", "int total(int salary) { return salary + n1; }", "int n2(int n3) { return n3 + n1; }"],
  ["anonymous names", "python", "class Payroll:\n  def run(self): pass\n", "class N1:\n  def n2(n3): pass\n"],
  ["anonymous names", "javascript", "const secret = Vault.open(x);", "const n1 = N2.n3(x);"],
  ["anonymous strings", "c", 'f("ACME", "x", "ACME");', 'f("s1", "x", "s1");'],
  ["anonymous strings", "python", "f('Bob', \"Eve\")\n", "f('s1', \"s2\")\n"],
  ["anonymous strings", "json", '{"name": "Bob"}', '{"s1": "s2"}'],
  ["masked strings", "c", String.raw`f("Bob 12\n");`, String.raw`f("Xxx 11\n");`],
  ["masked strings", "python", "f('Ünï-1')\n", "f('Xxx-1')\n"],
  ["masked strings", "json", '["a@b.de"]', '["x@x.xx"]'],
  ["anonymous numbers", "c", "int x = 48213;", "int x = 1;"],
  ["anonymous numbers", "python", "x = 3.25\n", "x = 1\n"],
  ["anonymous numbers", "json", "[31337, 7]", "[1, 7]"],
  ["masked numbers", "c", "int x = 48213;", "int x = 11111;"],
  ["masked numbers", "python", "x = 13.25\n", "x = 11.11\n"],
  ["masked numbers", "json", "[31337]", "[11111]"],
])("%s in %s: %s", async (pass, language, before, expected) => {
  expect(await after(pass, language, before)).toBe(expected);
});

test("what the failure needs stays, and what is there is not used twice", async () => {
  const language = await languageNamed("javascript");
  const source = textCase('const n1 = secret("Bob", 4711) + keep("Bob", 12);\n');
  const context = { language, rename: false, valid: false, external: [] };
  const needs = (candidate: TestCase): boolean => /keep\(.*12/.test(textOf(candidate));
  const { result } = played(anonymize(context)(source), needs);
  expect(textOf(result)).toBe('const n1 = n2("s1", 1) + keep("s1", 12);\n');
});
