/** Modules of SPIR-V as a compiler writes them, and the validator that reads them. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shaderProgram, type ShaderLanguage } from "../languages/shader-programs.ts";
import { sampleText } from "../passes/support.ts";
import { draws } from "../support/seeds.ts";
import type { Said, Workshop } from "./support.ts";

/** What glslangValidator makes of a shader; `words` tell it how to read it. */
export const compiled = (text: string, ...words: readonly string[]): Uint8Array => {
  const directory = mkdtempSync(join(tmpdir(), "pare-spirv-"));
  try {
    writeFileSync(join(directory, "shader"), text);
    execFileSync("glslangValidator", ["-V", ...words, "-o", "out", "shader"], { cwd: directory, stdio: "pipe" });
    return readFileSync(join(directory, "out"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const WORDS: Readonly<Record<"glsl" | "hlsl", readonly string[]>> = {
  glsl: ["-S", "frag"],
  hlsl: ["-D", "-e", "main", "-S", "frag"],
};

export const randomModule = (language: Exclude<ShaderLanguage, "wgsl">, salt: number): Uint8Array =>
  compiled(shaderProgram(language, draws(salt), 3), ...WORDS[language]);

export const spirv = {
  name: "spirv",
  needs: ["glslangValidator", "spirv-val"],
  make: (): readonly Uint8Array[] => [
    compiled(sampleText("glsl/sum.comp"), "-S", "comp"),
    compiled(sampleText("glsl/phong.frag"), "-S", "frag", "-g"),
    compiled(sampleText("hlsl/sort.hlsl"), "-D", "-S", "comp", "-e", "main"),
    randomModule("glsl", 3),
  ],
  read: (bytes: Uint8Array, run: Workshop["run"]): Said => run(bytes, "spirv-val", "FILE"),
};
