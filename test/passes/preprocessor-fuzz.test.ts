/** Soups of directives that nobody has written: what the passes list lies in the text, side by side, and in order. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { passes, type Edit, type Pass, type PassName, type Syntax } from "../../src/passes/index.ts";
import { languageNamed, syntaxOf } from "./support.ts";

const NAMES = [
  "directives",
  "conditionals",
  "branches",
  "macros",
  "attributes",
  "prototypes",
  "old parameters",
] as const;

const PIECES = [
  "#if 1\n",
  "#if A && (B > 2",
  "#ifdef A\n",
  " # ifndef B\n",
  "#elif defined(A) || !B\n",
  "#else\n",
  "#endif\n",
  "#define A 1\n",
  "#define A(x, y) x ## y + #x\n",
  "#define B A \\\n A(1, 2)\n",
  "#define V(...) __VA_ARGS__\n",
  "#define C(x\n",
  "#undef A\n",
  "#pragma once",
  '# 3 "a.h" 1\n',
  "#\n",
  "# \\\n",
  "A",
  "A(",
  "A(1, A(2, 3))",
  "V()",
  "B",
  ")",
  "(",
  "{",
  "}",
  ", ",
  ";",
  '"',
  "'",
  "/*",
  "*/",
  "//",
  "\\\n",
  "\\\r\n",
  "\r\n",
  "\n",
  'R"x(',
  ')x"',
  "1'0",
  "int f(a, b) int a; char *b, c; { return a; }\n",
  "int g(a) {}\n",
  "static const int x;",
  "__attribute__((a(1)))",
  "[[b]]",
  "é",
  "",
];

const soups = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));

/** All that a pass lists, in groups of edits that are done together. */
const groupsOf = (name: PassName, syntax: Syntax): readonly (readonly Edit[])[] => {
  const pass: Pass = passes[name];
  if (pass.kind === "rewrites") return [pass.rewrites(syntax).flat()];
  if (pass.kind === "edits") return pass.edits(syntax, 0).map((edit) => [edit]);
  return pass.kind === "coupled" ? pass.changes(syntax) : [];
};

const flawsOf = (edits: readonly Edit[], length: number): readonly Edit[] =>
  edits
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter(({ start, end }, i, all) => start < 0 || end < start || end > length || start < (all[i - 1]?.end ?? 0));

test.each(["c", "cpp", "csharp", "plain"])("edits lie side by side in any soup of %s", async (name) => {
  const language = await languageNamed(name);
  fc.assert(
    fc.property(soups, (text) => {
      const syntax = syntaxOf(language, text);
      for (const pass of NAMES)
        for (const edits of groupsOf(pass, syntax))
          expect({ pass, flaws: flawsOf(edits, text.length) }).toEqual({ pass, flaws: [] });
    }),
    { numRuns: 100 },
  );
});

test("what is rewritten at once makes a text without macros or groups in the end", async () => {
  const language = await languageNamed("c");
  const steps = (text: string): number => {
    let current = text;
    for (let step = 0; ; step++) {
      const syntax = syntaxOf(language, current);
      const edits = (["conditionals", "macros"] as const)
        .map((name) => groupsOf(name, syntax).flat())
        .find((all) => all.length > 0);
      if (edits === undefined) return step;
      expect(step).toBeLessThan(200);
      let at = 0;
      const pieces: string[] = [];
      for (const { start, end, text: other } of edits.toSorted((a, b) => a.start - b.start)) {
        pieces.push(current.slice(at, start), other);
        at = end;
      }
      const next = pieces.join("") + current.slice(at);
      expect(next.length).toBeLessThan(current.length);
      current = next;
    }
  };
  fc.assert(
    fc.property(soups, (text) => {
      expect(steps(text)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 100 },
  );
});
