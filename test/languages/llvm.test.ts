/** LLVM's assembly: what its parser takes, what its repair makes of cut texts, and what its passes do. */
import { describe, expect, test } from "vitest";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { llvmLanguage } from "../../src/languages/llvm/language.ts";
import type { Language } from "../../src/languages/syntax.ts";
import { draws } from "../support/seeds.ts";
import { languageNamed, reduced, sampleText, syntaxOf } from "../passes/support.ts";
import { generatedModule } from "./llvm-modules.ts";

const { parse, repair } = llvmLanguage;
const llvm = { ...llvmLanguage, name: "llvm", traits: {} } satisfies Language;
const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

/** Some of the lines, those with brackets excepted. */
const someLines = (text: string, seed: number): string => {
  const random = draws(seed).next;
  const share = random();
  return text
    .split("\n")
    .filter((line) => /[{}[\]]$|^ {4}|^declare|^@/.test(line) || random() < share)
    .join("\n");
};

describe("texts that are whole", () => {
  test.each(["sample", "opaque", "modern"])("the sample %s has no errors and needs no repair", (name) => {
    const text = sampleText(`llvm/${name}.ll`);
    expect(parse(text).errors).toBe(0);
    expect(repair(text)).toBe(text);
  });

  test("50 generated modules have no errors and need no repair", () => {
    for (const seed of SEEDS) {
      const text = generatedModule(seed);
      expect({ seed, errors: parse(text).errors }).toEqual({ seed, errors: 0 });
      expect(repair(text)).toBe(text.replace(/\n\n!0 = .*\n/, "\n"));
    }
  });

  test("50 generated modules, cut line by line, have no errors after the repair, which then finds nothing more to do", () => {
    for (const seed of SEEDS) {
      const whole = repair(someLines(generatedModule(seed), seed));
      expect({ seed, errors: parse(whole).errors }).toEqual({ seed, errors: 0 });
      expect(repair(whole)).toBe(whole);
    }
  });
});

describe("the repair", () => {
  const inside = (body: string, head = "define i32 @f(i32 %p) {"): string => `${head}\n${body}\n}\n`;

  test.each([
    ["a use of what is gone is zero", "  %b = add i32 %a, 1\n  ret i32 %b", "  %b = add i32 0, 1\n  ret i32 %b"],
    [
      "so is one before its definition",
      "  %b = add i32 %a, 1\n  %a = add i32 1, 1\n  ret i32 %b",
      "  %b = add i32 0, 1\n  %a = add i32 1, 1\n  ret i32 %b",
    ],
    [
      "pointers are null",
      "  store i32 %p, i32* %q, align 4\n  ret i32 0",
      "  store i32 %p, i32* null, align 4\n  ret i32 0",
    ],
    ["vectors and structs are zero", "  ret { i32, <2 x float> } %s", "  ret i32 0"],
    [
      "numbers count",
      "  %5 = add i32 %p, 1\n  %9 = add i32 %5, 1\n  ret i32 %9",
      "  %1 = add i32 %p, 1\n  %2 = add i32 %1, 1\n  ret i32 %2",
    ],
    [
      "a block without an end leads to the next",
      "  %a = add i32 1, 1\nb:\n  ret i32 0",
      "  %a = add i32 1, 1\n  br label %b\nb:\n  ret i32 0",
    ],
    ["the last block returns", "  %a = add i32 1, 1", "  %a = add i32 1, 1\n  ret i32 0"],
    [
      "a branch has the way that is left",
      "  br i1 true, label %x, label %b\nb:\n  ret i32 0",
      "  br label %b\nb:\n  ret i32 0",
    ],
    ["a way to nowhere returns", "  br label %x", "  ret i32 0"],
    [
      "a switch loses its cases",
      "  switch i32 %p, label %b [\n    i32 1, label %x\n    i32 2, label %b\n  ]\nb:\n  ret i32 0",
      "  switch i32 %p, label %b [\n    i32 2, label %b\n  ]\nb:\n  ret i32 0",
    ],
    [
      "φ follow the ways",
      "  br label %b\nb:\n  %a = phi i32 [ 1, %x ], [ 2, %y ]\n  ret i32 %a",
      "  br label %b\nb:\n  %a = phi i32 [ 0, %0 ]\n  ret i32 %a",
    ],
    ["calls of what is gone go", "  %a = call i32 @g(i32 1)\n  ret i32 %a", "  ret i32 0"],
    [
      "calls fit what they call",
      "  %a = call i32 @f(i64 1, i32 %p)\n  ret i32 %a",
      "  %a = call i32 @f(i32 %p)\n  ret i32 %a",
    ],
    ["metadata that is gone is not attached", "  ret i32 0, !dbg !7, !tbaa !8", "  ret i32 0"],
    [
      "attributes that are gone are not named",
      "  %a = call i32 @f(i32 1) #3\n  ret i32 %a",
      "  %a = call i32 @f(i32 1)\n  ret i32 %a",
    ],
    ["what is not understood stays", "  frobnicate!? 3\n  ret i32 %a", "  frobnicate!? 3\n  ret i32 0"],
  ])("%s", (_, cut, whole) => {
    expect(repair(inside(cut))).toBe(inside(whole));
  });

  test("nothing leads to the first block", () => {
    expect(repair(inside("b:\n  br label %b"))).toBe(inside("0:\n  br label %b\nb:\n  br label %b"));
  });

  test("an invocation without unwinding is a call", () => {
    const text =
      "declare i32 @g()\n\ndefine i32 @f() {\n  %a = invoke i32 @g() to label %b unwind label %x\nb:\n  ret i32 %a\n}\n";
    expect(repair(text)).toBe(
      "declare i32 @g()\n\ndefine i32 @f() {\n  %a = call i32 @g()\n  br label %b\nb:\n  ret i32 %a\n}\n",
    );
  });

  test("a function without a body is declared", () => {
    expect(repair("define internal noundef i32 @f(i32 noundef %p) #0\n")).toBe("declare i32 @f(i32 noundef)\n");
  });

  test("globals begin with zero where they named what is gone", () => {
    expect(repair("@a = global [2 x i8*] [i8* @b, i8* null], align 8\n@c = alias i8, i8* @b\n")).toBe(
      "@a = global [2 x i8*] zeroinitializer, align 8\n",
    );
  });

  test("nodes, groups and types that nothing names go, with what named them", () => {
    const text =
      "%t = type { i32 }\n\n@a = global i32 0, !x !0\n\nattributes #0 = { nounwind }\n\n!n = !{!1, !2}\n\n!0 = !{!9}\n!1 = !{i32 1}\n!5 = !{}\n";
    expect(repair(text)).toBe("@a = global i32 0\n\n!n = !{!1}\n!1 = !{i32 1}\n");
  });

  test("a group without attributes goes, with what names it", () => {
    expect(repair("define void @f() #0 {\n  ret void\n}\n\nattributes #0 = { }\n")).toBe(
      "define void @f() {\n  ret void\n}\n",
    );
  });

  test("no text is too strange for it", () => {
    const random = draws(5).next;
    const text = sampleText("llvm/sample.ll");
    for (let round = 0; round < 60; round++) {
      const from = Math.floor(random() * text.length);
      const cut = text.slice(0, from) + text.slice(from + Math.floor(random() * 300));
      expect(typeof repair(cut)).toBe("string");
      expect(parse(cut).text).toBe(cut);
    }
    for (const strange of [
      "",
      "}",
      "{{",
      "define",
      "define i32 @f(",
      "%",
      "\u0000",
      "@a =",
      "!0 = ",
      "define void @f() {\nb:\n}",
    ])
      expect(typeof repair(strange)).toBe("string");
  });
});

