/** Names that go with what they stand in, and parts that are not asked about again, in text without a grammar. */
import { expect, test } from "vitest";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import { play } from "../../src/driver/play.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { definitions } from "../../src/passes/coupled/definitions.ts";
import { statements } from "../../src/passes/statements.ts";
import { topLevelParts } from "../../src/passes/top-level.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { beginningWith, dependently } from "../../src/pipelines/passes/dependent.ts";
import { swept } from "../../src/pipelines/passes/list-search.ts";
import { passStrategy } from "../../src/pipelines/passes/passes.ts";

const context = { language: plainLanguage, rename: false, valid: false };

const caseOf = (text: string): TestCase => {
  const bytes = Buffer.from(text);
  return fileCase({ path: "a", mode: 0o644, bytes: () => bytes }, bytes.length);
};

const textOf = (source: TestCase): string => Buffer.from(onlyFile(source).bytes()).toString();

test.each([
  {
    what: "a port with its declaration",
    text: "module m(a, b, c);\ninput a;\ninput b;\noutput c;\nk l(b);\nendmodule\n",
    // Every port is declared, and the other way round.
    holds: (text: string): boolean => {
      const ports = /m\((.*)\)/.exec(text)?.[1]?.trim().split(/, */) ?? [];
      const declared = [...text.matchAll(/^(?:input|output) (\w);$/gm)].map(([, name]) => name);
      return text.includes("k l(b)") && ports.join(",") === declared.join(",");
    },
    left: "module m(b);\ninput b;\nk l(b);\nendmodule\n",
  },
  {
    what: "a column with what is put into it",
    text: "create table t (x int, y int, z int);\ninsert into t (x, y, z);\n",
    holds: (text: string): boolean => {
      const [columns, values] = [...text.matchAll(/\((.*)\)/g)].map(([, list = ""]) => list.trim().split(/, */));
      return text.includes("y int") && columns?.map((each) => each.split(" ")[0]).join() === values?.join();
    },
    left: "create table t (y int);\ninsert into t (y);\n",
  },
  {
    what: "a function of a shell script with its calls",
    text: "f() {\n  echo 1\n}\ng() {\n  echo 2\n}\nf\ng\n",
    holds: (text: string): boolean =>
      /^g$/m.test(text) && /^f$/m.test(text) === text.includes("f()") && text.includes("g() {\n  echo 2\n}"),
    left: "g() {\n  echo 2\n}\ng\n",
  },
])("$what", ({ text, holds, left }) => {
  expect(holds(text)).toBe(true);
  const search = passStrategy(definitions, context, swept)(caseOf(text));
  const { result } = play(search, (candidate) => holds(textOf(candidate)));
  expect(textOf(result).replaceAll("( ", "(")).toBe(left);
});

test("parts that had to stay are asked about again only when less uses them", () => {
  const text = `${`${"x".repeat(100)}\n`.repeat(40)}fn a {\n  one\n  two\n}\nfn b {\n  a\n}\nfn c {\n  b\n}\n`;
  const asked: string[] = [];
  const stays = (candidate: TestCase): boolean => {
    asked.push(textOf(candidate));
    return false;
  };
  const first = play(dependently(topLevelParts, context)(beginningWith(caseOf(text))), stays).result;
  expect(asked.length).toBeGreaterThan(0);
  asked.length = 0;
  play(dependently(topLevelParts, context)(first), stays);
  expect(asked).toEqual([]);
  // One line fewer uses a: it is asked about, and b, which is used as before, is not.
  const less = { ...first, current: caseOf(text.replace("  a\n", "  zero\n")) };
  play(dependently(topLevelParts, context)(less), stays);
  expect(asked.some((each) => !each.includes("fn a"))).toBe(true);
  expect(asked.every((each) => each.includes("fn b"))).toBe(true);
  asked.length = 0;
  // The lines inside have not been asked about.
  play(dependently(statements, context)(first), stays);
  expect(asked.length).toBeGreaterThan(0);
});

test("a part with all it needs is right by itself: ports come with their declarations", async () => {
  const ports = Array.from({ length: 12 }, (_, i) => `p${i}`);
  const declarations = ports.map((port) => `  input ${port};\n`).join("");
  const moduleOf = (name: string, body: string): string =>
    `module ${name} (${ports.join(", ")});\n${declarations}${body}endmodule\n`;
  const wires = Array.from({ length: 12 }, (_, i) => `  wire w${i};\n`).join("");
  const text = moduleOf("a", wires) + moduleOf("b", `${wires}  a k (p1, w7);\n${wires.replaceAll("w", "v")}`);
  // Ports are listed if they are declared, and the other way round.
  const isRight = (part: string): boolean => {
    const listed = /module \w+ \(([^)]*)\)/.exec(part)?.[1]?.split(", ") ?? [];
    const declared = [...part.matchAll(/input (\w+);/g)].map(([, name]) => name);
    return listed.join() === declared.join();
  };
  const holds = (candidate: TestCase): boolean =>
    textOf(candidate).includes("  a k (p1, w7);") && textOf(candidate).split("endmodule").every(isRight);
  expect(holds(caseOf(text))).toBe(true);
  const verilog = { ...context, language: await loadLanguage("verilog") };
  const { result, asked } = play(dependently(topLevelParts, verilog)(beginningWith(caseOf(text))), holds);
  expect(textOf(result.current)).toBe("module b ;\n  a k (p1, w7);\nendmodule\n");
  expect(asked).toBeLessThan(15);
});

test("of two clauses of which either may go, that one stays which needs nothing of other statements", () => {
  const text = "t = make();\nfill t(1);\npick k and others\nk = t\nhaving some;\nstop();\n";
  const holds = (kept: string): boolean =>
    kept.includes("having") && (kept.includes("pick") || (kept.includes("k = t") && kept.includes("t = make")));
  const { result } = play(auto(context)(caseOf(text)), (candidate) => holds(textOf(candidate)));
  expect(textOf(result).trim().split(/\s+/)).toEqual(["pick", "having"]);
});
