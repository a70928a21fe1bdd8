/** The reducers that are compared: pare, and each peer with the command that runs it on a case. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { findProgram } from "../../scripts/find-program.mjs";
import type { BenchCase } from "./cases.ts";

/** One run of one tool on one case, as its command is told of it. */
export interface Assignment {
  readonly subject: BenchCase;
  readonly jobs: number;
  /** Seconds. */
  readonly cap: number;
  /** As few bytes as possible, whatever the result looks like: what the peers go for. */
  readonly smallest: boolean;
  /** What pare is told of the input's language. */
  readonly language: string | undefined;
  /** The working directory; it holds the input under its name. */
  readonly work: string;
  /** For whatever else the tool needs. */
  readonly scratch: string;
  /** The counting test, as `called` wants it. */
  readonly test: string;
}

export interface Command {
  readonly argv: readonly string[];
  /** Where the tool leaves its result; without one it is the smallest interesting candidate. */
  readonly result?: string;
}

export interface Tool {
  readonly name: string;
  /** How it calls the test: where the input lies, or with a path. */
  readonly called: "in-place" | "by-path";
  /** Takes a number of jobs. */
  readonly parallel: boolean;
  /** Ends by itself at the cap. */
  readonly capped: boolean;
  /** The program, if it is installed. */
  program(subject: BenchCase): string | undefined;
  /** Whether it reads such files at all. */
  supports(subject: BenchCase): boolean;
  command(program: string, assignment: Assignment): Command;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where `--install` puts what is not a package of the system. */
export const peersFolder = (): string =>
  process.env["PARE_PEERS"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "pare-peers");

/** In the folder of the peers, else on PATH. */
export const findPeer = (name: string): string | undefined =>
  ["python/bin", "shrinkray/bin", "cargo/bin", "npm/node_modules/.bin"]
    .map((folder) => join(peersFolder(), folder, name))
    .find((path) => existsSync(path)) ?? findProgram([name]);

/** What most have in common: any file, the name of the tool is the name of the program. */
const tool = (name: string, fields: Pick<Tool, "command"> & Partial<Tool>): Tool => ({
  name,
  called: "in-place",
  parallel: false,
  capped: false,
  program: () => findPeer(name),
  supports: () => true,
  ...fields,
});

const inputOf = ({ work, subject }: Assignment): string => join(work, subject.file);

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
    const { subject, test, scratch, jobs, cap, smallest, language } = assignment;
    const result = join(scratch, "pare-result");
    const told = language === undefined || subject.binary ? [] : ["--language", language];
    const bytesAlone = smallest ? ifKnown(program, "--smallest", "--rename") : [];
    const ends = ["--fresh", "--plain", "--json", "--budget", `${cap}s`];
    const argv = [
      "reduce",
      subject.file,
      "--test",
      test,
      "-o",
      result,
      "-j",
      String(jobs),
      ...ends,
      ...bytesAlone,
      ...told,
    ];
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

/** pare first; then the peers, in the order of the tables. */
const TOOLS: readonly Tool[] = [
  pare,
  shrinkray,
  cFamily("cvise"),
  cFamily("creduce"),
  picire,
  lithium,
  treereduce,
  delta,
];

/** The named tools, pare always among them; all of them without names. */
export const chooseTools = (names: readonly string[]): readonly Tool[] => {
  const known = TOOLS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such tool: ${unknown.join(", ")} (there are ${known.join(", ")})`);
  return TOOLS.filter(({ name }) => names.length === 0 || name === "pare" || names.includes(name));
};
