/** SMT-LIB 2: the tree of a script, in which what is not well-sorted is an error. */
import type { Language, SyntaxTree } from "../syntax.ts";
import { shapesOf, TreeWriter, Vocabulary } from "../tree-writer.ts";
import { analyse, remember } from "./analysis.ts";
import { passes } from "./passes/index.ts";
import { BAD, KEYWORD, LIST, readExpressions, STRING, SYMBOL } from "./reader.ts";
import type { Script } from "./script.ts";

const WORDS = new Vocabulary({
  named: "script command list parameters identifier keyword number string comment",
  tokens: "( )",
  fields: "name",
  extras: "comment",
});

const LEAVES: ReadonlyMap<number | undefined, string> = new Map([
  [SYMBOL, "identifier"],
  [KEYWORD, "keyword"],
  [STRING, "string"],
  [BAD, "ERROR"],
]);

const isBinding = ({ source, meanings }: Script, node: number): boolean => {
  const entry = meanings[node + 1];
  return (entry?.kind === "bound" || entry?.kind === "let") && entry.place === node + 1 && source.kind[node] === LIST;
};

const kindOf = (script: Script, node: number): string => {
  const { source, errors } = script;
  if (errors.has(node) || source.open.has(node)) return "ERROR";
  if (source.kind[node] !== LIST) return LEAVES.get(source.kind[node]) ?? "number";
  if (source.parent[node] === -1) return "command";
  return isBinding(script, node) ? "parameters" : "list";
};

const parse = (text: string): SyntaxTree => {
  const source = readExpressions(text);
  const script = analyse(source);
  const writer = new TreeWriter(text, WORDS, "script");
  write(script, writer);
  let torn = source.open.size;
  for (let node = 0; node < source.length; node++) if (source.kind[node] === BAD) torn++;
  const tree = { ...writer.finish(), torn };
  remember(tree, script);
  return tree;
};

const write = (script: Script, writer: TreeWriter): void => {
  const { source, meanings } = script;
  const path: number[] = [];
  let comment = 0;
  const commentsBefore = (place: number): void => {
    for (
      let next = source.comments[comment];
      next !== undefined && next.start < place;
      next = source.comments[++comment]
    )
      writer.leaf("comment", next.start, next.end);
  };
  const closeBefore = (node: number): void => {
    for (let list = path.at(-1); list !== undefined && (source.after[list] as number) <= node; list = path.at(-1)) {
      const end = source.end[list] as number;
      const isClosed = !source.open.has(list);
      commentsBefore(end);
      if (isClosed) writer.leaf(")", end - 1, end);
      writer.close(end);
      path.pop();
    }
  };
  for (let node = 0; node < source.length; node++) {
    closeBefore(node);
    const start = source.start[node] as number;
    commentsBefore(start);
    const kind = kindOf(script, node);
    const marks = meanings[node]?.place === node ? { field: "name" } : {};
    if (source.kind[node] === LIST) {
      writer.open(kind, start, marks);
      writer.leaf("(", start, start + 1);
      path.push(node);
    } else writer.leaf(kind, start, source.end[node] as number, marks);
  }
  closeBefore(source.length);
  commentsBefore(source.text.length + 1);
};

export const smtlibLanguage: Omit<Language, "name" | "traits"> = {
  kinds: WORDS.kinds,
  fields: WORDS.fields,
  shapes: shapesOf({ script: ["command"] }),
  parse,
  passes,
};
