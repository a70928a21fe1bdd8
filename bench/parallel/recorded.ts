/** Cases whose answers are recorded: tested once, then played with any number of workers on a virtual clock. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapped } from "../../src/core/candidates.ts";
import type { Answers as Answered, Search } from "../../src/core/search.ts";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import { later } from "../../src/core/words.ts";
import { drive } from "../../src/driver/search.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import { planCase } from "../../src/pipelines/plan.ts";
import { languageOf } from "../../src/reduce/language.ts";
import type { BenchCase } from "../peers/cases.ts";

/** By key: does the failure show? */
type Answers = Map<string, boolean>;

export interface Played {
  readonly rounds: number;
  readonly tests: number;
  readonly bytes: number;
  /** What the driver, the passes and the parsers took of this process, in seconds. */
  readonly cpu: number;
}

/** Plays a case with each number of workers. Throws if what is committed depends on them. */
export const playCase = async (
  subject: BenchCase,
  workers: readonly number[],
  { smallest, uneven, folder }: Pick<Playing, "smallest" | "uneven"> & { readonly folder: string },
): Promise<readonly Played[]> => {
  const path = join(folder, `${subject.name}.json`);
  const answers: Answers = new Map(
    existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as [string, boolean][]) : [],
  );
  const place = mkdtempSync(join(tmpdir(), "pare-recorded-"));
  const played: Played[] = [];
  try {
    const { course } = await play(subject, { smallest, uneven, answers, place, workers: 1 });
    for (const p of workers) {
      const { course: other, ...figures } = await play(subject, { smallest, uneven, answers, place, workers: p });
      if (other !== course) throw new Error(`${subject.name}: what is committed depends on the workers`);
      played.push(figures);
    }
    return played;
  } finally {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, `${JSON.stringify([...answers])}\n`);
  }
};

interface Playing {
  readonly smallest: boolean;
  readonly answers: Answers;
  /** Where tests run that are not recorded yet. */
  readonly place: string;
  readonly workers: number;
  /** Tests end one by one, not in rounds. */
  readonly uneven: boolean;
}

const play = async (subject: BenchCase, playing: Playing): Promise<Played & { readonly course: string }> => {
  const { source, search } = await planOf(subject, playing.smallest);
  const wanted = new WeakSet<TestCase>();
  const mark = (candidate: TestCase): TestCase => {
    wanted.add(candidate);
    return candidate;
  };
  // Questions that one worker does not commit are committed by none, and when they end it is known that nobody asks them.
  const fails = (candidate: TestCase): boolean =>
    playing.answers.get(candidate.key()) ??
    ((playing.workers === 1 || wanted.has(candidate)) && record(subject, playing, candidate));
  const executor = simulated<TestCase>({
    capacity: playing.workers,
    oracle: fails,
    ...(playing.uneven && { latency: unevenly }),
  });
  const course: string[] = [];
  const before = process.cpuUsage();
  const { best } = await drive({
    search: marking(search, mark),
    source,
    executor,
    journal: memoryJournal(),
    check: false,
    onEvent: (event) => void (event.type === "test" && course.push(`${event.key} ${event.verdict.outcome}`)),
  });
  const cpu = process.cpuUsage(before).user / 1e6;
  return { rounds: executor.now, tests: executor.started, bytes: best.size, cpu, course: course.join("\n") };
};

/** From 0.8 to 1.2, by what the candidate is. */
const unevenly = (key: string): number => 0.8 + (Number.parseInt(key.slice(0, 6), 16) / 0xff_ff_ff) * 0.4;

const record = ({ file, script }: BenchCase, { answers, place }: Playing, candidate: TestCase): boolean => {
  writeFileSync(join(place, file), onlyFile(candidate).bytes());
  const fails = spawnSync(script, { cwd: place }).status === 0;
  answers.set(candidate.key(), fails);
  return fails;
};

type Plan = Pick<ReturnType<typeof planCase>, "search"> & { readonly source: TestCase };

const planOf = async ({ folder, file }: BenchCase, smallest: boolean): Promise<Plan> => {
  const bytes = readFileSync(join(folder, file));
  const source = fileCase({ path: file, mode: 0o644, bytes: () => bytes }, bytes.length);
  const chosen = await languageOf({ source, shape: { plain: true }, name: file }, { input: file });
  const language = chosen?.language;
  const choice = { rename: true, ...(smallest && { valid: false }), ...(language && { language }) };
  return { source, search: planCase(source, choice).search };
};

/** The same search; candidates of its soundings are marked. */
const marking = <Result>(
  search: Search<TestCase, Result>,
  mark: (made: TestCase) => TestCase,
): Search<TestCase, Result> => {
  const rest = <Other>(next: Search<TestCase, Other>): Search<TestCase, Other> => marking(next, mark);
  switch (search.kind) {
    case "done":
      return search;
    case "ask": {
      const { stretch, next } = search;
      const marked = stretch && { ...stretch, without: (from: number, to: number) => mark(stretch.without(from, to)) };
      return { ...search, stretch: marked, next: (answers: Answered) => rest(next(answers)) };
    }
    case "then":
      return { ...search, search: rest(search.search), next: (result, claims) => rest(search.next(result, claims)) };
    case "together":
      return {
        ...search,
        searches: mapped(search.searches, rest),
        next: (results: never) => rest(search.next(results)),
      };
    case "later":
      return later(() => {
        const begun = search.search();
        return begun instanceof Promise ? begun.then(rest) : rest(begun);
      }, search.effort);
  }
};
