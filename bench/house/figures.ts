/** How much there is to read in a tree of sources: files, lines, exports, long functions, crowded folders. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { importsOf, resolve, sourceFiles } from "../../scripts/source-imports.mjs";
import { findCrowds, findRepeats } from "../../scripts/check-house.mjs";

interface Source {
  readonly file: string; // relative to src
  readonly text: string;
  readonly lines: readonly string[];
}

/** The figures of src in this folder, tests excepted: name and value. */
export const readingFigures = (root: string): ReadonlyMap<string, number> => {
  const sources = sourceFiles(join(root, "src")).map((file): Source => {
    const text = readFileSync(join(root, "src", file), "utf8");
    return { file, text, lines: text.replace(/\n$/, "").split("\n") };
  });
  const lines = sources.flatMap((source) => source.lines);
  const written = lines.filter((line) => line.trim() !== "");
  const parsed = sources.map(({ file, text }) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  const lengths = parsed.flatMap(functionLengths);
  return new Map([
    ["files", sources.length],
    ["lines", lines.length],
    ["mean length of a line", sum(written.map((line) => line.length)) / written.length],
    ["exports", sum(parsed.map(exportCount))],
    ["files with one importer", filesWithOneImporter(sources)],
    ["functions over 40 lines", lengths.filter((length) => length > 40).length],
    ["functions over 60 lines", lengths.filter((length) => length > 60).length],
    ["files over 300 lines", sources.filter((source) => source.lines.length > 300).length],
    ["folders over 25 files", findCrowds(root).length],
    ["six equal lines in two places", findRepeats(root).length],
  ]);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Declarations that other files can import; what a file only passes on does not count. */
const exportCount = (file: ts.SourceFile): number =>
  sum(
    file.statements.map((statement) => {
      const isExported =
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      if (!isExported) return 0;
      return ts.isVariableStatement(statement) ? statement.declarationList.declarations.length : 1;
    }),
  );

const functionLengths = (file: ts.SourceFile): readonly number[] => {
  const lengths: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const [start, end] = [node.getStart(file), node.getEnd()].map(
        (at) => file.getLineAndCharacterOfPosition(at).line,
      );
      lengths.push((end ?? 0) - (start ?? 0) + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lengths;
};

const filesWithOneImporter = (sources: readonly Source[]): number => {
  const importers = new Map<string, Set<string>>();
  for (const { file, text } of sources)
    for (const { specifier } of importsOf(text, file)) {
      const target = resolve(file, specifier);
      if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  return sources.filter(({ file }) => importers.get(file)?.size === 1).length;
};
