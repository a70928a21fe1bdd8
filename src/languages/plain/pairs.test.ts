import { describe, expect, test } from "vitest";
import { pairsIn } from "./pairs.ts";

/** Opening words with the word that closes them. */
const pairsOf = (text: string): string => {
  const { opening, closing } = pairsIn(text);
  const closers = new Map([...closing].map(([word, kind]) => [kind, word]));
  return [...opening].map(([word, kind]) => `${word}…${closers.get(kind)}`).join(" ");
};

describe("words that pair up", () => {
  test.each([
    ["module a;\n  x;\nendmodule\nmodule b;\nendmodule\n", "module…endmodule"],
    ["for i in 1 2; do\n  echo\ndone\nwhile x; do y; done\nif a; then\n  b\nfi\n", "do…done if…fi"],
    ["case $x in\n  a) ;;\nesac\n", "case…esac"],
    ["always @(a) begin\n  b;\nend\nif (c) begin\n  d;\nend\n", "begin…end"],
    ["SELECT CASE WHEN a THEN b END;\nSELECT CASE WHEN CASE WHEN c THEN d END THEN e END FROM t;\n", "CASE…END"],
    ["IF a THEN\n  b\nEND IF\nDO\n  IF c THEN\n    d\n  END IF\nEND DO\n", "IF…END DO…END"],
  ])("%j", (text, pairs) => {
    expect(pairsOf(text)).toBe(pairs);
  });

  test("of a word that closes several things, those that stand in heads", () => {
    const text = [
      "local function f(a)",
      "  if a then",
      "    return 1",
      "  elseif b then",
      "    return 2",
      "  end",
      "  for i = 1, 2 do",
      "    print(i)",
      "  end",
      "end",
      "function g(c)",
      "  f(c)",
      "end",
    ].join("\n");
    expect(pairsOf(text).split(" ").toSorted()).toEqual(["for…end", "function…end", "if…end"]);
  });

  test.each([
    ["words that do not balance", "begin a\nend\nend\n"],
    ["words in groups that close before", "(begin a) end (begin b) end\n"],
    ["signed words", "\\begin{a}\n\\end{a}\n"],
    ["names in lines of a log", "install lib libs\nremove lib libs\n"],
    ["a text of one word", "end"],
    ["nothing", ""],
  ])("no pairs of %s", (_, text) => {
    expect(pairsOf(text)).toBe("");
  });

  test("are the same for the same text", () => {
    const text = "function f\n  if a\n    b\n  end\nend\n".repeat(20);
    expect(pairsIn(text)).toEqual(pairsIn(text));
  });
});
