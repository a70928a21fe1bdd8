/** What holds for every language of the registry, and what one more language takes. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { LanguageDefinition } from "../../src/languages/definition.ts";
import { detectLanguage } from "../../src/languages/detect.ts";
import * as known from "../../src/languages/known/index.ts";
import { loaderOf } from "../../src/languages/load.ts";
import { languages, registryOf } from "../../src/languages/registry.ts";
import type { RewritePass } from "../../src/languages/pass.ts";
import type { Language, SyntaxTree } from "../../src/languages/syntax.ts";
import { shapesOf, TreeWriter, Vocabulary } from "../../src/languages/tree-writer.ts";
import { attributes } from "../../src/passes/attributes.ts";
import { fillers } from "../../src/passes/fillers.ts";
import { names } from "../../src/passes/names.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { reduced, syntaxOf } from "../passes/support.ts";

const { definitions } = languages;

/** The lists of names that a definition has. */
const wordsOf = ({ extensions, fileNames, interpreters, modes }: LanguageDefinition): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ extensions, fileNames, interpreters, modes }).flatMap(([list, words]) =>
      words === undefined ? [] : [[list, words] as const],
    ),
  );

describe("the registry", () => {
  test.each(Object.entries(known))("lists %s under its own name", (name, definition) => {
    expect(definition.name).toBe(name);
  });

  test.each(definitions)("$name: names are words in small letters, separated by single spaces", (definition) => {
    for (const words of Object.values(wordsOf(definition))) expect(words).toMatch(/^[^\sA-Z]+(?: [^\sA-Z]+)*$/);
  });

  test.each(["extensions", "fileNames", "interpreters", "modes"])("no two languages have one of the %s", (list) => {
    const all = definitions.flatMap((each) => wordsOf(each)[list]?.split(" ") ?? []);
    const further =
      list === "extensions"
        ? definitions.flatMap((each) => [
            ...Object.keys(each.doubtfulExtensions ?? {}),
            ...Object.keys(each.familyExtensions ?? {}),
          ])
        : [];
    const twice = [...all, ...further].filter((word, place, words) => words.indexOf(word) !== place);
    expect(twice).toEqual([]);
  });

  test.each(definitions)("$name names only languages that there are", (definition) => {
    const named = [
      ...(definition.extends === undefined ? [] : [definition.extends]),
      ...Object.values(definition.familyExtensions ?? {}).flat(),
      ...((typeof definition.grammar === "object" && definition.grammar.highlights) || []).map((query) =>
        query.replace(/\/.*$/, ""),
      ),
    ];
    expect(named.filter((name) => languages.find(name) === undefined)).toEqual([]);
  });

  test("a file whose extension is a member of every object has no language", () => {
    expect(detectLanguage("a.constructor", "x")).toBeUndefined();
    expect(detectLanguage("a.toString", "x")).toBeUndefined();
  });
});

