/** `pare init`: writes a test script, from three answers. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { replaceFile } from "../../runs/atomic.ts";
import { newFileMode } from "../../runs/audience.ts";
import { quote } from "../../oracles/command-line.ts";
import { readArguments } from "../arguments.ts";
import { scriptLine, scriptText, symptomOf, symptomWords, type InitSymptom } from "../init/script.ts";
import type { Terminal, OutputStream } from "../terminal.ts";
import { INIT } from "../usages.ts";
import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";

const SCRIPT = "interesting.sh";
/** The command is run once, to see what it does; no longer than this. */
const LOOK_MS = 60_000;
const MAX_SEEN = 64_000;
/** Lines of it that are shown. */
const SHOWN_LINES = 8;

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input: given, settings, values } = readArguments(INIT, typed, terminal);
  const { directory, err, out } = terminal;
  const path = values.get("--output") ?? SCRIPT;
  if (existsSync(resolve(directory, path)))
    throw new UserError("EXISTS", `${path} exists already.`, { advice: "Give another name: -o other.sh." });
  const questions = asking(err);
  try {
    const input = given ?? (await questions.ask("Which file or directory fails?", "the input"));
    if (!existsSync(resolve(directory, input)))
      throw new UserError("NO_INPUT", `There is no file ${input}.`, {
        advice: "Give the path of the input that fails.",
      });
    const isFile = (word: string): boolean => existsSync(resolve(directory, word));
    const { command } = settings;
    const line =
      command === undefined
        ? lineFor(await questions.ask("Which command shows the failure?", "the command after --"), input)
        : scriptLine(command, input, isFile);
    const symptom = await symptomFor(line, { input, shows: values.get("--shows"), terminal, ask: questions.ask });
    replaceFile(resolve(directory, path), scriptText({ input, path, line, symptom }), newFileMode(0o777));
    err.write(`The test fails if the command ${symptomWords(symptom)}.\n`);
    out.write(`${path}\n`);
    const script = quote(path.includes("/") ? path : `./${path}`);
    err.write(`next: pare check ${quote(input)} --test ${script}\n      pare ${quote(input)} --test ${script}\n`);
    return 0;
  } finally {
    questions.close();
  }
};

/** A line for a shell: the input in it is the candidate. */
const lineFor = (typed: string, input: string): string => {
  if (typed === "") throw new UserError("NO_COMMAND", "No command was given.", { advice: "Type it as in a shell." });
  return typed
    .split(/(\s+)/)
    .map((word) => (word === input || word === "{}" ? '"$1"' : word))
    .join("");
};

interface CommandRun {
  readonly output: string;
  readonly code: number;
}

interface Answering {
  readonly input: string;
  readonly shows: string | undefined;
  readonly terminal: Terminal;
  ask(question: string, flag: string): Promise<string>;
}

/** As it was given, or as somebody says who has seen what the command does. */
const symptomFor = async (line: string, { input, shows, terminal, ask }: Answering): Promise<InitSymptom> => {
  const given = symptomOf(shows ?? "");
  if (given !== undefined) return given;
  terminal.err.write("pare runs the command once, to see what it does.\n");
  const seen = await look(line, input, terminal);
  const learnt = seen === undefined ? { kind: "hang" as const, seconds: 10 } : learntFrom(seen);
  const lines = seen?.output.trimEnd().split("\n").slice(-SHOWN_LINES) ?? [];
  terminal.err.write(lines.map((each) => `  | ${each}\n`).join(""));
  const answer = await ask(
    `How do you recognise the failure? A text that it prints, an exit code, crash, or hang SECONDS${learnt === undefined ? "" : ` [${symptomWords(learnt)}]`}:`,
    "--shows WHAT",
  );
  const symptom = symptomOf(answer) ?? learnt;
  if (symptom === undefined)
    throw new UserError("NO_FAILURE", "The command exits with 0, so its exit code does not show a failure.", {
      advice: "Name a text that it prints: --shows TEXT.",
    });
  return symptom;
};

const learntFrom = ({ code }: CommandRun): InitSymptom | undefined => {
  if (code === 0) return undefined;
  return code > 128 ? { kind: "crash" } : { kind: "exit", code };
};

/** `undefined` if it does not end in time. */
const look = (line: string, input: string, { directory, environment }: Terminal): Promise<CommandRun | undefined> =>
  new Promise((done, failed) => {
    const child = spawn("sh", ["-c", `origin=$PWD; ${line}`, "sh", input], {
      cwd: directory,
      env: { ...environment, PARE_ORIGIN: directory },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    const take = (part: Buffer): void => {
      output = (output + part.toString()).slice(-MAX_SEEN);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      done(undefined);
    }, LOOK_MS);
    child.on("error", failed);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      done({ output, code: code ?? (signal === null ? 0 : 129) });
    });
  });

/** Throws a `UserError` where nobody can answer. `flag` is how the answer is given without a question. */
const asking = (err: OutputStream): { ask(question: string, flag: string): Promise<string>; close(): void } => {
  let lines: ReturnType<typeof createInterface> | undefined;
  return {
    ask: async (question, flag) => {
      if (!isatty(0) || !isatty(2))
        throw new UserError("NO_ANSWER", "pare init cannot ask: standard input is not a terminal.", {
          advice: `Give ${flag}: pare init bug.c --shows 'internal compiler error' -- gcc -c bug.c`,
        });
      // The terminal itself shows what is typed.
      lines ??= createInterface({ input: process.stdin });
      err.write(`${question} `);
      return (await lines.question("")).trim();
    },
    close: () => lines?.close(),
  };
};
