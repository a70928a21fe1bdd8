/** One turn of a bug's reduction: `reduce` with the bug's own test, which goes on where the turn before has ended. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { given } from "../core/maybe.ts";
import { Stopped } from "../core/stopped.ts";
import type { TestCase } from "../core/test-case.ts";
import { onDisk } from "../journals/disk-errors.ts";
import type { TestBackend } from "../reduce/backend.ts";
import { reduceChecked } from "../reduce/reduce.ts";
import type { ReduceResult } from "../reduce/result.ts";
import { replaceFile } from "../runs/atomic.ts";
import { sha256 } from "../runs/identity.ts";
import { makePrivateDirectory } from "../runs/private.ts";
import type { Bucket, BugWitness } from "./bucket.ts";
import { bucketOracle, type BucketTest } from "./bucket-oracle.ts";
import type { TriageOptions } from "./options.ts";
import type { ByCatch, TriageSession } from "./session.ts";
import type { Symptom } from "./symptom.ts";
import { wholeCommand, type Target } from "./target.ts";
import type { TriageWatch } from "./watch.ts";

export interface TurnMeans {
  readonly options: TriageOptions;
  readonly origin: string;
  readonly target: Target;
  readonly session: TriageSession;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly watch: TriageWatch;
  /** Where the tests of a bug run, if not on this machine. */
  readonly backendFor?: (test: BucketTest) => TestBackend;
}

export interface Turn {
  readonly bucket: Bucket;
  readonly witness: BugWitness;
  /** Committed tests of all turns, at most. */
  readonly most: number;
  /** Time for this turn, at most. */
  readonly budget: number;
  /** Would a candidate that shows something else be a find? */
  readonly isUseful: (symptom: Symptom, candidate: TestCase) => boolean;
}

export interface TurnEnd {
  readonly result: ReduceResult;
  /** What was found on the way, in the order of the search. */
  readonly finds: readonly ByCatch[];
}

/** Rejects as `reduce` does, and when the bug was skipped. */
export const reduceTurn = async (turn: Turn, means: TurnMeans): Promise<TurnEnd> => {
  const { bucket, witness, most, budget } = turn;
  const { options, origin, target, session, jobs, signal, watch } = means;
  const { extraFiles, stdin, language, format, commandLine, onBest } = options;
  const left = new AbortController();
  const see = watch.turn(bucket, () => left.abort(new Stopped("stop")));
  const folder = join(session.inputs, `${bucket.id}-${sha256(witness.bytes).slice(0, 12)}`);
  const input = join(folder, witness.name);
  onDisk(`cannot make ${folder}`, () => makePrivateDirectory(folder));
  if (!existsSync(input)) replaceFile(input, witness.bytes);
  const test = testOf(turn, means);
  const finds: ByCatch[] = [];
  const run = reduceChecked(
    {
      input,
      output: join(folder, `reduced-${witness.name}`),
      oracle: bucketOracle(test),
      runs: wholeCommand(target.options.command, target.options.setting.subject),
      cwd: origin,
      runsDirectory: session.reductions,
      jobs,
      maxTests: most,
      signal: AbortSignal.any([signal, left.signal]),
      controls: watch.controls,
      ...(Number.isFinite(budget) && { budget: Math.max(1, budget) }),
      ...given({ extraFiles, stdin, language, format, commandLine, onBest }),
      onEvent: (event) => {
        see(event);
        // Committed tests come in the same order for any number of jobs.
        const find = event.type === "test" ? session.findOf(event.key) : undefined;
        if (find !== undefined) finds.push(find);
      },
    },
    means.backendFor?.(test),
  );
  return { result: await run.result, finds };
};

const testOf = ({ bucket, witness, isUseful }: Turn, { target, session }: TurnMeans): BucketTest => ({
  target,
  name: witness.name,
  signature: bucket.signature,
  title: bucket.symptom.title,
  ...(bucket.symptom.kind === "hang" && { hangMs: target.hangMs }),
  onOther: (symptom, candidate) => {
    if (!isUseful(symptom, candidate)) return;
    const bytes = candidate.files[0]?.bytes() ?? new Uint8Array();
    session.keepFind({ key: candidate.key(), symptom, bytes });
  },
});