/** Two blocks in as few words as possible. */
const TERSE = "define i32@0(i32){br label%2\nadd i32%0,1\nret i32%3}";

test("the briefest text keeps the words that fields of nodes want", () => {
  const text = '!n = !{!0}\n!0 = !DIGlobalVariable(name: "a", isLocal: true)\n';
  const [brief] = llvmLanguage.passes.last.flatMap((pass) => pass.texts(syntaxOf(llvm, text)));
  expect(brief).toBe('!n=!{!0}\n!0=!DIGlobalVariable(name:"a",isLocal:true)');
});

test("names that are not written are, before anything is cut", async () => {
  const language = await languageNamed("llvm");
  expect(parse(TERSE).errors).toBe(0);
  expect(repair(TERSE)).toBe(TERSE);
  const holds = (text: string): boolean => /add i32 ?%\w+, ?1/.test(text);
  const { text } = reduced(auto({ language, rename: false, valid: "whole" }), TERSE, holds);
  expect(text).toMatch(/^  %2 = add i32%0,1$/m);
});

test("where one piece of metadata matters, the others go, and so do fields of nodes", async () => {
  const language = await languageNamed("llvm");
  const holds = (text: string): boolean => /%old = load [^\n]*, !tbaa/.test(text) && /DILocalVariable/.test(text);
  const { text } = reduced(auto({ language, rename: false, valid: "whole" }), sampleText("llvm/modern.ll"), holds);
  expect(text.match(/!tbaa/g)).toHaveLength(1);
  expect(text.match(/DILocalVariable\(([^)]*)\)/)?.[1]).toMatch(/^ ?scope: !\d+, file: !\d+$/);
  expect(text).not.toContain("checksum");
});

describe("the passes", () => {
  test("what any of them does to a whole text is whole after the repair", () => {
    const { first, coarse, fine, last } = llvmLanguage.passes;
    const texts = [
      sampleText("llvm/sample.ll"),
      sampleText("llvm/opaque.ll"),
      sampleText("llvm/modern.ll"),
      ...SEEDS.slice(0, 3).map((seed) => generatedModule(seed)),
    ];
    for (const text of texts)
      for (const pass of new Set([...first, ...coarse, ...fine, ...last])) {
        const syntax = syntaxOf(llvm, text);
        const changes =
          pass.kind === "rewrites"
            ? pass.rewrites(syntax)
            : pass.kind === "edits"
              ? pass.edits(syntax, 0).map((edit) => [edit])
              : pass.kind === "coupled"
                ? pass.changes(syntax)
                : [];
        for (const edits of changes)
          expect({ pass: pass.name, edits, errors: parse(repair(applied(text, edits))).errors }).toEqual({
            pass: pass.name,
            edits,
            errors: 0,
          });
        if (pass.kind === "texts")
          for (const each of pass.texts(syntax)) {
            expect(parse(each).errors).toBe(0);
            expect(repair(each)).toBe(each);
          }
        const all = pass.kind === "rewrites" ? changes.flat() : [];
        expect(parse(repair(applied(text, all))).errors).toBe(0);
      }
  });

  test("the loop and the call that matter stay, and little else", async () => {
    const language = await languageNamed("llvm");
    const holds = (text: string): boolean =>
      /^(loop):[^}]*phi i32[^}]*br i1 [^}]*label %\1/m.test(text) && text.includes("call i32 (i8*, ...) @printf");
    const { text } = reduced(
      auto({ language, rename: false, valid: "whole" }),
      sampleText("llvm/sample.ll"),
      (candidate) => {
        expect(parse(candidate).errors).toBe(0);
        return holds(candidate);
      },
    );
    expect(holds(text)).toBe(true);
    expect(text.length).toBeLessThan(400);
  });
});
