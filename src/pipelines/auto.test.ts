import { describe, expect, test } from "vitest";
import { claimText } from "../core/claim.ts";
import { fileCase, onlyFile, type TestCase } from "../core/test-case.ts";
import { loadLanguage } from "../languages/load.ts";
import { plainLanguage } from "../languages/plain.ts";
import { played } from "../../test/passes/support.ts";
import { auto } from "./auto.ts";

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const caseOf = (bytes: Uint8Array): TestCase =>
  fileCase({ path: "a.c", mode: 0o644, bytes: () => bytes }, bytes.length);

const bytesOf = (source: TestCase): string => String.fromCharCode(...onlyFile(source).bytes());

const context = { language: plainLanguage, rename: false, valid: false };

describe("the default pipeline", () => {
  test("keeps bytes that are no UTF-8 as they are", () => {
    const source = caseOf(latin1('int main() { puts("caf\xe9 \xff"); f(1); }\r\nint b;\r\n'));
    const seen: string[] = [];
    const { result } = played(auto(context)(source), (candidate) => {
      seen.push(bytesOf(candidate));
      return bytesOf(candidate).includes("caf\xe9");
    });
    expect(bytesOf(result).trim()).toBe("caf\xe9");
    expect(seen.every((text) => /^[\x20-\x7e\r\n\xe9\xff]*$/.test(text))).toBe(true);
  });

  test("takes Python's blocks of several statements out of their wrapping", async () => {
    const python = { ...context, language: await loadLanguage("python") };
    const source = caseOf(latin1("if x:\n    if y:\n        a()\n        b()\n"));
    // What Python would say of further lines that are indented more than the first.
    const compiles = (text: string): boolean =>
      python.language.parse(text).errors === 0 && !/^\S[^:]*\n\s+\S/.test(text);
    const { result } = played(auto(python)(source), (candidate) => {
      const text = bytesOf(candidate);
      return compiles(text) && text.includes("a()") && text.includes("b()");
    });
    expect(bytesOf(result)).toBe("a()\nb()\n");
  });

  test("claims 1-minimality by tokens", () => {
    const source = caseOf(latin1("one two\nthree four\n"));
    const { result, claims } = played(auto(context)(source), (candidate) => /two[^]*four/.test(bytesOf(candidate)));
    expect(bytesOf(result).trim().split(/\s+/)).toEqual(["two", "four"]);
    expect(claims.map(claimText)).toContain("1-minimal by tokens");
  });

  test("leaves what cannot be smaller, and the empty file", () => {
    for (const text of ["x", ""]) {
      const { result } = played(auto(context)(caseOf(latin1(text))), (candidate) => bytesOf(candidate) === text);
      expect(bytesOf(result)).toBe(text);
    }
  });
});
