/** `pare check`: the doctor. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { paint, type Paint } from "../../reporters/paint.ts";
import { openRunnerSpace } from "../../runner/index.ts";
import { readArguments } from "../arguments.ts";
import { diagnose, diagnoseApart, type Diagnosis } from "../check/diagnose.ts";
import { diagnoseDiffers, differsFinding, differsJson, differsLines } from "../check/differs.ts";
import { examine, type Examined } from "../check/subject.ts";
import { diagnosisJson, diagnosisLines, findingOf, type CheckFinding } from "../check/text.ts";
import { judgeOf } from "../check/judge.ts";
import { runInCopy } from "../check/trials.ts";
import { timesOf } from "../check/times.ts";
import { trivialityOf, type Triviality } from "../check/trivial.ts";
import { EXIT } from "../failure.ts";
import { checkOracle, inputOf } from "../oracle-choice.ts";
import { takenInputs } from "../reduction/inputs.ts";
import type { Settings } from "../settings.ts";
import { listenForStop } from "../stopping.ts";
import type { Terminal } from "../terminal.ts";
import { CHECK } from "../usages.ts";

const TIMES = 5;
/** A reduction has run the original often enough when it wants to know more. */
const TIMES_APART = 3;

const EXIT_OF: Readonly<Record<CheckFinding, number>> = {
  fine: EXIT.fine,
  "not-failing": EXIT.notFailing,
  trivial: EXIT.notFailing,
  flaky: EXIT.flaky,
};

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const {
    inputs: [input],
    settings,
  } = takenInputs(readArguments(CHECK, typed, terminal), terminal);
  const name = inputOf(input, "check");
  checkOracle(settings, name, { usage: CHECK, typed, ...terminal });
  if (settings.oracleServer !== undefined)
    throw new UserError("NOT_YET", "pare check cannot examine an oracle server yet.", {
      advice: "Examine its program as a script (--test) or a command (--).",
    });
  const stopping = listenForStop({ late: () => {} });
  try {
    const { differs } = settings;
    if (differs !== undefined) {
      const terms = { times: TIMES, signal: stopping.signal };
      const found = await examination([name], settings, { terminal }, (examined) =>
        diagnoseDiffers(examined, differs, terms),
      );
      print({ lines: (colours) => differsLines(found, colours), json: () => differsJson(found) }, settings, terminal);
      return EXIT_OF[differsFinding(found)];
    }
    // What a test does to a directory could not be put back: it is run in copies alone.
    const look = isDirectory(resolve(terminal.directory, name)) ? diagnoseApart : diagnose;
    const diagnosis = await examination([name], settings, { terminal }, async (examined) =>
      withMore(examined, await look(examined, TIMES, stopping.signal), stopping.signal),
    );
    print(
      { lines: (colours) => diagnosisLines(diagnosis, colours), json: () => diagnosisJson(diagnosis) },
      settings,
      terminal,
    );
    return EXIT_OF[findingOf(diagnosis)];
  } catch (error) {
    if (stopping.code !== undefined) return stopping.code;
    throw error;
  } finally {
    stopping.release();
  }
};

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A test that holds for the original is tried on what has nothing of it, and its time is looked into. */
const withMore = async (examined: Examined, diagnosis: Diagnosis, signal: AbortSignal): Promise<Diagnosis> => {
  if (findingOf(diagnosis) !== "fine") return diagnosis;
  const trials = diagnosis.inCopy.map(({ trial }) => trial);
  const trivial = await trivialityOf(examined, judgeOf(examined, trials), signal);
  return trivial === undefined
    ? { ...diagnosis, times: await timesOf(examined, trials, signal) }
    : { ...diagnosis, trivial };
};

/** For `pare reduce`, when the test tells nothing: why. */
export const whyTrivial = async (
  inputs: readonly string[],
  settings: Settings,
  { terminal, signal }: Circumstances,
): Promise<Triviality | undefined> =>
  await examination(inputs, settings, { terminal }, async (examined) =>
    trivialityOf(examined, judgeOf(examined, [await runInCopy(examined, signal)]), signal),
  );

/** For `pare reduce`, when the original does not show the failure: nothing is run in the user's directory. */
export const examinationApart = async (
  input: string,
  settings: Settings,
  circumstances: Circumstances,
): Promise<Diagnosis> =>
  await examination([input], settings, circumstances, (examined) =>
    diagnoseApart(examined, TIMES_APART, circumstances.signal),
  );

interface Circumstances {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

const examination = async <T>(
  inputs: readonly string[],
  settings: Settings,
  { terminal }: Pick<Circumstances, "terminal">,
  look: (examined: Examined) => Promise<T>,
): Promise<T> => {
  const { runner, scratch, close } = openRunnerSpace();
  try {
    return await look(examine(inputs, settings, { directory: terminal.directory, runner, scratch }));
  } finally {
    await close();
  }
};

/** What was found, for people and for programs. */
interface Account {
  lines(paint: Paint): readonly string[];
  json(): string;
}

const print = (account: Account, settings: Settings, { out, err }: Terminal): void => {
  const colours = paint(settings.noColor !== true && out.isTerminal);
  const lines = account.lines(colours).map((line) => `${line}\n`);
  // With --json, standard output is for programs alone.
  if (settings.json === true) err.write(lines.join(""));
  else out.write(lines.join(""));
  if (settings.json === true) out.json(account.json());
};
