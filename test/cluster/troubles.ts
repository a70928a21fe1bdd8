/** Five inputs of different kinds, each with a test that takes next to nothing. */
import type { Trouble } from "./support.ts";

const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => `${line(number)}\n`).join("");

const words = ["alpha", "beta", "gamma", "delta"];

const statement = (number: number): string =>
  number % 60 === 7
    ? `  total += need_${number}(a, b);`
    : `  if (x${number} > ${number * 7}) { y${number % 9} = f(${number}, "${words[number % 4]}"); }`;

/** `has`: the candidate, `$1`, has such a text. */
const needs = (...texts: readonly string[]): string => texts.map((text) => `grep -aq '${text}' "$1"`).join(" && ");

export const TROUBLES: readonly Trouble[] = [
  {
    name: "lines of a log",
    files: { "hay.log": lines(400, (n) => `2024-01-01 ${n} ${words[n % 4]} ${n % 37 === 5 ? `needle${n}` : "hay"}`) },
    test: needs("needle42", "needle190", "needle338"),
  },
  {
    name: "a C program",
    files: { "bug.c": `int main(void) {\n  int total = 0;\n${lines(200, statement)}  return total;\n}\n` },
    test: `${needs("need_67", "need_127")} && tr -cd '{' < "$1" | wc -c > a && tr -cd '}' < "$1" | wc -c > b && cmp -s a b`,
  },
  {
    name: "JSON",
    files: {
      "data.json": JSON.stringify({
        items: Array.from({ length: 120 }, (_, id) => ({
          id,
          tags: [words[id % 4], id],
          deep: { flag: id % 50 === 3 },
        })),
      }),
    },
    test: `${needs("53", "delta")} && tail -c 1 "$1" | grep -q '}'`,
  },
  {
    name: "bytes with NULs",
    files: {
      "blob.bin": Uint8Array.from({ length: 900 }, (_, at) =>
        at % 300 === 150 ? 0xfe : at % 7 === 0 ? 0 : (at * 31) % 251,
      ),
    },
    test: `test "$(od -An -v -tx1 "$1" | tr -s ' ' '\\n' | grep -c '^fe$')" -ge 2`,
    typed: ["--format", "bytes"],
  },
  {
    name: "a directory",
    files: Object.fromEntries([
      ...Array.from({ length: 12 }, (_, n): [string, string] => [
        `project/src/f${n}.txt`,
        lines(20, (line) => `file ${n} line ${line}`),
      ]),
      ["project/empty/.keep", ""],
    ]),
    input: "project",
    test: `grep -q 'file 3 line 7' src/f3.txt && grep -q 'file 9 line 1$' src/f9.txt`,
  },
];
