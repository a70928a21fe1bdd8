/** Cases with real tests whose answers are recorded: asked once, then played with any number of workers, without a clock. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import type { Stamped } from "../../src/core/events.ts";
import { drive } from "../../src/driver/search.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import { planCase } from "../../src/pipelines/plan.ts";
import { languageOf } from "../../src/reduce/language.ts";
import type { BenchCase } from "../peers/cases.ts";

/** By key: does the failure show? */
export type Recorded = Map<string, boolean>;

export interface Rounds {
  readonly case: string;
  readonly workers: number;
  readonly rounds: number;
  readonly tests: number;
  readonly committed: number;
  readonly bytes: number;
  /** What was committed, in order. */
  readonly course: string;
}

interface Plan {
  readonly source: TestCase;
  readonly search: ReturnType<typeof planCase>["search"];
}

const planOf = async ({ folder, file }: BenchCase, smallest: boolean): Promise<Plan> => {
  const bytes = readFileSync(join(folder, file));
  const source = fileCase({ path: file, mode: 0o644, bytes: () => bytes }, bytes.length);
  const chosen = await languageOf({ source, shape: { plain: true }, name: file }, { input: file });
  const choice = { rename: true, ...(smallest && { valid: false }) };
  const { search } = planCase(source, { ...choice, ...(chosen?.language && { language: chosen.language }) });
  return { source, search };
};

/** The tests that one worker commits, in order; those that are not recorded yet are run. */
export const record = async (subject: BenchCase, smallest: boolean, answers: Recorded): Promise<void> => {
  const { source, search } = await planOf(subject, smallest);
  const place = mkdtempSync(join(tmpdir(), "pare-recorded-"));
  try {
    const executor = {
      capacity: 1,
      onCapacity: () => () => undefined,
      run: async (candidate: TestCase) => {
        let fails = answers.get(candidate.key());
        if (fails === undefined) answers.set(candidate.key(), (fails = await test(subject, place, candidate)));
        return { outcome: fails ? ("fail" as const) : ("pass" as const), ms: 1 };
      },
      close: () => Promise.resolve(),
    };
    await drive({ search, source, executor, journal: memoryJournal(), check: false });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

const test = (subject: BenchCase, place: string, candidate: TestCase): Promise<boolean> => {
  writeFileSync(join(place, subject.file), onlyFile(candidate).bytes());
  return new Promise((resolve) => execFile(subject.script, { cwd: place }, (error) => resolve(error === null)));
};

/**
 * The same with many workers. What one worker never commits is committed by none: nobody waits for its answer, and it is taken as
 * not failing.
 */
export const played = async (
  subject: BenchCase,
  smallest: boolean,
  {
    answers,
    workers,
    onEvent,
  }: { readonly answers: Recorded; readonly workers: number; readonly onEvent?: (event: Stamped) => void },
): Promise<Rounds> => {
  const { source, search } = await planOf(subject, smallest);
  const executor = simulated<TestCase>({
    capacity: workers,
    oracle: (candidate) => answers.get(candidate.key()) ?? false,
  });
  let course = "";
  const see = (event: Stamped): void => {
    if (event.type === "test") {
      course += ` ${event.key.slice(0, 8)}`;
      if (event.provenance === "run" && !answers.has(event.key))
        throw new Error(`${subject.name}: a test that is not recorded`);
    }
    onEvent?.(event);
  };
  const { best, tests } = await drive({
    search,
    source,
    executor,
    journal: memoryJournal(),
    check: false,
    onEvent: see,
  });
  return {
    case: subject.name,
    workers,
    rounds: executor.now,
    tests: executor.started,
    committed: tests.answered,
    bytes: best.size,
    course,
  };
};

export const readAnswers = (path: string): Recorded =>
  new Map(existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as [string, boolean][]) : []);

export const writeAnswers = (path: string, answers: Recorded): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify([...answers])}\n`);
};
