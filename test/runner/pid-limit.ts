/** A control group that holds no more than so many processes and threads: the cage for fork bombs. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = "/sys/fs/cgroup";

/** The group of this process: where groups may be made, if at all. */
const ownGroup = (): string => {
  const lines = readFileSync("/proc/self/cgroup", "utf8").trim().split("\n");
  const old = lines.find((line) => line.split(":")[1]?.split(",").includes("pids"));
  if (old !== undefined) return join(ROOT, "pids", old.split(":")[2] ?? "");
  return join(ROOT, lines.find((line) => line.startsWith("0::"))?.slice(3) ?? "");
};

export interface PidLimit {
  /** Put before a command, runs it in the cage. */
  readonly command: readonly string[];
  inside(): readonly number[];
  /** Processes and threads, the dead that nobody has waited for included. */
  count(): number;
  /** How often there was no room for another one. */
  refused(): number;
  /** Ends what is in it. */
  clear(): void;
  remove(): void;
}

/** Or why there can be none here. */
export const pidLimit = (most: number): PidLimit | string => {
  let path: string;
  try {
    path = join(ownGroup(), `pare-test-${process.pid}`);
    mkdirSync(path);
  } catch (error) {
    return `no control group can be made: ${String(error)}`;
  }
  if (!existsSync(join(path, "pids.max"))) {
    rmdirSync(path);
    return "control groups do not limit the number of processes here";
  }
  return cage(path, most);
};

const cage = (path: string, most: number): PidLimit => {
  const read = (name: string): string => readFileSync(join(path, name), "utf8");
  const limit = (number: number): void => writeFileSync(join(path, "pids.max"), String(number));
  const inside = (): readonly number[] => read("cgroup.procs").split("\n").filter(Boolean).map(Number);
  limit(most);
  return {
    command: ["/bin/sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', path],
    inside,
    count: () => Number(read("pids.current")),
    refused: () => Number(/max (\d+)/.exec(read("pids.events"))?.[1]),
    clear: () => {
      limit(0);
      for (const pid of inside()) kill(pid);
      if (inside().length === 0) limit(most);
    },
    remove: () => rmdirSync(path),
  };
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone.
  }
};
