/** The marks in the environment by which processes are known to be ours, whatever they do to their parents and groups. */
import { randomBytes } from "node:crypto";

/** All that this process starts carries it. */
export const runMark: string = `pare-${process.pid}-${randomBytes(9).toString("hex")}`;

let jobs = 0;

/** The number of the next job. */
export const nextJob = (): number => {
  jobs += 1;
  return jobs;
};

/** The highest number given so far. */
export const lastJob = (): number => jobs;

/** Closed by a full stop, so that no mark begins with another one. */
export const jobMark = (job: number): string => `${runMark}.${job}.`;

/** The number of the job that carries this environment; 0 when it is not of this run. */
export const jobOf = (environment: string): number => {
  const at = environment.indexOf(`${runMark}.`);
  return at < 0 ? 0 : Number.parseInt(environment.slice(at + runMark.length + 1), 10) || 0;
};

/** Marks accumulate: a pare inside a test of another pare is still found by the outer one. */
export const marked = (env: Readonly<Record<string, string>>, name: "PARE_RUN" | "PARE_JOB", mark: string): string =>
  env[name] === undefined || env[name] === "" ? mark : `${env[name]}:${mark}`;
