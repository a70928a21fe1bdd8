/** `--since`: which change made a bug, by an isolation on its reduced input. */
import { join } from "node:path";
import { UserError } from "../core/errors.ts";
import { given } from "../core/maybe.ts";
import { isolate } from "../isolate/isolate.ts";
import type { Explained } from "../isolate/kind.ts";
import { commitOf, openRepository } from "../isolate/kinds/git/repository.ts";
import { replaceFile } from "../runs/atomic.ts";
import type { Bug } from "./bug.ts";
import type { TriageOptions } from "./options.ts";

export interface SinceOptions {
  readonly options: TriageOptions;
  /** The revision at which the bug was not there. */
  readonly since: string;
  /** Where inputs are written for the program to read. */
  readonly folder: string;
  readonly origin: string;
  /** Where runs live. */
  readonly runs: string;
  readonly signal: AbortSignal;
}

/** Throws a `UserError` where there is no such revision: nobody wants to know that after all bugs were reduced. */
export const checkSince = async (origin: string, since: string, signal: AbortSignal): Promise<void> =>
  void (await commitOf(await openRepository(origin, signal), since));

/** The bug with what is known of its origin; a bug that cannot be traced back says why. */
export const withChange = async (bug: Bug, about: SinceOptions): Promise<Bug> => {
  if (bug.reduced === undefined || bug.state === "fixed" || bug.state === "flaky" || about.signal.aborted) return bug;
  try {
    return { ...bug, since: await changeOf(bug, bug.reduced, about) };
  } catch (error) {
    if (error instanceof UserError && !about.signal.aborted) return { ...bug, since: unknown(error.message) };
    throw error;
  }
};

const changeOf = async (
  bug: Bug,
  reduced: Uint8Array,
  { options, since, folder, origin, runs, signal }: SinceOptions,
): Promise<string> => {
  const { command, stdin = false, jobs, build, timeout, memory, sandbox } = options;
  const input = join(folder, `since-${bug.id}-${bug.name}`);
  replaceFile(input, reduced);
  const words = command.map((word) => word.replaceAll("{}", input));
  const { result } = isolate({
    ends: { git: { good: since } },
    command: stdin ? ["sh", "-c", 'in=$1; shift; exec "$@" < "$in"', "sh", input, ...words] : words,
    find: "trigger",
    cwd: origin,
    runsDirectory: runs,
    signal,
    ...given({ jobs, build, timeout, memory, sandbox }),
  });
  const { trigger, titles } = await result;
  const [first, ...more] = trigger;
  if (first === undefined) return unknown(`no change between ${titles.good} and ${titles.bad} makes it`);
  return `made by ${wordsOf(first)}${more.length === 0 ? "" : ` and ${more.length} more`}`;
};

const unknown = (why: string): string => `made by a change that is not known: ${why}`;

/** "0a1b2c3 (faster parser), src/parse.c:12" */
const wordsOf = ({ id, commit, message = "", file, line }: Explained): string => {
  const place = file === undefined ? id : `${file}${line === undefined ? "" : `:${line}`}`;
  const [title = ""] = message.split("\n");
  return commit === undefined ? place : `${commit.slice(0, 12)}${title === "" ? "" : ` (${title})`}, ${place}`;
};
