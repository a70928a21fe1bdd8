/** `pare check --differs`: what each of the two commands does on copies of the original, and how they differ. */
import { UserError } from "../../core/errors.ts";
import { differsWords, sideTitle } from "../../oracles/sides/differs.ts";
import { differsFrom, trialsOn, type SideTrials } from "../../oracles/sides/learn-differs.ts";
import { sideLines } from "../../oracles/sides/line.ts";
import type { Trial } from "../../oracles/trial.ts";
import type { Paint } from "../../reporters/paint.ts";
import { runSides, sideAdvice, sideFinding, sideJson, sideTexts, type SideRuns } from "./sides.ts";
import type { Examined } from "./subject.ts";
import { placeJson, runLines, type CheckFinding } from "./text.ts";
import { copySetting, type Judged } from "./trials.ts";

export interface DiffersDiagnosis {
  readonly lines: readonly [a: string, b: string];
  readonly trials: SideTrials;
  /** How they differ; missing where they do not, or not always. */
  readonly description?: string;
  readonly trouble?: UserError;
  readonly sides: readonly SideRuns[];
}

export const diagnoseDiffers = async (
  examined: Examined,
  differs: readonly [a: string, b: string],
  { times, signal }: { readonly times: number; readonly signal: AbortSignal },
): Promise<DiffersDiagnosis> => {
  const { original, timeout, strictness } = examined;
  const setting = copySetting(examined);
  const lines = sideLines(differs, setting.subject) as DiffersDiagnosis["lines"];
  const lesson = { setting, lines, original, timeout, strictness, signal };
  const trials = await trialsOn(lesson, times);
  const sides = await runSides(examined, times, signal);
  try {
    return { lines, trials, description: differsWords(differsFrom(lesson, trials)), sides };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { lines, trials, trouble: error, sides };
  }
};

export const differsFinding = ({ trouble, sides }: DiffersDiagnosis): CheckFinding => {
  if (trouble !== undefined) return trouble.code === "FLAKY" ? "flaky" : "not-failing";
  return sideFinding(sides);
};

const adviceOn = (diagnosis: DiffersDiagnosis): readonly string[] => {
  const { trouble, sides } = diagnosis;
  const given = [...(trouble === undefined ? [] : [trouble.advice]), ...sideAdvice(sides)];
  return given.length === 0 ? ["none: pare reduce can start."] : given;
};

/** Each run as what it is: nothing decides about one side alone. */
const judged = (trials: readonly Trial[]): readonly Judged[] =>
  trials.map((trial) => ({ trial, verdict: { outcome: "fail" } }));

export const differsLines = (diagnosis: DiffersDiagnosis, paint: Paint): readonly string[] => {
  const { lines, trials, description, trouble, sides } = diagnosis;
  return [
    description === undefined ? (trouble?.message ?? "") : `condition: ${description}`,
    "",
    ...lines.flatMap((line, index) => [
      `${paint.bold(sideTitle({ line }, index))}, on a copy`,
      ...runLines(judged(trials[index] ?? []), false),
      "",
    ]),
    ...sideTexts(sides, paint, runLines),
    ...adviceOn(diagnosis).map((line) => `${paint.bold("advice:")} ${line}`),
  ];
};

export const differsJson = (diagnosis: DiffersDiagnosis): string => {
  const { lines, trials, description, trouble, sides } = diagnosis;
  return JSON.stringify({
    status: "complete",
    finding: differsFinding(diagnosis),
    ...(description !== undefined && { oracle: description }),
    ...(trouble !== undefined && { problem: trouble.message }),
    differs: lines.map((line, index) => ({ command: line, ...placeJson(judged(trials[index] ?? [])) })),
    ...(sides.length > 0 && { sides: sideJson(sides) }),
    advice: adviceOn(diagnosis),
  });
};
