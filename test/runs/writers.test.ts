import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../../src", import.meta.url));

const SCRATCH = "in a directory that pare has made for a test, a copy or a worker, closed to others at its top";
const RUN = "in the directory of a run, which is closed to others";

/**
 * Who opens files for writing, and why not by `replaceFile`, `Held` or `eventFile`: those refuse links of other users, follow none,
 * and nobody reads what they write who may not read what it was made of. Everything that the user names goes through them.
 */
const WRITERS: Readonly<Record<string, string>> = {
  "runs/atomic.ts": "replaceFile itself",
  "runs/event-file.ts": "eventFile itself: streams, pipes and devices",
  "runs/output/place.ts": "a probe beside the output, made anew and removed",
  "runs/directory.ts": RUN,
  "runs/lock.ts": RUN,
  "runs/progress-file.ts": RUN,
  "journals/regular-file.ts": RUN,
  "runner/scratch.ts": SCRATCH,
  "runner/outputs.ts": SCRATCH,
  "runner/job-list.ts": SCRATCH,
  "runner/sandbox.ts": SCRATCH,
  "runner/launchers/observe.ts": SCRATCH,
  "reduce/forms/preprocess.ts": "a copy beside the input, made anew, closed to others",
  "oracles/symbols/forks.ts": SCRATCH,
  "cli/check/guard.ts": "puts the user's own file back where it cannot be replaced",
  "cli/check/copies.ts": SCRATCH,
  "cli/stage.ts": "adds to the step summary, a file that GitHub Actions has made for it",
  "triage/output/folder.ts": "adds to the step summary, and copies a bug's folder of an earlier triage into a new one",
  "cluster/cache/disk.ts": SCRATCH,
  "cluster/trees.ts": SCRATCH,
  "isolate/places/disk.ts": SCRATCH,
  "isolate/kinds/lock/npm-install.ts": RUN,
  "isolate/kinds/lock/inventory.ts": RUN,
  "isolate/kinds/lock/expected.ts": RUN,
  "isolate/trees/lay-out.ts": RUN,
  "isolate/kinds/lock/open.ts": RUN,
  "isolate/kinds/git/extras.ts": RUN,
  "isolate/kinds/git/place.ts": RUN,
  "isolate/kinds/tests/jest.ts": RUN,
  "isolate/kinds/tests/vitest.ts": RUN,
  "suite/mutation/copies.ts": SCRATCH,
  "suite/readers/sancov/tables.ts": RUN,
};

const WRITES =
  /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|copyFile|copyFileSync|cp|cpSync)\(|\bopenSync\((?!.*"r"\))/;

test("every other file that is written is one of pare's own", () => {
  const found = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .filter((path) =>
      readFileSync(join(src, path), "utf8")
        .split("\n")
        .some((line) => WRITES.test(line)),
    );
  expect(found.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
});
