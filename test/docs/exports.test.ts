/** Every export of every entry of the package has a doc comment; what can be called from the main entries has an example as well. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const { exports: entries } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
};
/** The source of each entry: "./core" is src/core/index.ts. */
const sources = Object.values(entries).flatMap((entry) =>
  typeof entry === "string" ? [] : [entry.default.replace("./dist/", "src/").replace(/js$/, "ts")],
);
const WITH_EXAMPLES = ["src/index.ts", "src/testing/index.ts", "src/executors/index.ts"];

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file)).config,
  ts.sys,
  root,
);
const program = ts.createProgram(
  sources.map((source) => join(root, source)),
  options,
);
const checker = program.getTypeChecker();

const exportsOf = (source: string): readonly ts.Symbol[] => {
  const file = program.getSourceFile(join(root, source));
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${source} is no module`);
  return checker
    .getExportsOfModule(module)
    .map((each) => (each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each));
};

test("the entries of the package are these", () => {
  expect(sources).toEqual(expect.arrayContaining(WITH_EXAMPLES));
  expect(sources.length).toBeGreaterThanOrEqual(7);
});

test.each(sources)("%s: every export has a doc comment", (source) => {
  const bare = exportsOf(source).filter((each) => each.getDocumentationComment(checker).length === 0);
  expect(bare.map(({ name }) => name)).toEqual([]);
});

test.each(WITH_EXAMPLES)("%s: what can be called has an example", (source) => {
  const callable = exportsOf(source).filter(({ flags }) => flags & ts.SymbolFlags.Value);
  const without = callable.filter((each) => !each.getJsDocTags(checker).some(({ name }) => name === "example"));
  expect(callable.length).toBeGreaterThan(0);
  expect(without.map(({ name }) => name)).toEqual([]);
});
