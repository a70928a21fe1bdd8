/** The checkers of the fields: each says what is wrong with a text, or nothing. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is wrong with an input; undefined if it is accepted. */
export type Check = (input: string | Uint8Array) => string | undefined;

export interface Checker {
  readonly name: string;
  /** The programs that it runs. */
  readonly needs: readonly string[];
  readonly check: Check;
}

/** Longer than any check takes, unless a solver begins to search. */
const LIMIT_MS = 20_000;

const folder = mkdtempSync(join(tmpdir(), "pare-valid-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** FILE among the words is a file with the input; it is the standard input, too. */
const said = (file: string, words: readonly string[], input: string | Uint8Array): Said => {
  const path = join(folder, file);
  writeFileSync(path, input);
  const [program = "", ...rest] = words.map((word) => word.replace("FILE", path));
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd: folder,
    input,
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  return { status, out: `${stdout}\n${stderr}` };
};

interface Said {
  readonly status: number | null;
  readonly out: string;
}

/** By its exit code; the first line that names an error is what it says. */
const byStatus =
  (file: string, ...words: readonly string[]): Check =>
  (input) => {
    const { status, out } = said(file, words, input);
    if (status === 0) return undefined;
    const lines = out.split("\n").filter((line) => line.trim() !== "");
    return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? "no word").replaceAll(folder, "").trim();
  };

export const llvm: Checker = {
  name: "opt -passes=verify",
  needs: ["opt"],
  check: byStatus("module.ll", "opt", "-passes=verify", "-disable-output", "FILE"),
};

/** Without the questions, which take time, and without what only prints. */
const ASKING = /\((?:check-sat|get-(?:model|info|value|unsat-core)|exit)\b(?:[^()"]|\((?:[^()]|\([^()]*\))*\))*\)/g;

export const smtlib: Checker = {
  name: "z3",
  needs: ["z3"],
  check(input) {
    const { out } = said("script.smt2", ["z3", "FILE"], String(input).replaceAll(ASKING, ""));
    return out.split("\n").find((line) => line.includes("(error"));
  },
};

export const naga: Checker = {
  name: "naga",
  needs: ["naga"],
  check: byStatus("shader.wgsl", "naga", "FILE"),
};

export const tint: Checker = {
  name: "tint",
  needs: ["tint"],
  check: byStatus("shader.wgsl", "tint", "--format", "none", "FILE"),
};

export const yosys: Checker = {
  name: "yosys",
  needs: ["yosys"],
  check: byStatus("design.sv", "yosys", "-q", "-p", "read_verilog -sv FILE"),
};

export const iverilog: Checker = {
  name: "iverilog",
  needs: ["iverilog"],
  check(input) {
    const complaint = byStatus("design.sv", "iverilog", "-g2012", "-t", "null", "FILE")(input);
    return complaint?.includes("No top level modules") ? undefined : complaint;
  },
};

/** Errors of syntax and of names; what happens to values when statements run is no matter of acceptance. */
const SQLITE = String.raw`
import re, sqlite3, sys
refused = re.compile(r"syntax error|incomplete input|unrecognized token|no such|ambiguous|has no column|has \d+ columns|"
  r"values for|already exists|do not have the same number|prohibited|number of terms")
database = sqlite3.connect(":memory:", isolation_level=None)
begun = ""
for piece in re.split(r"(?<=;)", sys.stdin.read()):
    begun += piece
    if not (sqlite3.complete_statement(begun) or piece == "" and begun.strip()):
        continue
    database.set_progress_handler(lambda left=iter(range(20)): next(left, None) is None, 1000)
    try:
        database.execute(begun)
    except Exception as error:
        if refused.search(str(error)):
            sys.exit(f"error: {error} in {begun!r}")
    begun = ""
`;

export const sqlite: Checker = {
  name: "SQLite",
  needs: ["python3"],
  check: byStatus("script.sql", "python3", "-c", SQLITE),
};

export const spirv: Checker = {
  name: "spirv-val",
  needs: ["spirv-val"],
  check: byStatus("module.spv", "spirv-val", "FILE"),
};

/** One for each stage of a pipeline that a shader may be written for. */
const byStage = (name: string, ...words: readonly string[]): readonly Checker[] =>
  ["frag", "vert", "comp"].map((stage) => ({
    name,
    needs: ["glslangValidator"],
    check: byStatus(`shader.${stage}`, "glslangValidator", ...words, "-S", stage, "FILE"),
  }));

export const glsl = byStage("glslangValidator");

export const hlsl = byStage("glslangValidator -D", "-D", "-V", "-e", "main", "-o", join(folder, "out.spv"));
