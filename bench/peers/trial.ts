/** One trial: one tool on one case, alone on the machine, in a directory of its own, under a cap. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchRoot } from "../../src/runner/scratch.ts";
import { countTokens, type BenchCase } from "./cases.ts";
import { endMarked, signalIfThere } from "./end-marked.ts";
import type { Assignment, Command, Tool } from "./tool.ts";
import { readTrialLog, type TrialLog } from "./trial-log.ts";

/** `capped`: it was still at work when the time was up. `wrong`: its result is not interesting. `broken`: it ended with an error. */
type TrialStatus = "done" | "capped" | "wrong" | "broken";

export interface TrialResult extends TrialLog {
  readonly case: string;
  readonly tool: string;
  readonly jobs: number;
  readonly status: TrialStatus;
  readonly seconds: number;
  readonly original: { readonly bytes: number; readonly tokens: number };
  readonly final: { readonly bytes: number; readonly tokens: number };
  /** The end of what the tool said, if it did not end well. */
  readonly said?: string;
}

export interface TrialOptions {
  readonly tool: Tool;
  readonly program: string;
  readonly subject: BenchCase;
  readonly jobs: number;
  readonly cap: number;
  readonly smallest: boolean;
  /** A folder that gets the result, as CASE.TOOL. */
  readonly keep?: string | undefined;
}

/** What a tool that ends by itself may take beyond its cap, in seconds. */
const GRACE = 15;

/** Tools run in sessions of their own: what ends us must end them. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The variable by which the processes of a trial are known; it holds the name of the trial's folder. */
const MARK = "PARE_BENCH_TRIAL";

const counter = fileURLToPath(new URL("counter.c", import.meta.url));

export const runTrial = async (options: TrialOptions): Promise<TrialResult> => {
  const folder = mkdtempSync(join(scratchRoot(), "peers-"));
  const interrupted = (): void => {
    clear(folder);
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, interrupted);
  try {
    return await runIn(folder, options);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    clear(folder);
  }
};

/** Nothing of the tool is left, and nothing of what it wrote. */
const clear = (folder: string): void => {
  endMarked(MARK, basename(folder));
  rmSync(folder, { recursive: true, force: true });
};

const runIn = async (folder: string, options: TrialOptions): Promise<TrialResult> => {
  const { tool, program, subject, jobs, cap, keep } = options;
  const assignment = layOut(folder, options);
  const original = readFileSync(join(subject.folder, subject.file));
  const began = Date.now();
  const ended = await runTool(tool, tool.command(program, assignment), assignment);
  const log = readTrialLog(ended.log, began, original.length);
  const capped = ended.seconds >= cap;
  const final = finalOf(folder, ended, { subject, capped });
  const status = statusOf(ended.code, { capped, wrong: final === undefined });
  if (keep !== undefined && final !== undefined) writeFileSync(join(keep, `${subject.name}.${tool.name}`), final);
  return {
    case: subject.name,
    tool: tool.name,
    jobs,
    status,
    seconds: ended.seconds,
    original: sizesOf(original, subject),
    final: sizesOf(final ?? original, subject),
    ...log,
    ...((status === "wrong" || status === "broken") && { said: ended.said }),
  };
};

const sizesOf = (bytes: Uint8Array, { binary }: BenchCase): TrialResult["final"] => ({
  bytes: bytes.length,
  tokens: countTokens(bytes, binary),
});

const statusOf = (code: number | null, { capped, wrong }: { capped: boolean; wrong: boolean }): TrialStatus => {
  if (wrong) return "wrong";
  if (capped) return "capped";
  return code === 0 ? "done" : "broken";
};

/** A fresh copy of the input, and the counting test. */
const layOut = (folder: string, { tool, subject, jobs, cap, smallest }: TrialOptions): Assignment => {
  const [work, scratch, test] = [join(folder, "work"), join(folder, "scratch"), join(folder, "interesting")];
  for (const made of [work, scratch, join(folder, "tmp")]) mkdirSync(made);
  copyFileSync(join(subject.folder, subject.file), join(work, subject.file));
  writeFileSync(join(folder, "runs.log"), "");
  buildCounter(test, { folder, file: subject.file, script: subject.script, called: tool.called });
  return { subject, jobs, cap, smallest, work, scratch, test };
};

interface CounterOptions {
  /** Gets `runs.log` and `best`. */
  readonly folder: string;
  readonly file: string;
  readonly script: string;
  readonly called: Tool["called"];
}

/** Compiles the counting test for one trial. */
export const buildCounter = (path: string, { folder, file, script, called }: CounterOptions): void => {
  const texts = {
    LOG: join(folder, "runs.log"),
    BEST: join(folder, "best"),
    SCRATCH: join(folder, "tmp"),
    SCRIPT: script,
    FILE_NAME: file,
  };
  const defines = Object.entries(texts).map(([name, text]) => `-D${name}=${JSON.stringify(text)}`);
  execFileSync("gcc", ["-O1", "-o", path, ...defines, ...(called === "by-path" ? ["-DBY_PATH"] : []), counter]);
};

interface Ended {
  readonly seconds: number;
  readonly code: number | null;
  readonly said: string;
  readonly log: string;
  readonly result: string | undefined;
}

const runTool = async (tool: Tool, { argv, result }: Command, { work, cap }: Assignment): Promise<Ended> => {
  const folder = join(work, "..");
  const mark = basename(folder);
  const [program = "", ...rest] = argv;
  const env = { ...process.env, TMPDIR: join(folder, "tmp"), [MARK]: mark };
  const from = performance.now();
  const child = spawn(program, rest, { cwd: work, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const code = await endOf(child, (cap + (tool.capped ? GRACE : 0)) * 1000);
  const seconds = (performance.now() - from) / 1000;
  // What is left of it may still write: the log is read first, the result when nothing of the tool is left.
  const log = readFileSync(join(folder, "runs.log"), "utf8");
  endMarked(MARK, mark);
  return { seconds, code, said: said.join("").slice(-300), log, result };
};

/** Asks it to end when the time is up, and makes it three seconds later. */
const endOf = async (child: ChildProcess, milliseconds: number): Promise<number | null> => {
  const signal = (name: NodeJS.Signals) => () => child.pid !== undefined && signalIfThere(-child.pid, name);
  const timers = [setTimeout(signal("SIGTERM"), milliseconds), setTimeout(signal("SIGKILL"), milliseconds + 3000)];
  try {
    return await new Promise((resolve, reject) => child.once("exit", resolve).once("error", reject));
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
};

/**
 * The tool's result; the smallest interesting candidate where there is none, or where it was ended with a candidate in its place.
 * Nothing if that is not interesting.
 */
const finalOf = (
  folder: string,
  { result }: Ended,
  { subject, capped }: { readonly subject: BenchCase; readonly capped: boolean },
): Uint8Array | undefined => {
  const there = [result, join(folder, "best")].filter((path) => path !== undefined && existsSync(path));
  return (capped ? there : there.slice(0, 1))
    .map((path) => readFileSync(path ?? ""))
    .find((bytes) => isInteresting(bytes, subject));
};

/** What the case's own test says, without counting. */
export const isInteresting = (bytes: Uint8Array, { file, script }: BenchCase): boolean => {
  const directory = mkdtempSync(join(scratchRoot(), "peers-"));
  try {
    writeFileSync(join(directory, file), bytes);
    return spawnSync(script, { cwd: directory, stdio: "ignore" }).status === 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
