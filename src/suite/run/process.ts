/** Tests that are run by a command, each in a fresh directory, with data of its own. */
import { basename } from "node:path";
import { UserError } from "../../core/errors.ts";
import { fileCase } from "../../core/test-case.ts";
import { absoluteProgram, fillIn } from "../../oracles/command-line.ts";
import { checkBeside, layOut } from "../../oracles/layout.ts";
import type { Subject } from "../../oracles/oracle.ts";
import { endingOf, endingWords } from "../../oracles/signature.ts";
import { environment } from "../../oracles/trial.ts";
import type { ProcessExit, Runner } from "../../runner/index.ts";
import type { Scratch } from "../../runner/scratch.ts";
import type { OpenReader, Universe } from "../coverage.ts";
import { dataSlots, type DataSlot } from "./data-slots.ts";
import type { Candidate, Limits, Measurement, Measurer } from "./measurer.ts";

export interface ProcessSetting {
  readonly universe: Universe;
  readonly reader: OpenReader;
  readonly command: readonly string[];
  /** The directory pare was started in. */
  readonly origin: string;
  /** Absolute paths of what lies beside each test. */
  readonly beside: readonly string[];
  readonly stdin: boolean;
  /** Address space of a run, in bytes. */
  readonly memory?: number;
  readonly runner: Runner;
  readonly scratch: Scratch;
}

/** Enough for messages; what a test prints does not count. */
const KEEP_BYTES = 16 * 1024;

export const processMeasurer = (setting: ProcessSetting): Measurer => {
  const { universe, reader, command, origin, stdin, runner, scratch, memory } = setting;
  checkCommand(command, stdin);
  const slot = dataSlots(scratch);
  const environments = new Map<string, Readonly<Record<string, string>>>();
  /** One object for what is alike: runners remember what they made of it. */
  const environmentOf = (data: string): Readonly<Record<string, string>> => {
    const more = reader.environment(data);
    const key = JSON.stringify(more);
    const known = environments.get(key) ?? { ...environment(origin), ...more };
    if (environments.size > 1000) environments.clear();
    environments.set(key, known);
    return known;
  };
  const run = async (candidate: Candidate, { timeout, signal }: Limits, data: DataSlot): Promise<Measurement> => {
    const subject = subjectOf(setting, candidate);
    const { name, mode, bytes } = candidate;
    const laid = layOut(fileCase({ path: name, mode, bytes: () => bytes }, bytes.length), subject, scratch);
    try {
      const words = fillIn(absoluteProgram(command, subject), subject, laid.path);
      const exit = await runner.run(
        {
          command: reader.wrap?.(words, data.path) ?? words,
          cwd: laid.directory,
          env: environmentOf(data.path),
          ...(stdin && { stdin: laid.path }),
          timeout,
          ...(memory !== undefined && { memory }),
          keep: KEEP_BYTES,
        },
        signal,
      );
      return await measured(exit, { data: data.path, cwd: laid.directory, reader });
    } finally {
      laid.remove();
    }
  };
  return {
    universe,
    identity: {
      kind: "process",
      reader: reader.identity,
      command,
      stdin,
      beside: setting.beside.map((path) => basename(path)),
    },
    measure: async (candidate, limits) => {
      const data = slot();
      try {
        return await run(candidate, limits, data);
      } finally {
        data.giveBack();
      }
    },
    close: () => reader.close(),
  };
};

const subjectOf = ({ origin, beside, stdin }: ProcessSetting, { name }: Candidate): Subject => {
  const subject: Subject = { name, typed: "{}", origin, beside, stdin };
  checkBeside(subject);
  return subject;
};

const checkCommand = (command: readonly string[], stdin: boolean): void => {
  if (command.length > 0 && (stdin || command.some((word) => word.includes("{}")))) return;
  const what =
    command.length === 0 ? "There is no command after --." : `No word of the command is {}, which stands for the test.`;
  throw new UserError("NO_COMMAND", what, {
    advice: "Write how one test is run, with {} for its path: -- ./prog {}; or feed it on standard input with --stdin.",
  });
};

interface Place {
  readonly data: string;
  readonly cwd: string;
  readonly reader: OpenReader;
}

const measured = async (exit: ProcessExit, { data, cwd, reader }: Place): Promise<Measurement> => {
  const { stdout, stderr, code, signal, timedOut, ms } = exit;
  const ending = endingOf(exit);
  const seen = { ending: timedOut || ending === undefined ? "does not end" : endingWords(ending), timedOut, ms };
  if (timedOut) return seen;
  try {
    return { ...seen, cover: await reader.read({ data, cwd, stdout, stderr, code, signal }) };
  } catch (error) {
    // Data of another build concern all tests; data that are missing concern this run.
    if (!(error instanceof UserError) || !OF_ONE_RUN.has(error.code)) throw error;
    return { ...seen, trouble: error };
  }
};

const OF_ONE_RUN: ReadonlySet<string> = new Set(["NO_COVERAGE", "BAD_COVERAGE"]);
