/** How many tests run at once unless the user says so: the cores this process may use. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { attempt } from "../core/maybe.ts";

/** A file's content, or nothing when it cannot be read. */
export type ReadText = (path: string) => string | undefined;

export const defaultJobs = (): number => Math.min(jobsFrom(availableParallelism(), readText), mostJobs());

/** How many files this process may open (`ulimit -n`); `undefined` where nobody tells. */
export const filesAllowed = (read: ReadText = readText): number | undefined => {
  const soft = /^Max open files\s+(\d+)/m.exec(read("/proc/self/limits") ?? "")?.[1];
  return soft === undefined ? undefined : Number(soft);
};

/** Open files of this process itself, and of each job: its outputs, and those of the one that is prepared meanwhile. */
const [OWN_FILES, FILES_OF_JOB] = [44, 6];

/** More jobs at once could not be opened; at least 1. */
export const mostJobs = (allowed: number = filesAllowed() ?? Infinity): number =>
  Math.max(1, Math.floor((allowed - OWN_FILES) / FILES_OF_JOB));

/** So many files have to be allowed for so many jobs. */
export const filesFor = (jobs: number): number => OWN_FILES + FILES_OF_JOB * jobs;

/** The cores that can be used at once, bounded by the CPU quota of the control group, rounded up; at least 1. */
export const jobsFrom = (cores: number, read: ReadText): number => Math.max(1, Math.min(cores, Math.ceil(quota(read))));

const ROOT = "/sys/fs/cgroup";

/** In cores; the tightest of the process's own group and those around it. */
const quota = (read: ReadText): number => {
  const quotas: number[] = [];
  for (const line of (read("/proc/self/cgroup") ?? "").split("\n")) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    if (controllers === "") quotas.push(...upwards(path, (group) => quotaV2(read(join(ROOT, group, "cpu.max")))));
    if (controllers.split(",").includes("cpu"))
      quotas.push(...upwards(path, (group) => quotaV1(read, controllers, group)));
  }
  return Math.min(Infinity, ...quotas);
};

/** A group, the one around it, … up to the root; inside a container the path may be one that only the host knows. */
const upwards = (path: string, quotaOf: (group: string) => number): readonly number[] =>
  path === "/" ? [quotaOf(path)] : [quotaOf(path), ...upwards(dirname(path), quotaOf)];

/** "max 100000" or "150000 100000": microseconds of CPU time per period. */
const quotaV2 = (text: string | undefined): number => {
  const [limit = "max", period = "100000"] = (text ?? "").trim().split(/\s+/);
  return limit === "max" || limit === "" ? Infinity : share(limit, period);
};

const quotaV1 = (read: ReadText, controllers: string, group: string): number => {
  for (const mount of ["cpu", controllers]) {
    const limit = read(join(ROOT, mount, group, "cpu.cfs_quota_us"));
    if (limit === undefined) continue;
    return Number(limit) <= 0
      ? Infinity
      : share(limit, read(join(ROOT, mount, group, "cpu.cfs_period_us")) ?? "100000");
  }
  return Infinity;
};

const share = (limit: string, period: string): number => {
  const cores = Number(limit) / Number(period);
  return cores > 0 && Number.isFinite(cores) ? cores : Infinity;
};

const readText: ReadText = (path) => attempt(() => readFileSync(path, "utf8"));
