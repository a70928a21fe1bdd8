/** How many of the candidates for a design the programs of the field accept. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auto } from "../../src/pipelines/auto.ts";
import type { Language } from "../../src/languages/syntax.ts";
import { reduced } from "../passes/support.ts";
import { draws } from "../support/seeds.ts";

/** Different candidates of a reduction by default, which needs two names of the design. */
export const candidatesFor = (language: Language, text: string, salt: number): readonly string[] => {
  const random = draws(salt);
  const names = [...new Set(text.match(/\b[a-z]\w*_?\d?\b(?=\s*[=<[])/g))];
  const needed = Array.from({ length: 2 }, () => names[random.below(names.length)] ?? "");
  const found = new Set<string>();
  reduced(auto({ language, rename: false, valid: "whole" }), text, (candidate) => {
    found.add(candidate);
    return needed.every((name) => new RegExp(`\\b${name}\\b`).test(candidate));
  });
  return [...found];
};

type Accepts = (text: string) => boolean;

/** Runs what the language's programs say of a text; yosys, and iverilog for what yosys does not know. */
const withAcceptance = (text: string, use: (accepts: Accepts) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), "pare-verilog-"));
  const path = join(folder, "design.sv");
  const says =
    (program: string, words: readonly string[]): Accepts =>
    (candidate) => {
      writeFileSync(path, candidate);
      const { status, stderr } = spawnSync(program, words, { encoding: "utf8" });
      return status === 0 || stderr.includes("No top level modules");
    };
  const programs = [
    says("yosys", ["-q", "-p", `read_verilog -sv ${path}`]),
    says("iverilog", ["-g2012", "-t", "null", path]),
  ];
  try {
    const accepts = programs.find((each) => each(text));
    if (accepts === undefined) throw new Error("no program accepts the design");
    use(accepts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export interface Count {
  readonly tested: number;
  readonly rejected: readonly string[];
}

/** Of at most so many of the candidates, spread evenly. */
export const rejectedOf = (text: string, candidates: readonly string[], most: number): Count => {
  const chosen = candidates.filter(
    (_, index) => candidates.length <= most || (index * most) % candidates.length < most,
  );
  const rejected: string[] = [];
  withAcceptance(text, (accepts) => {
    for (const candidate of chosen) if (!accepts(candidate)) rejected.push(candidate);
  });
  return { tested: chosen.length, rejected };
};
