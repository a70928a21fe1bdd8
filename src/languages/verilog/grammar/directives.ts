/** Lines for the preprocessor where items or statements stand. */
import { nodeOf, type Node } from "./cursor.ts";
import { tokensOf, type Token } from "./lexer.ts";

const leafOf = ({ kind, start, end }: Token, field?: string): Node => ({
  kind,
  start,
  end,
  children: [],
  ...(field !== undefined && { field }),
});

/** Definitions of macros are taken apart: names in them are names. */
export const directiveNode = (text: string, token: Token): Node => {
  const { start, end } = token;
  const word = /^`\w+/.exec(text.slice(start, end))?.[0].length ?? 1;
  const { tokens } = tokensOf(text, start + word, end);
  const [name, ...body] = tokens.slice(0, -1);
  if (!text.startsWith("`define", start)) return leafOf(token);
  if (name === undefined) return leafOf({ ...token, kind: "ERROR" });
  const parts = [leafOf({ kind: "directive_word", start, end: start + word }), leafOf(name, "name")];
  return nodeOf("macro_definition", [
    ...parts,
    ...(body.length === 0
      ? []
      : [
          nodeOf(
            "macro_body",
            body.map((each) => leafOf(each)),
            "value",
          ),
        ]),
  ]);
};
