/** What pare proposes for shaders is what a compiler accepts: counted with glslangValidator, for GLSL and HLSL. */
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
const ASKED = 60;

/** What the compiler says first; nothing if it accepts the shader. */
const complaintOf = (name: "glsl" | "hlsl", text: string): string | undefined => {
  const file = join(folder, "shader.frag");
  writeFileSync(file, text);
  const words = name === "hlsl" ? ["-D", "-V", "-S", "frag", "-e", "main", "-o", join(folder, "out"), file] : [file];
  const { stdout } = spawnSync("glslangValidator", words, { encoding: "utf8" });
  return stdout.split("\n").find((line) => line.startsWith("ERROR:"));
};

/** What the compiler says against the first candidates of a reduction with the settings that pare has by default. */
const complaintsAbout = async (name: "glsl" | "hlsl", salt: number): Promise<readonly (string | undefined)[]> => {
  const language = await loadLanguage(name);
  const complaints: (string | undefined)[] = [];
  reduced(
    auto({ language, rename: false, valid: true }),
    shaderProgram(name, draws(salt), 3),
    (each) => {
      const complaint = complaintOf(name, each);
      complaints.push(complaint);
      return complaint === undefined && each.includes("max(") && /\bfor\b/.test(each);
    },
    ASKED,
  );
  return complaints;
};

describe.skipIf(lacks("glslangValidator")).each(["glsl", "hlsl"] as const)("%s", (name) => {
  test("at least 95 % of the candidates are accepted, with their names and types", async () => {
    expect(complaintOf(name, "int a;\nvoid main() { b; }")).toBeDefined();
    const complaints = await complaintsAbout(name, 1);
    expect(complaints.length).toBeGreaterThan(ASKED / 2);
    expect(complaints.filter((each) => each !== undefined).slice(Math.floor(0.05 * complaints.length))).toEqual([]);
  });
});
