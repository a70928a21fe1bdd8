/** A folder of failing files in, a list of bugs out. */
import { UserError } from "../core/errors.ts";
import { given } from "../core/maybe.ts";
import type { Subject } from "../oracles/oracle.ts";
import { partsOf } from "../reduce/pinned.ts";
import type { TestPart } from "../runs/pins.ts";
import { runPinned, startRun, type Run } from "../runs/run.ts";
import type { TriageBackend } from "./backend.ts";
import { checkBucketBy } from "./bucket-by.ts";
import { subjectOf, TriageJob, type TriageResult } from "./job.ts";
import type { TriageNote, TriageOptions } from "./options.ts";
import { wholeCommand } from "./target.ts";

/** The same options go on where an earlier triage stopped; new files are sorted, and only news is reduced. */
export const triage = (options: TriageOptions, backend?: TriageBackend): Run<TriageNote, TriageResult> =>
  startRun<TriageNote, never, TriageResult>({
    options,
    warning: ({ message: text }) => ({ type: "note", text }),
    work: async (context) => {
      checkBucketBy(options.bucketBy ?? "signature");
      const job = { options: { ...options, command: checkedCommand(options) }, context };
      return await runPinned(
        context,
        () => pinned(job.options, subjectOf(job.options, context.origin)),
        (test) => new TriageJob(job.options, context, { test, backend }).run(),
      );
    },
  });

/** AFL's @@ stands for the input, too. */
const checkedCommand = ({ command, stdin = false }: TriageOptions): readonly string[] => {
  const words = command.map((word) => word.replaceAll("@@", "{}"));
  if (stdin || words.some((word) => word.includes("{}"))) return words;
  throw new UserError("NO_PLACE", "The command does not say where the input goes.", {
    advice: "Write {} where its path goes (pare triage crashes/ -- ./target {}), or give --stdin.",
  });
};

/** What the test is made of is found as for a reduction; here, files that the command names are a part of it. */
const pinned = ({ command, extraFiles }: TriageOptions, subject: Subject): readonly TestPart[] =>
  partsOf({ input: "", command: wholeCommand(command, subject), ...given({ extraFiles }) }, subject);
