/** Runs of the test on the original: where the user would run it, and in a copy. */
import { dirname } from "node:path";
import type { TestCase } from "../../core/test-case.ts";
import type { Verdict } from "../../core/verdict.ts";
import { environment, tryCandidate, type Trial } from "../../oracles/trial.ts";
import { adjusted, type Sandbox } from "../../runner/index.ts";
import { copyTo } from "./copies.ts";
import type { Examined } from "./subject.ts";

/** A run, and what it says. */
export interface Judged {
  readonly trial: Trial;
  readonly verdict: Verdict;
}

const KEEP_BYTES = 256 * 1024;

/** On the file itself: a command where pare was started, a script beside the file, since scripts may use its base name. */
export const runInPlace = async (
  examined: Examined,
  signal: AbortSignal,
  under: readonly string[] = [],
): Promise<Trial> => {
  const { subject, runner, memory } = examined.setting;
  const directory = examined.kind === "script" ? dirname(examined.path) : subject.origin;
  const scratch = examined.setting.scratch.directory([]);
  try {
    const exit = await runner.run(
      {
        command: examined.command(examined.path),
        under,
        cwd: directory,
        env: environment(subject.origin),
        ...(subject.stdin && { stdin: examined.path }),
        timeout: examined.timeout,
        ...(memory !== undefined && { memory }),
        keep: KEEP_BYTES,
        // On the file itself: nothing but an empty directory can be written.
        ...inSandbox(examined, scratch.path, [dirname(examined.path), directory]),
      },
      signal,
    );
    return { ...exit, directory };
  } finally {
    scratch.remove();
  }
};

/** As every test of a reduction is run. */
export const runInCopy = async (
  examined: Examined,
  signal: AbortSignal,
  under: readonly string[] = [],
  candidate: TestCase = examined.original,
): Promise<Trial> =>
  await tryCandidate(copySetting(examined, under), candidate, {
    command: examined.command,
    timeout: examined.timeout,
    signal,
  });

export const copySetting = (
  examined: Examined,
  under: readonly string[] = [],
  more: readonly string[] = [],
): Examined["setting"] => ({
  ...examined.setting,
  runner: adjusted(examined.copies, (job) => ({ ...job, under, ...inSandbox(examined, job.cwd, more) })),
});

const inSandbox = ({ sandbox }: Examined, scratch: string, more: readonly string[]): { readonly sandbox?: Sandbox } =>
  sandbox === undefined ? {} : { sandbox: { scratch, readable: [...more, ...sandbox.readable] } };

/** In a copy beside which lie copies of these, too: nothing the test does to them reaches the user's files. */
export const runWith = async (
  examined: Examined,
  extraFiles: readonly string[],
  signal: AbortSignal,
): Promise<Trial> => {
  const { setting } = examined;
  const copies = setting.scratch.directory([]);
  try {
    const copied = copyTo(copies.path, extraFiles);
    const subject = { ...setting.subject, extraFiles: [...setting.subject.extraFiles, ...copied] };
    return await tryCandidate({ ...copySetting(examined, [], [copies.path]), subject }, examined.original, {
      command: examined.command,
      timeout: examined.timeout,
      signal,
    });
  } finally {
    copies.remove();
  }
};

/** When the runs took so long in all, there are no further ones. */
const ENOUGH_MS = 60_000;

/** One after the other; a run that does not end in time is not repeated. */
export const repeatedly = async (times: number, run: () => Promise<Trial>): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  const startedAt = performance.now();
  const isEnough = (): boolean => trials.length > 0 && performance.now() - startedAt > ENOUGH_MS;
  while (trials.length < times && trials.at(-1)?.timedOut !== true && !isEnough()) trials.push(await run());
  return trials;
};
