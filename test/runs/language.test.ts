import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { languageOf } from "../../src/reduce/language.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { readOriginal } from "../../src/reduce/original.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { mistake, newDirectory, writeScript } from "./support.ts";

const chosenFor = async (name: string, text: string, options: Partial<ReduceOptions> = {}) => {
  const cwd = newDirectory();
  writeFileSync(join(cwd, name), text);
  const all = { cwd, input: name, ...options };
  return await languageOf(readOriginal(all, join(cwd, ".pare")), all);
};

const PROGRAM = "int main(void) {\n  return 0;\n}\n";
const LETTER = "Dear all,\n\nthis is (for once) a letter; no more.\n\nYours, me\n";

/** A grammar as a user would have it: unpacked, somewhere else. */
const ownGrammar = (directory: string): string => {
  const packed = fileURLToPath(new URL("../../grammars/json.wasm.br", import.meta.url));
  writeFileSync(join(directory, "tree-sitter-mine.wasm"), brotliDecompressSync(readFileSync(packed)));
  return "tree-sitter-mine.wasm";
};

describe("the language of a run", () => {
  test.each([
    ["found out by the name", "bug.c", PROGRAM, {}, "c"],
    ["found out by the content", "input", "#!/usr/bin/env python3\nprint(1)\n", {}, "python"],
    ["plain where nothing is known", "notes.txt", LETTER, {}, "plain"],
    ["plain for a name that lies", "letter.json", LETTER, {}, "plain"],
    ["the one that was asked for", "bug.c", PROGRAM, { language: "cpp" }, "cpp"],
    ["the one that was asked for, whatever it makes of the text", "letter.txt", LETTER, { language: "json" }, "json"],
    ["plain if that was asked for", "bug.c", PROGRAM, { language: "plain" }, "plain"],
    ["JSON for the format of that name", "lock", '{"a": 1}', { format: "json" }, "json"],
    ["found out for tokens, too", "bug.c", PROGRAM, { format: "tokens", strategy: "ddmin" }, "c"],
  ] as const)("is %s", async (_, name, text, options, wanted) => {
    expect(await chosenFor(name, text, options)).toMatchObject({ language: { name: wanted }, identity: wanted });
  });

  test.each<Partial<ReduceOptions>>([{ format: "lines" }, { strategy: "ddmin" }, { format: "bytes" }])(
    "does not matter with %o",
    async (options) => {
      expect(await chosenFor("bug.c", PROGRAM, options)).toBeUndefined();
    },
  );

  test("does not matter for what is no text", async () => {
    expect(await chosenFor("bug.c", "\0\u0001\u0002\0")).toBeUndefined();
  });

  test("that there is not is a mistake, whether it matters or not", async () => {
    expect(await mistake(chosenFor("bug.c", PROGRAM, { language: "pyton", format: "lines" }))).toMatchObject({
      code: "UNKNOWN_LANGUAGE",
      message: 'There is no language "pyton"; did you mean "python"?',
    });
  });

  test("may be a grammar of the user, known by what it says, not by where it lies", async () => {
    const [here, there] = [newDirectory(), newDirectory()];
    const first = await chosenFor("a.txt", "[1]", { language: join(here, ownGrammar(here)) });
    const second = await chosenFor("a.txt", "[1]", { language: join(there, ownGrammar(there)) });
    expect(first).toMatchObject({
      language: { name: "mine" },
      identity: expect.stringMatching(/^mine [0-9a-f]{64}$/) as string,
    });
    expect(second?.identity).toBe(first?.identity);
    writeFileSync(join(there, "grammar.json"), readShapes);
    const shaped = await chosenFor("a.txt", "[1]", { language: join(there, "tree-sitter-mine.wasm") });
    expect(shaped?.identity).not.toBe(first?.identity);
  });
});

/** The smallest grammar of which anything is known: a list. */
const readShapes = JSON.stringify({
  name: "mine",
  rules: {
    document: { type: "REPEAT", content: { type: "SYMBOL", name: "value" } },
    value: { type: "STRING", value: "1" },
  },
  extras: [],
});

test("another language is another run, and the same one, said or found out, is the same", async () => {
  const cwd = newDirectory();
  writeFileSync(join(cwd, "bug.c"), PROGRAM);
  writeScript(join(cwd, "test.sh"), 'grep -q return "$1"');
  const options = { cwd, input: "bug.c", test: "./test.sh" };
  const found = await reduce(options).result;
  expect(found).toMatchObject({ format: "tree (c)", strategy: "auto", resumed: false });
  expect(await reduce({ ...options, language: "c" }).result).toMatchObject({ run: found.run, resumed: true });
  const other = await reduce({ ...options, language: "plain" }).result;
  expect(other).toMatchObject({ format: "text (plain)", resumed: false });
  expect(other.run).not.toBe(found.run);
  expect((await reduce({ ...options, rename: true }).result).run).not.toBe(found.run);
});
