/** Which file of src imports which, read with the parser of TypeScript. */
import { existsSync, readdirSync } from "node:fs";
import { posix, sep } from "node:path";
import ts from "typescript";

/** @typedef {{ line: number, specifier: string, loads: boolean }} Import `loads` is false for types, which leave no trace at run time */

/**
 * @param {string} source the folder src
 * @returns {string[]} its files without tests, relative to it
 */
export function sourceFiles(source) {
  if (!existsSync(source)) return [];
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
    .toSorted();
}

/**
 * @param {string} text
 * @param {string} file
 * @returns {Import[]}
 */
export function importsOf(text, file) {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  /** @type {Import[]} */
  const found = [];
  /**
   * @param {ts.Node | undefined} specifier
   * @param {boolean} loads
   */
  const add = (specifier, loads) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const line = parsed.getLineAndCharacterOfPosition(specifier.getStart(parsed)).line + 1;
    found.push({ line, specifier: specifier.text, loads });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, !node.importClause?.isTypeOnly);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, !node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], true);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/**
 * @param {string} file relative to src
 * @param {string} specifier
 * @returns {string | undefined} the imported file relative to src; undefined for packages
 */
export function resolve(file, specifier) {
  return specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier).replace(/\.js$/, ".ts") : undefined;
}
