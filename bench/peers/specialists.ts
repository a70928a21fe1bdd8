/** The champions of single fields: LLVM IR, SMT-LIB, SPIR-V; and those for fuzzers, which take any file. */
import { chmodSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { findProgram } from "../../scripts/find-program.mjs";
import { findPeer, inputOf, tool, type Assignment, type Tool } from "./tool.ts";

const ends =
  (...suffixes: readonly string[]): Tool["supports"] =>
  ({ file }) =>
    suffixes.includes(extname(file));

/** A script around the test, for tools that call it in a way of their own. */
const wrapper = ({ scratch, test }: Assignment, name: string, body: (test: string) => string): string => {
  const path = join(scratch, name);
  writeFileSync(path, `#!/bin/sh\n${body(`'${test}'`)}\n`);
  chmodSync(path, 0o755);
  return path;
};

const VERSIONS = [22, 21, 20, 19, 18, 17, 16, 15, 14];

/** It reads what `opt` of its version writes: of several versions, that of the program without a number. */
const llvmReduce = tool("llvm-reduce", {
  called: "by-path",
  supports: ends(".ll", ".bc"),
  program: () => findPeer("llvm-reduce") ?? findProgram(VERSIONS.map((version) => `llvm-reduce-${version}`)),
  command: (program, assignment) => {
    const result = join(assignment.scratch, `llvm-reduce-result${extname(assignment.subject.file)}`);
    return { argv: [program, `--test=${assignment.test}`, inputOf(assignment), "-o", result], result };
  },
});

const ddsmt = tool("ddsmt", {
  called: "by-path",
  parallel: true,
  supports: ends(".smt2", ".smt"),
  command: (program, assignment) => {
    const result = join(assignment.scratch, "ddsmt-result.smt2");
    return { argv: [program, "-j", String(assignment.jobs), inputOf(assignment), result, assignment.test], result };
  },
});

const spirvReduce = tool("spirv-reduce", {
  called: "by-path",
  supports: ends(".spv"),
  command: (program, assignment) => {
    const result = join(assignment.scratch, "spirv-reduce-result.spv");
    return { argv: [program, inputOf(assignment), "-o", result, "--", assignment.test], result };
  },
});

/** It hands the candidate over on standard input. */
const halfempty = tool("halfempty", {
  called: "by-path",
  parallel: true,
  command: (program, assignment) => {
    const result = join(assignment.scratch, "halfempty-result");
    const script = wrapper(
      assignment,
      "halfempty.sh",
      (test) => `f=$(mktemp) && cat > "$f" && ${test} "$f"; r=$?; rm -f "$f"; exit $r`,
    );
    const options = ["--stable", "--quiet", `--num-threads=${assignment.jobs}`, `--output=${result}`];
    return { argv: [program, ...options, script, inputOf(assignment)], result };
  },
});

/** It wants a crash; without instrumentation in the program it needs to be told the size of its map, too. */
const aflTmin = tool("afl-tmin", {
  called: "by-path",
  command: (program, assignment) => {
    const result = join(assignment.scratch, "afl-tmin-result");
    const script = wrapper(assignment, "afl-tmin.sh", (test) => `${test} "$1" && kill -SEGV $$\nexit 0`);
    const settings = ["AFL_NO_FORKSRV=1", "AFL_SKIP_BIN_CHECK=1", "AFL_QUIET=1", "AFL_MAP_SIZE=8388608"];
    const argv = [program, "-i", inputOf(assignment), "-o", result, "-t", "20000", "-m", "none", "--", script, "@@"];
    return { argv: ["env", ...settings, ...argv], result };
  },
});

export const SPECIALISTS: readonly Tool[] = [llvmReduce, ddsmt, spirvReduce, halfempty, aflTmin];
