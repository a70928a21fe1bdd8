/** Tests that are run by a command, each in a fresh directory, with data of its own. */
import { basename } from "node:path";
import { UserError } from "../../core/errors.ts";
import { checkBeside } from "../../oracles/layout.ts";
import type { Subject } from "../../oracles/oracle.ts";
import { endingOf, endingWords } from "../../oracles/signature.ts";
import { environment, type Trial } from "../../oracles/trial.ts";
import type { OpenReader, Universe } from "../coverage.ts";
import { dataSlots, type DataSlot } from "./data-slots.ts";
import { runLaid, type RunSetting } from "./laid-run.ts";
import type { Candidate, MeasureLimits, Measurement, Measurer } from "./measurer.ts";

export interface ProcessSetting extends RunSetting {
  readonly universe: Universe;
  readonly reader: OpenReader;
}

/** Enough for messages; what a test prints does not count. */
const KEEP_BYTES = 16 * 1024;

export const processMeasurer = (setting: ProcessSetting): Measurer => {
  const { universe, reader, command, origin, stdin, scratch } = setting;
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
  const run = (candidate: Candidate, limits: MeasureLimits, data: DataSlot): Promise<Measurement> => {
    const subject = subjectOf(setting, candidate);
    const wrap = (words: readonly string[]): readonly string[] => reader.wrap?.(words, data.path) ?? words;
    const laid = { subject, command, wrap, environment: environmentOf(data.path), keep: KEEP_BYTES, ...limits };
    return runLaid(setting, candidate, laid, (trial) => measured(trial, { data: data.path, reader }));
  };
  return {
    universe,
    identity: {
      kind: "process",
      reader: reader.identity,
      command,
      stdin,
      beside: setting.extraFiles.map((path) => basename(path)),
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

const subjectOf = ({ origin, extraFiles, stdin }: ProcessSetting, { name }: Candidate): Subject => {
  const subject: Subject = { name, typed: "{}", origin, extraFiles, stdin };
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

interface CoverageData {
  readonly data: string;
  readonly reader: OpenReader;
}

const measured = async (trial: Trial, { data, reader }: CoverageData): Promise<Measurement> => {
  const { directory: cwd, stdout, stderr, code, signal, timedOut, ms } = trial;
  const ending = endingOf(trial);
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
