/** `pare check`: the doctor. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { paint } from "../../reporters/paint.ts";
import { openRunnerSpace } from "../../runner/index.ts";
import { readArguments } from "../arguments.ts";
import { diagnose, diagnoseApart, type Diagnosis } from "../check/diagnose.ts";
import { examine, type Examined } from "../check/subject.ts";
import { diagnosisJson, diagnosisLines, findingOf, type Finding } from "../check/text.ts";
import { EXIT } from "../failure.ts";
import { checkOracle, inputOf } from "../oracle-choice.ts";
import type { Settings } from "../settings.ts";
import { listenForStop } from "../stopping.ts";
import type { Terminal } from "../terminal.ts";
import { CHECK } from "../usages.ts";

const TIMES = 5;
/** A reduction has run the original often enough when it wants to know more. */
const TIMES_APART = 3;

const EXIT_OF: Readonly<Record<Finding, number>> = {
  fine: EXIT.fine,
  "not-failing": EXIT.notFailing,
  flaky: EXIT.flaky,
};

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input, settings } = readArguments(CHECK, typed, terminal);
  const name = inputOf(input, "check");
  checkOracle(settings, name);
  if (settings.oracleServer !== undefined)
    throw new UserError("NOT_YET", "pare check cannot examine an oracle server yet.", {
      advice: "Examine its program as a script (--test) or a command (--).",
    });
  const stopping = listenForStop({ late: () => {} });
  try {
    // What a test does to a directory could not be put back: it is run in copies alone.
    const look = isDirectory(resolve(terminal.directory, name)) ? diagnoseApart : diagnose;
    const diagnosis = await examination(name, settings, { terminal }, (examined) =>
      look(examined, TIMES, stopping.signal),
    );
    print(diagnosis, settings, terminal);
    return EXIT_OF[findingOf(diagnosis)];
  } catch (error) {
    if (stopping.code !== undefined) return stopping.code;
    throw error;
  } finally {
    stopping.release();
  }
};

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** For `pare reduce`, when the original does not show the failure: nothing is run in the user's directory. */
export const examinationApart = async (
  input: string,
  settings: Settings,
  circumstances: Circumstances,
): Promise<Diagnosis> =>
  await examination(input, settings, circumstances, (examined) =>
    diagnoseApart(examined, TIMES_APART, circumstances.signal),
  );

interface Circumstances {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

const examination = async (
  input: string,
  settings: Settings,
  { terminal }: Pick<Circumstances, "terminal">,
  look: (examined: Examined) => Promise<Diagnosis>,
): Promise<Diagnosis> => {
  const { runner, scratch, close } = openRunnerSpace();
  try {
    return await look(examine(input, settings, { directory: terminal.directory, runner, scratch }));
  } finally {
    await close();
  }
};

const print = (diagnosis: Diagnosis, settings: Settings, { out, err }: Terminal): void => {
  const colours = paint(settings.noColor !== true && out.isTerminal);
  const lines = diagnosisLines(diagnosis, colours).map((line) => `${line}\n`);
  // With --json, standard output is for programs alone.
  if (settings.json === true) err.write(lines.join(""));
  else out.write(lines.join(""));
  if (settings.json === true) out.json(diagnosisJson(diagnosis));
};
