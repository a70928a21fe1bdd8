/** End-to-end tests (the whole storm: all of them, and the examples) under strace: what every process of pare did, judged. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { canTrace } from "../../src/cli/check/strace.ts";
import { tally } from "./tally.ts";
import { endToEndFiles, MAY_BE_SLOW, SAMPLE } from "./trace/end-to-end.ts";
import { judgeTrace, linesOf } from "./trace/judge.ts";
import { straced } from "./trace/strace.ts";
import { isWhole } from "../support/whole.ts";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Ends what hangs: on a busy machine the traced tests take long. */
const LONGEST = 3_600_000;

/** What this vitest has set must reach neither that one nor pare. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:PARE_|VITEST|TEST$|NODE_ENV$)/.test(name)),
  ),
  // strace does not see what goes that way.
  UV_USE_IO_URING: "0",
});

/** What a traced vitest leaves: its trace and its results. */
interface Traced {
  readonly trace: string;
  readonly results: Results;
}

interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const runTraced = async (files: readonly string[], folder: string): Promise<Traced> => {
  const [trace, results] = [join(folder, "trace"), join(folder, "results.json")];
  // A test that depends on speed gets a second chance: what counts here is the trace.
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--retry=1", "--reporter=json"];
  const [program = "", ...words] = straced([process.execPath, ...vitest, `--outputFile=${results}`, ...files], trace);
  // A group of its own: whoever stops this test stops all of it.
  const child = spawn(program, words, { cwd: root, env: environment(), stdio: "ignore", detached: true });
  const closed = once(child, "close");
  onTestFinished(
    () => void (child.exitCode === null && child.pid !== undefined && process.kill(-child.pid, "SIGKILL")),
  );
  await closed;
  return { trace, results: JSON.parse(readFileSync(results, "utf8")) as Results };
};

const failedIn = ({ testResults }: Results): readonly string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );

test("the sample is among what could be run", () => {
  expect(endToEndFiles(root)).toEqual(expect.arrayContaining([...Object.keys(SAMPLE), ...Object.keys(MAY_BE_SLOW)]));
});

test(
  "no process of pare changes a file, sends a signal or connects outside of its places",
  async (context) => {
    expect(canTrace(), "strace is installed and may trace").toBe(true);
    const files = endToEndFiles(root).filter((file) => isWhole || file in SAMPLE);
    const folder = mkdtempSync(join(tmpdir(), "pare-outside-"));
    try {
      const { trace, results } = await runTraced(files, folder);
      const { pares, unknown } = await judgeTrace(linesOf(trace), root);
      const clean = pares.filter(({ findings }) => findings.length === 0);
      tally(context, "outside", { tried: pares.length, held: clean.length });
      expect(
        pares.filter((pare) => !clean.includes(pare)).map(({ line, cwd, findings }) => ({ line, cwd, findings })),
      ).toEqual([]);
      expect(unknown).toEqual([]);
      expect(results.testResults).toHaveLength(files.length);
      expect(
        failedIn(results).filter((name) => !Object.keys(MAY_BE_SLOW).some((file) => name.startsWith(file))),
      ).toEqual([]);
      // Every way to start pare is among them: a trace without pares proves nothing.
      const commands = new Set(pares.map(({ command }) => command));
      expect([...commands]).toEqual(
        expect.arrayContaining(["reduce", "isolate", "check", "report", "suite", "worker"]),
      );
      const apart = pares.filter(({ byTests }) => byTests.length > 0).length;
      await context.annotate(`${apart} of ${pares.length} have run tests that went outside: the user's own affair`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  LONGEST,
);
