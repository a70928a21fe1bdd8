/** coverage.py, by its own class for data in a Python that stays: its start takes longer than all the rest. */
import { basename, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { CoverageReader, CoveredRun, OpenReader, ReaderOptions } from "../coverage.ts";
import { COVERAGE_PY_SCRIPT } from "./coverage-py-script.ts";
import { gather, type Gathering } from "./gathering.ts";
import { below, fileNames } from "./names.ts";
import { noTool, programFile, programsNamed, saidBy } from "./programs.ts";
import { DATA_VARIABLE, badCoverage, noCoverage, staleCoverage } from "./troubles.ts";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const howTo =
  "Run the program with python3 -m coverage run [--branch] [-p] program.py {}. coverage.py:PYTHON names the interpreter that has coverage.py where it is not the command's first word.";

interface Answer {
  readonly error?: string;
  readonly count?: number;
  readonly written?: number;
  readonly files?: Readonly<Record<string, FileCoverage>>;
}

interface FileCoverage {
  readonly lines: readonly number[];
  readonly arcs: readonly (readonly [number, number])[];
  readonly functions: readonly string[];
  readonly time: number;
}

export const coveragePyReader: CoverageReader = {
  name: "coverage.py",
  about: "Python under coverage run; coverage.py:PYTHON names the interpreter",
  howTo,
  open: async (order) => {
    const { server, python, version } = await startedPython(order);
    return openCoveragePy(order, server, { python, version });
  },
};

const openCoveragePy = (
  options: ReaderOptions,
  server: LineServer,
  tool: Readonly<Record<string, string>>,
): OpenReader => ({
  identity: { reader: "coverage.py", argument: options.argument, ...tool },
  environment: (data) => ({ [DATA_VARIABLE]: data, COVERAGE_FILE: resolve(data, ".coverage") }),
  read: async (run) => {
    const answer = await answerFor(run, server);
    if (!answer.count) throw noCoverage("The run has written no data of coverage.py.", run, howTo);
    const entities = gather(options.universe);
    for (const [path, file] of Object.entries(answer.files ?? {})) {
      if (isOwn(path, run, options.origin)) continue;
      if (file.time > (answer.written ?? 0))
        throw staleCoverage(
          `${path} has changed since the run that has measured it.`,
          "Do not change the program while pare runs; start it again.",
        );
      addFile(fileNames(options.origin, run.cwd).nameOf(path), file, entities);
    }
    if (entities.isEmpty())
      throw noCoverage(
        `By coverage.py, nothing but the test itself was executed.`,
        run,
        `${howTo} Is the program left out by its configuration (source, omit)?`,
      );
    return entities.cover();
  },
  close: () => server.close(),
});

const answerFor = async (run: CoveredRun, server: LineServer): Promise<Answer> => {
  let answer: Answer;
  try {
    answer = JSON.parse(await server.ask(JSON.stringify(run.data))) as Answer;
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  if (answer.error === undefined) return answer;
  throw badCoverage(
    `coverage.py cannot read what the run has written: ${answer.error}`,
    "The run may use another version of coverage.py than the reader. Name the interpreter of the run: --cover coverage.py:PYTHON.",
  );
};

/** The test itself, which Python runs too if it is a program: what is in the run's own directory is not the program. Nor is a hook of Python's start. */
const isOwn = (path: string, { cwd }: CoveredRun, origin: string): boolean =>
  path.includes("/_distutils_hack/") ||
  (cwd !== origin && below(cwd, origin) === undefined && below(cwd, path) !== undefined);

const addFile = (name: string, { lines, arcs, functions }: FileCoverage, entities: Gathering): void => {
  for (const line of lines) if (line > 0) entities.statement(name, line);
  for (const own of functions) entities.function(name, own);
  // Negative ends are entries and exits; they are told apart by their sign.
  for (const [from, to] of arcs) entities.branch(name, from, to);
};

interface PythonServer {
  readonly server: LineServer;
  readonly python: string;
  readonly version: string;
}

/** The Python of the command if it begins with one, else the first that has coverage.py. */
const startedPython = async ({ argument, command, origin }: ReaderOptions): Promise<PythonServer> => {
  const [first = ""] = command;
  const named = argument === "" ? (/^python[\d.]*$/.test(basename(first)) ? first : undefined) : argument;
  const found = named === undefined ? [] : [programFile(named, origin) ?? missing(named)];
  const candidates = named === undefined ? [...programsNamed("python3"), ...programsNamed("python")] : found;
  let said = "";
  for (const python of candidates) {
    const server = lineServer(python, ["-c", COVERAGE_PY_SCRIPT]);
    try {
      const { version } = JSON.parse(await server.greeting) as { readonly version: string };
      return { server, python, version };
    } catch (error) {
      said ||= error instanceof Error ? error.message : String(error);
      await server.close();
    }
  }
  if (candidates.length === 0) throw noTool("coverage.py", "python3", "Install Python 3 and coverage.py.");
  throw new UserError("NO_COVERAGE_TOOL", `${candidates[0]} has no coverage.py: ${said.split("\n").at(-1)}`, {
    advice:
      "Install it for that Python (python3 -m pip install coverage; Debian: python3-coverage), or name the interpreter that has it: --cover coverage.py:PYTHON.",
  });
};

const missing = (named: string): never => {
  throw noTool("coverage.py", named, "Name the interpreter that runs the program: --cover coverage.py:PYTHON.");
};

interface LineServer {
  /** The first line it says by itself. */
  readonly greeting: Promise<string>;
  /** Answers come in the order of the questions. Rejects with what it has said when it ends. */
  ask(line: string): Promise<string>;
  close(): Promise<void>;
}

const lineServer = (program: string, words: readonly string[]): LineServer => {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
  const waiting: { readonly answer: (line: string) => void; readonly fail: (error: Error) => void }[] = [];
  let errors = "";
  let ended: Error | undefined;
  const end = (why: string): void => {
    ended ??= new Error(why);
    for (const { fail } of waiting.splice(0)) fail(ended);
  };
  const next = (): Promise<string> =>
    ended ? Promise.reject(ended) : new Promise((answer, fail) => waiting.push({ answer, fail }));
  child.stdin.on("error", () => {});
  child.stderr.on("data", (piece: Buffer) => {
    errors = `${errors}${piece.toString()}`.slice(-4000);
  });
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.answer(line));
  child.on("error", (error) => end(error.message));
  const closed = new Promise<void>((done) => {
    child.on("close", () => {
      end(saidBy(errors));
      done();
    });
  });
  const greeting = next();
  // Whoever does not look at the greeting sees the trouble with the first answer.
  greeting.catch(() => {});
  return {
    greeting,
    ask: async (line) => {
      const answer = next();
      child.stdin.write(`${line}\n`);
      return answer;
    },
    close: async () => {
      child.stdin.end();
      child.kill("SIGKILL");
      if (child.pid !== undefined) await closed;
    },
  };
};
