/** The original does not show the failure: what was seen, the line that repeats it, and what to do. */
import { UserError } from "../../core/errors.ts";
import type { Diagnosis } from "../check/diagnose.ts";
import type { Judged } from "../check/trials.ts";
import { missingBySaying } from "../check/missing.ts";
import { sideAdvice, sideFinding } from "../check/sides.ts";
import { adviceLines, becauseOf, endingText, findingOf, streamLines, withFlags } from "../check/text.ts";

/** With what runs in copies have shown; an original that shows it sometimes is flaky. */
export const explainNotFailing = (input: string, diagnosis: Diagnosis, first: UserError): UserError => {
  const [copy] = diagnosis.inCopy;
  if (copy === undefined) return first;
  if (diagnosis.inCopy.every(({ verdict }) => verdict.outcome === "fail") && sideFinding(diagnosis.sides) !== "fine")
    return new UserError("NOT_FAILING", first.message, {
      advice: sideAdvice(diagnosis.sides).join("\n"),
      cause: first,
    });
  // Without anything to compare with, copies that agree tell nothing new.
  if (findingOf(diagnosis) === "fine") return first;
  if (findingOf(diagnosis) === "flaky") return flaky(input, diagnosis, first);
  const message = [
    `The original ${input} does not show the failure. Condition: ${countsOf(first) ?? diagnosis.description}.`,
    ...ranLines("In a copy", copy),
    `To repeat it:\n${diagnosis.repeat}`,
  ].join("\n");
  return new UserError("NOT_FAILING", message, {
    advice: adviceLines(diagnosis).join("\n") || first.advice,
    cause: first,
  });
};

const flaky = (input: string, { inCopy }: Diagnosis, cause: UserError): UserError => {
  const shown = inCopy.filter(({ verdict }) => verdict.outcome === "fail").length;
  return new UserError(
    "FLAKY",
    `The original ${input} shows the failure only sometimes: in ${shown} of ${inCopy.length} runs.`,
    {
      advice:
        "Make the test repeatable (seeds, clocks, addresses, shared state), or use --flaky, which repeats the test and decides by statistics.",
      cause,
    },
  );
};

/** What a refined command must do is said by the first error; the diagnosis has learnt without knowing what came of it. */
const countsOf = ({ message }: UserError): string | undefined => /Condition: (.*?)\.?\n/.exec(message)?.[1];

const ranLines = (where: string, { trial, verdict }: Judged): readonly string[] => [
  `${where} the test ${endingText(trial)}${becauseOf({ trial, verdict })}:`,
  ...streamLines("stdout", trial),
  ...streamLines("stderr", trial),
];

export interface LessonOptions {
  readonly description: string;
  readonly input: string;
  /** The path of the input, absolute. */
  readonly path: string;
  readonly directory: string;
  /** Base names of what is beside the input. */
  readonly extraFiles: readonly string[];
}

/** What was learnt may be that a file is missing in the copy which lies in the user's directory: nobody wants to keep that. */
export const missingInLesson = ({
  description,
  input,
  path,
  directory,
  extraFiles,
}: LessonOptions): UserError | undefined => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const missing = missingBySaying(description, { origin: directory, path, there: [name, ...extraFiles] });
  if (missing.length === 0) return undefined;
  const names = missing.map(({ wanted }) => wanted).join(", ");
  return new UserError(
    "NOT_FAILING",
    `In a copy of ${input} the command only reports that something is missing: ${description}.\n${names} is in your directory, but not in a copy.`,
    {
      advice: `Add ${withFlags(missing)}; pare check shows more. If this is the failure that you mean, describe it with --match RE.`,
    },
  );
};
