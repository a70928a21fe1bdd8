/** The default number of jobs, from files as they are found on real machines. */
import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { defaultJobs, jobsFrom } from "../../src/runner/jobs.ts";

const files =
  (content: Readonly<Record<string, string>>) =>
  (path: string): string | undefined =>
    content[path];

const v2 = { "/proc/self/cgroup": "0::/user.slice/run.scope\n" };
const v1 = { "/proc/self/cgroup": "4:memory:/a\n3:cpu,cpuacct:/docker/1f\n0::/\n" };

describe("the default number of jobs", () => {
  it.each([
    ["no control groups", {}, 8],
    ["version 2 without a quota", { ...v2, "/sys/fs/cgroup/user.slice/run.scope/cpu.max": "max 100000\n" }, 8],
    ["version 2, two and a half cores", { ...v2, "/sys/fs/cgroup/user.slice/run.scope/cpu.max": "250000 100000\n" }, 3],
    ["version 2, the group around it", { ...v2, "/sys/fs/cgroup/user.slice/cpu.max": "200000 100000\n" }, 2],
    ["version 2 in a container", { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "50000 100000\n" }, 1],
    ["version 2, more than there are", { ...v2, "/sys/fs/cgroup/cpu.max": "6400000 100000\n" }, 8],
    ["version 1 without a quota", { ...v1, "/sys/fs/cgroup/cpu/docker/1f/cpu.cfs_quota_us": "-1\n" }, 8],
    [
      "version 1 with a quota",
      {
        ...v1,
        "/sys/fs/cgroup/cpu/docker/1f/cpu.cfs_quota_us": "200000\n",
        "/sys/fs/cgroup/cpu/docker/1f/cpu.cfs_period_us": "50000\n",
      },
      4,
    ],
    [
      "version 1 seen from inside a container",
      {
        ...v1,
        "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "100000",
        "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000",
      },
      1,
    ],
    ["nonsense", { ...v2, "/sys/fs/cgroup/cpu.max": "many few" }, 8],
  ])("with %s", (_, content, jobs) => {
    expect(jobsFrom(8, files(content))).toBe(jobs);
  });

  it("is between 1 and the number of cores here", () => {
    expect(defaultJobs()).toBeGreaterThanOrEqual(1);
    expect(defaultJobs()).toBeLessThanOrEqual(availableParallelism());
  });
});
