/**
 * The walks of docs/architecture.md are true. Of every step, the file exists and exports what is named. It imports the file of the next
 * step, unless that one says "(through step N)": then the file of the next step imports that of step N, which it stands behind. Every
 * further file of a line is imported by the file of its step.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { importsOf, resolve } from "../../scripts/source-imports.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = "docs/architecture.md";

interface Step {
  /** "docs/architecture.md:700", for who has moved a file. */
  readonly at: string;
  readonly number: number;
  readonly file: string;
  readonly name: string;
  /** The step whose interface or callback it stands behind. */
  readonly through: number | undefined;
  readonly helpers: readonly string[];
}

interface Walk {
  readonly title: string;
  readonly steps: readonly Step[];
}

const STEP =
  /^(?<number>\d+)\. `(?<file>src\/[^`]+)` `(?<name>\w+)`(?: \(through step (?<through>\d+)\))?: (?<text>.*)$/;

const stepIn = (line: string, at: string): Step => {
  const { number, file = "", name = "", through, text = "" } = STEP.exec(line)?.groups ?? {};
  if (number === undefined) throw new Error(`${at} is not a step: 1. \`src/FILE.ts\` \`NAME\` (through step N): TEXT`);
  const helpers = Array.from(text.matchAll(/`(src\/[^`]+)`/g), ([, path = ""]) => path);
  return {
    at,
    number: Number(number),
    file,
    name,
    through: through === undefined ? undefined : Number(through),
    helpers,
  };
};

/** The walks of a page: below its heading about them, one for each heading of the third order. */
const walksIn = (page: string, text: string): readonly Walk[] => {
  const walks: { title: string; steps: Step[] }[] = [];
  let isInside = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith("## ")) isInside = line.includes("The walk of the six main jobs");
    if (!isInside) continue;
    if (line.startsWith("### ")) walks.push({ title: line.slice("### ".length), steps: [] });
    else if (/^\d+\. /.test(line)) walks.at(-1)?.steps.push(stepIn(line, `${page}:${index + 1}`));
  }
  return walks;
};

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const importedBy = (file: string): ReadonlySet<string> =>
  new Set(importsOf(textOf(file), file).flatMap(({ specifier }) => resolve(file, specifier) ?? []));

const exportedBy = (file: string): ReadonlySet<string> => {
  const parsed = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
  const names = parsed.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      return statement.exportClause.elements.map((element) => element.name.text);
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    if (isExported !== true) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : ""));
    return "name" in statement ? [(statement.name as ts.Identifier).text] : [];
  });
  return new Set(names);
};

/** What is untrue of a walk, each with the line to change. */
const untrue = ({ steps }: Walk): readonly string[] => {
  const missing = steps.flatMap(({ at, file, helpers }) =>
    [file, ...helpers].filter((path) => !existsSync(join(root, path))).map((path) => `${at}: there is no file ${path}`),
  );
  if (missing.length > 0) return missing;
  return steps.flatMap((step, index) => {
    const { at, file, name, helpers, through, number } = step;
    const from = index === 0 ? undefined : through === undefined ? steps[index - 1] : steps[through - 1];
    const [importer, imported] = through === undefined ? [from?.file, file] : [file, from?.file];
    const isLinked = from === undefined ? index === 0 : importedBy(importer as string).has(imported as string);
    return [
      ...(number === index + 1 ? [] : [`${at}: step ${index + 1} has the number ${number}`]),
      ...(exportedBy(file).has(name) ? [] : [`${at}: ${file} does not export ${name}`]),
      ...(isLinked
        ? []
        : [`${at}: ${importer} does not import ${imported}, the file of step ${from?.number ?? through}`]),
      ...helpers
        .filter((helper) => !importedBy(file).has(helper))
        .map((helper) => `${at}: ${file} does not import ${helper}, which the line names`),
    ];
  });
};

const walks = walksIn(PAGE, textOf(PAGE));

test("there are six walks, and no file comes twice in one of them", () => {
  expect(walks.map(({ title }) => title)).toEqual([
    "Reduce a file",
    "Reduce a directory",
    "Isolate a regression",
    "Reduce a suite",
    "Sort a folder of crashes",
    "Work on a cluster",
  ]);
  for (const { steps } of walks) {
    expect(steps.length).toBeGreaterThan(5);
    expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length);
  }
});

test.each(walks)("$title", (walk) => {
  expect(untrue(walk)).toEqual([]);
});

describe("what is untrue is told with its line", () => {
  const told = (...lines: readonly string[]): readonly string[] =>
    walksIn("page.md", ["## 1. The walk of the six main jobs", "### A job", ...lines].join("\n")).flatMap(untrue);

  test.each([
    [["1. `src/gone.ts` `x`: it was moved."], "page.md:3: there is no file src/gone.ts"],
    [["1. `src/core/claim.ts` `gone`: it was renamed."], "page.md:3: src/core/claim.ts does not export gone"],
    [
      ["1. `src/core/claim.ts` `Claim`: a claim.", "2. `src/core/search.ts` `Search`: nobody calls it."],
      "page.md:4: src/core/claim.ts does not import src/core/search.ts, the file of step 1",
    ],
    [
      ["1. `src/core/search.ts` `Search`: a search.", "2. `src/core/claim.ts` `Claim` (through step 1): upside down."],
      "page.md:4: src/core/claim.ts does not import src/core/search.ts, the file of step 1",
    ],
    [
      ["1. `src/core/search.ts` `Search`: a search with `src/core/words.ts`."],
      "page.md:3: src/core/search.ts does not import src/core/words.ts, which the line names",
    ],
    [["2. `src/core/claim.ts` `Claim`: a claim."], "page.md:3: step 1 has the number 2"],
  ])("%j", (lines, message) => {
    expect(told(...lines)).toEqual([message]);
  });

  test("a line of another form is refused", () => {
    expect(() => told("1. src/core/claim.ts: a claim.")).toThrow("page.md:3 is not a step");
  });
});
