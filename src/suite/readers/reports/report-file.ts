/** A report that the command itself has a tool write, at a place the user names; read only if this run has written it. */
import { readFile, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { UserError } from "../../../core/errors.ts";
import type { CoveredRun, ReaderOptions } from "../../coverage.ts";
import { DATA_VARIABLE, badArgument, badCoverage, codeOf, noCoverage, staleCoverage } from "../troubles.ts";

interface Report {
  readonly path: string;
  readonly text: string;
}

export interface ReportSource {
  read(run: CoveredRun): Promise<Report>;
}

interface Words {
  readonly reader: string;
  readonly howTo: string;
  /** Where such a report usually is, for the advice when none is named. */
  readonly usual: string;
}

/**
 * The report is looked for below the run's data, then below the run's directory. A run that writes nothing must not be judged by the
 * report of the run before it in the same directory, so a file that has not changed since it was last seen is stale.
 */
export const reportSource = async (options: ReaderOptions, words: Words): Promise<ReportSource> => {
  const { argument, origin } = options;
  if (argument === "")
    throw badArgument(
      `The ${words.reader} reader needs the path of the report that the run writes.`,
      `Write it after a colon, relative to the run's directory or to $${DATA_VARIABLE}: --cover ${words.reader}:${words.usual}. ${words.howTo}`,
    );
  const seen = new Map<string, string>();
  const before = await stampOf(resolve(origin, argument));
  if (before !== undefined) seen.set(resolve(origin, argument), before);
  return {
    read: async (run) => {
      const places = isAbsolute(argument) ? [argument] : [join(run.data, argument), join(run.cwd, argument)];
      for (const path of places) {
        const stamp = await stampOf(path);
        if (stamp === undefined) continue;
        if (seen.get(path) === stamp)
          throw staleCoverage(
            `${path} was not written by this run: it is the file that was there before.`,
            `The command must write a new report in every run, best below $${DATA_VARIABLE}, which is empty at its start.`,
          );
        seen.set(path, stamp);
        return { path, text: await textOf(path, words.reader) };
      }
      throw noCoverage(`The run has written no ${argument}.`, run, words.howTo);
    },
  };
};

const stampOf = async (path: string): Promise<string | undefined> => {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unreadable(path, error);
  }
};

const textOf = async (path: string, reader: string): Promise<string> => {
  try {
    const text = await readFile(path, "utf8");
    if (text.includes("\0"))
      throw badCoverage(`${path} is not text, so it is not a ${reader} report.`, "Name the report, not the raw data.");
    return text;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw unreadable(path, error);
  }
};

const unreadable = (path: string, error: unknown): UserError =>
  badCoverage(`${path} cannot be read (${codeOf(error)}).`, "Check that it is a file that you may read.", error);
