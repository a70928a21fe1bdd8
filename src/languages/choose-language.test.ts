import { expect, test } from "vitest";
import { Unparsable } from "../core/errors.ts";
import { loadLanguage } from "./load.ts";
import { plainLanguage } from "./plain.ts";
import type { Language } from "./syntax.ts";
import { chooseLanguage } from "./choose-language.ts";

const chosen = async (name: string, text: string): Promise<string> =>
  (await chooseLanguage(await loadLanguage(name), text, plainLanguage)).name;

test("a text is taken to be in a language that understands at least half of it", async () => {
  expect(await chosen("c", "int main(void) { return 0; }\n")).toBe("c");
  expect(await chosen("c", "int a;\nint b;\nint c;\nint d;\n} } ) ]")).toBe("c");
  expect(await chosen("json", "")).toBe("json");
});

test("what is understood inside of an error counts as understood", async () => {
  const declarations = Array.from({ length: 20 }, (_, i) => `extern int f${i} (int a, char *b);\n`).join("");
  expect(await chosen("c", `#ifdef A\n#if B\n${declarations}`)).toBe("c");
});

test("what is mostly errors is plain text", async () => {
  expect(await chosen("json", "Dear all,\nthis is a letter; it (really) is!\nYours")).toBe("plain");
});

test("what the parser cannot swallow is plain text, and other trouble is not hidden", async () => {
  const broken = (error: Error): Language => ({
    ...plainLanguage,
    name: "broken",
    parse: () => {
      throw error;
    },
  });
  expect(await chooseLanguage(broken(new Unparsable("too deep")), "text", plainLanguage)).toBe(plainLanguage);
  await expect(chooseLanguage(broken(new Error("a bug")), "text", plainLanguage)).rejects.toThrow("a bug");
});
