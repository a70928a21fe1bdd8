/** Executes the commands of a report as somebody else would: in an empty directory, when the place of the run is gone. */
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { reportMarkdown } from "../../src/reporters/markdown/report.ts";
import { reportData } from "../../src/run-report/data.ts";
import { storedRun, type StoredRun } from "../../src/run-report/run.ts";

const made: string[] = [];
afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "travels-"));
  made.push(directory);
  return directory;
};

interface Journey {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly options: Omit<ReduceOptions, "cwd">;
  /** What is taken along by hand: what the commands do not hold themselves. */
  readonly luggage?: readonly string[];
}

const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PARE_")));

const commandsIn = (markdown: string): string => {
  const block = /^(`{3,})sh\n(.*?)\n\1$/ms.exec(markdown);
  if (block?.[2] === undefined) throw new Error(`There are no commands in ${markdown}`);
  return block[2];
};

interface Arrival extends SpawnSyncReturns<string> {
  readonly commands: string;
}

export const travelled = async ({ files, options, luggage = [] }: Journey): Promise<Arrival> => {
  const origin = newDirectory();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(origin, path)), { recursive: true });
    writeFileSync(join(origin, path), content);
    if (path.endsWith(".sh")) chmodSync(join(origin, path), 0o755);
  }
  const { run } = await reduce({ jobs: 2, maxTests: 16, ...options, cwd: origin }).result;
  const markdown = reportMarkdown(reportData(storedRun(run) as StoredRun, origin));
  const commands = commandsIn(markdown);
  expect(commands).not.toContain(tmpdir());
  expect(markdown.replaceAll(/^- .*$/gm, "")).not.toContain(origin);
  const elsewhere = newDirectory();
  for (const path of luggage) copyFileSync(join(origin, path), join(elsewhere, path));
  rmSync(origin, { recursive: true });
  const { status, stdout, stderr, ...rest } = spawnSync("sh", ["-c", commands], {
    cwd: elsewhere,
    encoding: "utf8",
    env: { ...ENVIRONMENT, TMPDIR: elsewhere },
  });
  return { ...rest, status, stdout, stderr, commands };
};

export const filler = (line: (number: number) => string, lines = 12): string =>
  Array.from({ length: lines }, (_, number) => `${line(number)}\n`).join("");
