/** What pare proposes for shaders is what a compiler can parse: counted with glslangValidator, for GLSL and HLSL. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadLanguage } from "../../src/languages/load.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { reduced } from "../passes/support.ts";
import { lacks } from "../support/needs.ts";
import { draws } from "../support/seeds.ts";
import { shaderProgram } from "./shader-programs.ts";

const folder = mkdtempSync(join(tmpdir(), "pare-shaders-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler is asked about so many candidates of each reduction. */
const ASKED = 40;

/** A sample of the candidates of a reduction with the settings that pare has by default. */
const candidatesOf = async (name: "glsl" | "hlsl", salt: number): Promise<readonly string[]> => {
  const language = await loadLanguage(name);
  const all = new Set<string>();
  reduced(auto({ language, rename: false, valid: true }), shaderProgram(name, draws(salt), 3), (each) => {
    all.add(each);
    return each.includes("max(") && /\bfor\b/.test(each);
  });
  const random = draws(salt + 1000);
  return [...all].filter(() => random.below(all.size) < ASKED);
};

/** What the compiler says first: about the grammar, or about names and types? Nothing if it says nothing. */
const complaintOf = (name: "glsl" | "hlsl", text: string): string | undefined => {
  const file = join(folder, "shader.frag");
  writeFileSync(file, text);
  const words = name === "hlsl" ? ["-D", "-V", "-S", "frag", "-e", "main", "-o", join(folder, "out"), file] : [file];
  const { stdout } = spawnSync("glslangValidator", words, { encoding: "utf8" });
  return stdout.split("\n").find((line) => line.startsWith("ERROR:"));
};

const GRAMMAR = /syntax error|: Expected/;

describe.skipIf(lacks("glslangValidator")).each(["glsl", "hlsl"] as const)("%s", (name) => {
  test("at least 95 % of the candidates are accepted syntactically", async () => {
    expect(complaintOf(name, "void main() { if ( }")).toMatch(GRAMMAR);
    expect(complaintOf(name, "int a;\nvoid main() { b; }")).not.toMatch(GRAMMAR);
    const candidates = await candidatesOf(name, 1);
    const rejected = candidates.filter((text) => GRAMMAR.test(complaintOf(name, text) ?? ""));
    expect(candidates.length).toBeGreaterThan(ASKED / 2);
    expect(rejected.length / candidates.length).toBeLessThanOrEqual(0.05);
  });
});