describe("one more language", () => {
  const folder = mkdtempSync(join(tmpdir(), "pare-toy-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Looks like JSON to its parser; everything else about it is its own. */
  const toy: LanguageDefinition = {
    name: "toy",
    extensions: "toy ty",
    doubtfulExtensions: { md: (text) => text.startsWith("toy") },
    fileNames: "toyfile",
    fileNamePattern: /^toyfile\./,
    interpreters: "toyrun",
    modes: "toy-mode",
    features: [
      [3, /^\{"toy":/m],
      [2, /"plaything"/],
    ],
    grammar: { package: "tree-sitter-toy", version: "1.0.0" },
    traits: { kinds: { attribute: ["null"], name: ["true"] }, stands: ["7"] },
  };
  const more = registryOf([...definitions, toy]);

  const load = (): Promise<Language> => {
    for (const ending of ["wasm.br", "json"])
      copyFileSync(
        fileURLToPath(new URL(`../../grammars/json.${ending}`, import.meta.url)),
        join(folder, `toy.${ending}`),
      );
    return loaderOf(more, pathToFileURL(`${folder}/`))("toy");
  };

  test.each([
    ["a.toy", ""],
    ["b.TY", ""],
    ["notes.md", "toy"],
    ["Toyfile", ""],
    ["toyfile.old2", ""],
    ["unknown", "#!/usr/bin/env toyrun2\n"],
    ["unknown", "x\n# vim: ft=toy-mode\n"],
    ["unknown", 'see\n{"toy": ["plaything"]}\n'],
  ])("is found by %j with %j, and only where it is known", (name, text) => {
    expect(detectLanguage(name, text, more)).toBe("toy");
    expect(detectLanguage(name, text)).toBeUndefined();
  });

  test("has no file whose name ends in a dot, if it has no extensions", () => {
    const { extensions: _, ...bare } = toy;
    expect(detectLanguage("a.", "x", registryOf([bare]))).toBeUndefined();
  });

  test("changes nothing for the others", () => {
    expect(detectLanguage("notes.md", "prose", more)).toBeUndefined();
    expect(detectLanguage("a.json", '{"toy": "plaything"}', more)).toBe("json");
    expect(detectLanguage("unknown", '{"toy": "plaything"}', more)).toBe("json");
    expect(more.names).toEqual([...languages.names, "toy"].toSorted());
  });

  test("is loaded by its name, and an unknown one lists it", async () => {
    const language = await load();
    expect(language.name).toBe("toy");
    expect(language.parse('{"a": [1, null]}').errors).toBe(0);
    await expect(loaderOf(more, pathToFileURL(`${folder}/`))("tyo")).rejects.toMatchObject({
      advice: expect.stringContaining("toy"),
    });
  });

  test("is what its traits say, to passes and to a whole reduction", async () => {
    const language = await load();
    const syntax = syntaxOf(language, '{"one": null, "two": [true, {"one": null, "four": true}]}');
    const texts = (edits: readonly { readonly start: number; readonly end: number }[]): readonly string[] =>
      edits.map(({ start, end }) => syntax.tree.text.slice(start, end));
    expect(attributes.rewrites(syntax).map(texts)).toEqual([["null", "null"]]);
    expect(names.rewrites(syntax).map(texts)).toEqual([["true", "true"]]);
    expect(new Set(fillers.edits(syntax, 0).map(({ text }) => text))).toEqual(new Set(["7"]));
    const { text } = reduced(
      auto({ language, rename: false, valid: true }),
      syntax.tree.text,
      (each) => each.includes("two") && /[[7]/.test(each),
    );
    expect(text.trim()).toBe('{"two": 7}');
  });
});

describe("one more language with a parser of its own", () => {
  /** Numbered lines: "1: a". */
  const WORDS = new Vocabulary({ named: "text row label word", tokens: ":" });

  const parse = (text: string): SyntaxTree => {
    const tree = new TreeWriter(text, WORDS, "text");
    for (const { 0: row, 1: label, index } of text.matchAll(/(\d+): \w+\n|[^\n]+\n?/g)) {
      if (label === undefined) {
        tree.leaf("ERROR", index, index + row.length);
        continue;
      }
      tree.open("row", index);
      tree.leaf("label", index, index + label.length);
      tree.leaf(":", index + label.length, index + label.length + 1);
      tree.leaf("word", index + label.length + 2, index + row.length - 1);
      tree.close(index + row.length - 1);
    }
    return tree.finish();
  };

  const whisper: RewritePass = {
    name: "whisper",
    about: "makes words small",
    kind: "rewrites",
    filtered: false,
    rewrites: ({ tree: { text } }) =>
      Array.from(text.matchAll(/[A-Z]+/g), ({ 0: word, index }) => [
        { start: index, end: index + word.length, text: word.toLowerCase() },
      ]),
  };

  const rows: LanguageDefinition = {
    name: "rows",
    grammar: () =>
      Promise.resolve({
        kinds: WORDS.kinds,
        fields: WORDS.fields,
        shapes: shapesOf({ text: ["row"] }),
        parse,
        passes: { fine: [whisper], without: ["tokens"] },
        repair: (text) => {
          let number = 0;
          return text.replaceAll(/^\d+(?=:)/gm, () => String(++number));
        },
      }),
  };

  test("is parsed by it, has passes of its own, goes without others, and every candidate is repaired", async () => {
    const language = await loaderOf(registryOf([rows]), pathToFileURL(`${tmpdir()}/`))("rows");
    expect(language.name).toBe("rows");
    const candidates: string[] = [];
    const { text } = reduced(
      auto({ language, rename: false, valid: true }),
      "1: ONE\n2: TWO\n3: THREE\n4: FOUR\n",
      (each) => {
        candidates.push(each);
        return /two/i.test(each) && /four/i.test(each);
      },
    );
    expect(text).toBe("1: two\n2: four\n");
    for (const candidate of candidates)
      expect(Array.from(candidate.matchAll(/^\d+/gm), Number)).toEqual(
        Array.from(candidate.matchAll(/^\d+/gm), (_, index) => index + 1),
      );
  });
});
