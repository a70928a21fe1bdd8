/** docs/glossary.md has every word that src/core exports, and no other. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const core = new URL("../src/core/", import.meta.url);
const glossary = readFileSync(new URL("../docs/glossary.md", import.meta.url), "utf8");
const [, section = ""] = glossary.split("## Exported words of `src/core`\n");
const files = readdirSync(fileURLToPath(core), { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !/^index\.ts$|\.test\.ts$/.test(file),
);

const exportedWords = (file: string): readonly string[] =>
  Array.from(
    readFileSync(new URL(file, core), "utf8").matchAll(
      /^export (?:abstract )?(?:const|function|class|interface|type) (\w+)/gm,
    ),
    ([, word = ""]) => word,
  );

test.each(files)("the glossary has the words of %s", (file) => {
  const row = section.split("\n").find((line) => line.startsWith(`| \`${file}\` |`)) ?? "";
  const [, , words = ""] = row.split("|");
  const told = Array.from(words.matchAll(/`(\w+)`/g), ([, word = ""]) => word);
  expect(told.toSorted()).toEqual(exportedWords(file).toSorted());
});

test("the glossary has no file that is not in src/core", () => {
  const told = Array.from(section.matchAll(/^\| `([\w/-]+\.ts)` \|/gm), ([, file = ""]) => file);
  expect(told.toSorted()).toEqual(files.toSorted());
});
