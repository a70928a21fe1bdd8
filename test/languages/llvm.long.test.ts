/** LLVM's verifier on what the repair makes of cut modules, and on what a reduction asks about. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { llvmLanguage } from "../../src/languages/llvm/language.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { draws } from "../support/seeds.ts";
import { lacks } from "../support/needs.ts";
import { languageNamed, reduced, sampleText } from "../passes/support.ts";
import { generatedModule } from "./llvm-modules.ts";
import { compiled, pointer, REAL } from "./llvm-programs.ts";
import { sampled } from "../support/whole.ts";

const { parse, repair } = llvmLanguage;

/** What LLVM says against a module; nothing if it takes it. */
const complaint = (text: string): string | undefined => {
  const { status, stderr } = spawnSync("opt", ["-passes=verify", "-disable-output", "-"], {
    input: text,
    encoding: "utf8",
  });
  return status === 0 ? undefined : (stderr.split("\n")[0] ?? "");
};

const MODULES = sampled(15, 50);
/** Of each real file. */
const CUTS = sampled(6, 20);

/** Instructions, blocks and items go by chance; what a line goes on with goes with it. */
const someLines = (text: string, seed: number): string => {
  const random = draws(seed).next;
  const share = random();
  return text
    .replaceAll(/\n\s+(?=to label|i\d+ -?\d+, label|cleanup|catch|filter|\]|unwind)/g, " ")
    .split("\n")
    .filter((line) => /^(?:define|\}|%|declare [^\n]*@llvm\.)/.test(line) || random() < share)
    .join("\n");
};

describe.skipIf(lacks("opt", "clang"))("LLVM's verifier takes", () => {
  test(`${MODULES} generated modules, as they are and cut line by line`, () => {
    for (let seed = 0; seed < MODULES; seed++) {
      const text = generatedModule(seed, pointer);
      expect({ seed, complaint: complaint(text) }).toEqual({ seed, complaint: undefined });
      const cut = repair(someLines(text, seed));
      expect({ seed, cut, complaint: complaint(cut) }).toEqual({ seed, cut, complaint: undefined });
    }
  });

  test.each(REAL)("%s %s %s, which needs no repair, and nearly all that is cut from it", (file, ...flags) => {
    const text = compiled(
      file,
      flags.filter((flag) => flag !== undefined),
    );
    expect(text.length).toBeGreaterThan(100);
    expect(parse(text).errors).toBe(0);
    expect(repair(text)).toBe(text);
    const complaints = Array.from({ length: CUTS }, (_, seed) => complaint(repair(someLines(text, seed)))).filter(
      Boolean,
    );
    expect(complaints.slice(1)).toEqual([]);
  });

  test("at least 95 % of what reductions by default ask about", async () => {
    const language = await languageNamed("llvm");
    const wanted: readonly (readonly [text: string, holds: (text: string) => boolean])[] = [
      [compiled("lists.c", ["-O1"]), (text) => /phi [^\n]*\n[^}]*br i1 [^}]*call[^\n]*@printf/.test(text)],
      [compiled("lists.c", ["-O0", "-g"]), (text) => /srem i32 [^\n]*, 3, !dbg/.test(text)],
      [compiled("ways.c", ["-O1"]), (text) => text.includes("switch i32") && text.includes("blockaddress")],
      [compiled("kinds.c", ["-O2"]), (text) => /cmpxchg/.test(text) && /<4 x float>/.test(text)],
      [compiled("throws.cpp", ["-O1"]), (text) => text.includes("landingpad") && text.includes("@__cxa_begin_catch")],
      ...(pointer === "ptr" ? [] : [[sampleText("llvm/sample.ll"), (text: string) => text.includes("fmul")] as const]),
    ];
    const complaints: string[] = [];
    let asked = 0;
    for (const [text, holds] of wanted) {
      expect(holds(text)).toBe(true);
      reduced(auto({ language, rename: false, valid: "whole" }), text, (candidate) => {
        const said = complaint(candidate);
        asked++;
        if (said !== undefined) complaints.push(said);
        return said === undefined && holds(candidate);
      });
    }
    expect(asked).toBeGreaterThan(100);
    expect(complaints.slice(Math.floor(0.05 * asked))).toEqual([]);
  });
});
