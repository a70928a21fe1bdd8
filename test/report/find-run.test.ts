/** Which runs a report can be made of. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findRun } from "../../src/run-report/run.ts";
import { listRuns } from "../../src/runs/list.ts";

test.each(["isolate", "suite"])(
  "runs of %s have reports of their own; what is shared between runs is none",
  (command) => {
    const cwd = mkdtempSync(join(tmpdir(), "pare-find-"));
    const runs = join(cwd, ".pare");
    for (const name of ["readers", "installed", "other-0"]) mkdirSync(join(runs, name), { recursive: true });
    const record = (input: string, how: string): string =>
      JSON.stringify({
        version: 2,
        command: how,
        pare: "0.1.0",
        hash: "",
        request: "",
        identity: { name: input, input: "", beside: [], options: {}, version: "0.1.0" },
        description: "",
        status: "complete",
        started: "",
        changed: "",
        kind: "git",
        titles: { good: "", bad: "" },
        format: "",
        strategy: "",
        measured: { hardMs: 1, rate: { shows: 1, runs: 1, rate: 1, low: 1, high: 1, confidence: 1 } },
        input: { path: input, bytes: 1 },
        output: "",
      });
    writeFileSync(join(runs, "other-0", "run.json"), record("other", command));
    expect(listRuns(runs).map(({ name }) => name)).toEqual(["other-0"]);
    expect(() => findRun(runs, undefined, cwd)).toThrow(/There is no run/);
    mkdirSync(join(runs, "bug-1"));
    writeFileSync(join(runs, "bug-1", "run.json"), record("bug", "reduce"));
    expect(findRun(runs, undefined, cwd).name).toBe("bug-1");
  },
);
