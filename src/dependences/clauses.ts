/** Without a grammar, the lines of one statement are its clauses: it is no statement with the wrong ones, whatever names they share. */
import type { Parts } from "./occurrences.ts";

/** A semicolon that ends a line, as the last sign of a statement or right behind it. */
const ENDING = /^(?:;|.[ \t]*;)[ \t]*(?:\r?\n|$)/s;
/** White space behind a statement is looked at no further. */
const GAP = 20;

/** Tells of two units beside each other whether they are lines of one statement. Takes time linear in the text. */
export const clausesIn = ({ tree, language, units: { start } }: Parts): ((a: number, b: number) => boolean) => {
  if (language.traits.grammarless !== true) return () => false;
  const kindOf = (node: number): string => language.kinds[tree.kind[node] as number] ?? "";
  const isLines = (node: number): boolean => /^(?:line|block)$/.test(kindOf(node));
  const last = tree.text.trimEnd().length;
  const isEnded = (end: number): boolean => end >= last || ENDING.test(tree.text.slice(end - 1, end + GAP));
  /** By node: the statement that it is a line of, or a block of lines; by place: that of the line that begins there. */
  const statementOf = new Map<number, number>();
  const lineAt = new Map<number, number>();
  for (let node = 1; node < tree.length; node++) {
    const parent = tree.parent[node] as number;
    const isStatement = kindOf(node) === "item" && kindOf(parent).endsWith(";") && isEnded(tree.end[node] as number);
    const around = isStatement ? node : isLines(node) ? statementOf.get(parent) : undefined;
    if (around === undefined) continue;
    statementOf.set(node, around);
    if (!isStatement) lineAt.set(tree.start[node] as number, around);
  }
  const lineOf = (unit: number): number | undefined => lineAt.get(start[unit] as number);
  return (a, b) => lineOf(a) !== undefined && lineOf(a) === lineOf(b);
};
