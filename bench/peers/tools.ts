/** The reducers that are compared: pare, and each peer with the command that runs it on a case. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchCase } from "./cases.ts";
import { SPECIALISTS } from "./specialists.ts";
import { findPeer, inputOf, tool, type Tool } from "./tool.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let helpOfPare: string | undefined;

/** The first of the flags that this version of pare has. */
const ifKnown = (main: string, ...flags: readonly string[]): readonly string[] => {
  const help = (helpOfPare ??= execFileSync(process.execPath, [main, "reduce", "--help"], { encoding: "utf8" }));
  return flags.filter((flag) => help.includes(flag)).slice(0, 1);
};

const pare = tool("pare", {
  parallel: true,
  capped: true,
  program: () => join(root, "dist", "cli", "main.js"),
  command: (program, assignment) => {
    const { subject, test, scratch, jobs, cap, smallest } = assignment;
    const result = join(scratch, "pare-result");
    const bytesAlone = smallest ? ifKnown(program, "--smallest", "--rename") : [];
    const ends = ["--fresh", "--plain", "--json", "--budget", `${cap}s`];
    const argv = ["reduce", subject.file, "--test", test, "-o", result, "-j", String(jobs), ...ends, ...bytesAlone];
    return { argv: [process.execPath, program, ...argv], result };
  },
});

/** C-Vise and C-Reduce are called alike. */
const cFamily = (name: string): Tool =>
  tool(name, {
    parallel: true,
    supports: ({ binary }) => !binary,
    command: (program, assignment) => {
      const { subject, test, jobs } = assignment;
      const language = subject.c ? [] : ["--not-c"];
      return {
        argv: [program, "--n", String(jobs), ...language, test, subject.file],
        result: inputOf(assignment),
      };
    },
  });

const shrinkray = tool("shrinkray", {
  parallel: true,
  command: (program, assignment) => {
    const quiet = ["--ui=basic", "--volume=quiet", "--no-history", "--trivial-is-not-error", "--no-llm"];
    const argv = [...quiet, "--input-type=basename", "--timeout=20", `--parallelism=${assignment.jobs}`];
    return { argv: [program, ...argv, assignment.test, assignment.subject.file], result: inputOf(assignment) };
  },
});

const picire = tool("picire", {
  called: "by-path",
  parallel: true,
  command: (program, assignment) => {
    const { subject, test, scratch, jobs } = assignment;
    const out = join(scratch, "picire");
    // The cache it would take otherwise recurses once per line.
    const options = ["--test", test, "-a", "both", "--cache", "content", "-o", out, "-q"];
    const encoding = subject.binary ? ["--encoding", "latin1"] : [];
    const parallel = jobs > 1 ? ["-p", "-j", String(jobs)] : [];
    return {
      argv: [program, "-i", inputOf(assignment), ...options, ...encoding, ...parallel],
      result: join(out, subject.file),
    };
  },
});

/** By lines, then by characters. */
const lithium = tool("lithium", {
  command: (program, assignment) => {
    const { subject, test, scratch } = assignment;
    const condition = join(scratch, "condition.py");
    const asks = `subprocess.call([${JSON.stringify(test)}], stdin=subprocess.DEVNULL) == 0`;
    writeFileSync(condition, `import subprocess\ndef interesting(args, prefix):\n    return ${asks}\n`);
    const by = (unit: string): string => {
      mkdirSync(join(scratch, unit));
      return `'${program}' --${unit} --tempdir '${join(scratch, unit)}' '${condition}' '${subject.file}'`;
    };
    return { argv: ["sh", "-c", `${by("lines")} && ${by("char")}`], result: inputOf(assignment) };
  },
});

const delta = tool("delta", {
  program: () => findPeer("multidelta"),
  supports: ({ binary }) => !binary,
  command: (program, assignment) => {
    const { test, subject } = assignment;
    const passes = [0, 0, 1, 1, 2, 2, 10, 10].map(
      (level) => `'${program}' -level=${level} '${test}' '${subject.file}'`,
    );
    return { argv: ["sh", "-c", passes.join(" && ")], result: inputOf(assignment) };
  },
});

/** Its programs, by what the names of inputs end with. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ".c": "c",
  ".js": "javascript",
  ".ts": "typescript",
  ".css": "css",
  ".json": "json",
  ".py": "python",
  ".rs": "rust",
  ".go": "go",
  ".java": "java",
};

const treereduce = tool("treereduce", {
  called: "by-path",
  parallel: true,
  program: ({ file }) => findPeer(`treereduce-${LANGUAGES[extname(file)]}`),
  supports: ({ file }) => extname(file) in LANGUAGES,
  command: (program, assignment) => {
    const { subject, test, scratch, jobs } = assignment;
    const result = join(scratch, "treereduce-result");
    const files = ["-s", inputOf(assignment), "-o", result];
    const argv = ["--stable", "-j", String(jobs), ...files, "--", test, `@@${extname(subject.file)}`];
    return { argv: [program, ...argv], result };
  },
});

/** pare first; then the peers, in the order of the tables: those for any file, then those of one field. */
const TOOLS: readonly Tool[] = [
  pare,
  shrinkray,
  cFamily("cvise"),
  cFamily("creduce"),
  picire,
  lithium,
  treereduce,
  delta,
  ...SPECIALISTS,
];

/** The tools that would run on a case if they were there. */
export const missingTools = (tools: readonly Tool[], cases: readonly BenchCase[]): readonly string[] =>
  tools
    .filter((each) => cases.some((subject) => each.supports(subject) && each.program(subject) === undefined))
    .map(({ name }) => name);

/** The named tools, pare always among them; all of them without names. */
export const chooseTools = (names: readonly string[]): readonly Tool[] => {
  const known = TOOLS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such tool: ${unknown.join(", ")} (there are ${known.join(", ")})`);
  return TOOLS.filter(({ name }) => names.length === 0 || name === "pare" || names.includes(name));
};
