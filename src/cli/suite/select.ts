/** `pare suite select` and `pare suite order`. */
import { join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { count, counted, percent, time } from "../../progress/figures.ts";
import { modeLimitedBy } from "../../runs/audience.ts";
import { heldInFolders, type HeldFile } from "../../runs/output/guarded-output.ts";
import { allOf, countByKind, unionOf, count as sizeOf } from "../../suite/covers.ts";
import { hintsFor } from "../../suite/hints.ts";
import { measureSuite, type MeasuredFile, type MeasuredFiles } from "../../suite/measure.ts";
import type { MeasureOptions } from "../../suite/options.ts";
import { otherFiles, othersHint } from "../../suite/other-files.ts";
import { TIMINGS } from "../../suite/selection/budget.ts";
import { exact } from "../../suite/selection/exact.ts";
import { ge, greedy } from "../../suite/selection/greedy.ts";
import type { OrderName } from "../../settings/suite.ts";
import { orderBy } from "../../suite/selection/orders.ts";
import { readTests } from "../../suite/tests.ts";
import { readArguments } from "../arguments.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import type { Usage } from "../usage.ts";
import { measuredJson } from "./measured-json.ts";
import { measureOptionsOf } from "./options.ts";
import { inSuite, type Working } from "./screen.ts";
import { SUITE_ORDER, SUITE_SELECT } from "./usages.ts";

const sumOf = (tests: readonly MeasuredFile[]): number => tests.reduce((sum, { ms }) => sum + ms, 0);

/** What all commands read: a suite, measured. */
const read = (usage: Usage, typed: readonly string[], terminal: Terminal) => {
  const { input, more, settings } = readArguments(usage, typed, terminal);
  const tests = input === undefined ? [] : [input, ...more];
  const options = (working: Working): MeasureOptions => ({
    ...measureOptionsOf(tests, settings),
    cwd: terminal.directory,
    signal: working.signal,
    onEvent: working.measuring,
  });
  return { settings, options };
};

export const runSelect = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { settings, options } = read(SUITE_SELECT, typed, terminal);
  return await inSuite(settings, terminal, ["suite", "select", ...typed], async (working) => {
    const startedAt = performance.now();
    const copied = settings.output === undefined ? undefined : resolve(terminal.directory, settings.output);
    const measuring = options(working);
    const places = copied === undefined ? NO_PLACES : placesIn(copied, measuring.tests, terminal.directory);
    const suite = await measureSuite(measuring, { times: 1 });
    const { picked, said } = pick(suite.tests, settings.method ?? "ge");
    const others = copied === undefined ? [] : copyTo({ directory: copied, places }, picked, suite);
    const covered = [suite.tests, picked].map((tests) =>
      countByKind(suite.universe, unionOf(tests.map(({ all }) => all))),
    );
    const [before, after] = covered as [Counts, Counts];
    await working.close(copied === undefined ? picked.map(({ name }) => name) : [], {
      json: () => selectionJson({ suite, picked, startedAt }),
    });
    const kept = (["statement", "branch", "function"] as const).map((kind) => [after[kind], before[kind]] as const);
    const [statements, branches, functions] = kept.map(([some, all]) => `${count(some)} of ${count(all)}`);
    const text = [
      `${counted(picked.length, "test")} of ${count(suite.tests.length)}, ${time(sumOf(picked))} of ${time(sumOf(suite.tests))}; statements ${statements}, branches ${branches}, functions ${functions}${said}${otherWords(others, settings.output)}`,
      ...troubleLines(suite),
    ].join("\n");
    await working.audience.add({ type: "note", text: `${text}${hintWords(suite)}` });
    return 0;
  });
};

type Counts = ReturnType<typeof countByKind>;

interface Picked {
  /** In the order of their names. */
  readonly picked: readonly MeasuredFile[];
  /** Whether it could be better, where that is known. */
  readonly said: string;
}

const byName = (picked: readonly MeasuredFile[]): readonly MeasuredFile[] =>
  picked.toSorted((a, b) => (a.name < b.name ? -1 : 1));

const pick = (tests: readonly MeasuredFile[], method: NonNullable<Settings["method"]>): Picked => {
  if (method !== "exact") return { picked: byName(method === "ge" ? ge(tests) : greedy(tests)), said: "" };
  const { tests: best, optimal } = exact(tests);
  return {
    picked: byName(best),
    said: optimal ? "; nothing is quicker" : "; a quicker selection may exist",
  };
};

/** Where tests are copied to, by their names: held while the suite is measured. */
type HeldCopies = ReadonlyMap<string, HeldFile>;
const NO_PLACES: HeldCopies = new Map();

const placesIn = (directory: string, tests: readonly string[], cwd: string): HeldCopies =>
  new Map(readTests(tests, cwd).map(({ name }) => [name, heldInFolders(join(directory, name))]));

/** Tests that cannot be measured are not copied; it is said that there are some. The answer is what else lies there, from an earlier time. */
const copyTo = (
  { directory, places }: { readonly directory: string; readonly places: HeldCopies },
  picked: readonly MeasuredFile[],
  { tests }: MeasuredFiles,
): readonly string[] => {
  if (tests.some(({ file }) => file.path.startsWith(join(directory, "/"))))
    throw new UserError("BAD_OUTPUT", `The selected tests would be written among the tests, to ${directory}.`, {
      advice: "Give -o another directory.",
    });
  for (const { file, name } of picked) {
    const path = join(directory, name);
    places.get(name)?.put(file.bytes(), modeLimitedBy([file.path], path, file.mode));
  }
  return otherFiles(
    directory,
    picked.map(({ name }) => name),
  );
};

const otherWords = (others: readonly string[], typed = ""): string => {
  const hint = othersHint(others, typed);
  return hint === undefined ? "" : `\nnote: ${hint}`;
};

/** One line, or none. */
export const troubleLines = ({ troubles }: MeasuredFiles): readonly string[] => {
  const [first] = troubles;
  if (first === undefined) return [];
  return [`${counted(troubles.length, "test")} left out: ${first[0]}: ${first[1]}${troubles.length > 1 ? ", …" : ""}`];
};

const hintWords = ({ tests }: MeasuredFiles): string =>
  hintsFor(tests)
    .map((hint) => `\nnote: ${hint}`)
    .join("");

interface Selection {
  readonly suite: MeasuredFiles;
  readonly picked: readonly MeasuredFile[];
  readonly startedAt: number;
}

const selectionJson = ({ suite, picked, startedAt }: Selection): string =>
  JSON.stringify({
    status: "complete",
    cases: picked.length,
    of: suite.tests.length,
    ...measuredJson({ ...suite, before: suite.tests, after: picked }),
    selected: picked.map(({ name }) => name),
    leftOut: suite.troubles.map(([name, why]) => ({ name, why })),
    wallMs: Math.round(performance.now() - startedAt),
  });

export const runOrder = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { settings, options } = read(SUITE_ORDER, typed, terminal);
  return await inSuite(settings, terminal, ["suite", "order", ...typed], async (working) => {
    const startedAt = performance.now();
    const suite = await measureSuite(options(working), { times: TIMINGS });
    const by = settings.by ?? "dst/s";
    const order = ordered(suite, by);
    const rows = cumulated(order, suite);
    const all = rows.at(-1)?.covered ?? 0;
    const lines = rows.map(
      ({ name, ms, covered }) => `${percent(covered, all).padStart(8)}  ${time(ms).padStart(9)}  ${name}`,
    );
    await working.close(lines, {
      json: () =>
        JSON.stringify({
          status: "complete",
          cases: order.length,
          ...measuredJson({ ...suite, before: suite.tests, after: suite.tests }),
          by,
          order: rows,
          leftOut: suite.troubles.map(([name, why]) => ({ name, why })),
          wallMs: Math.round(performance.now() - startedAt),
        }),
    });
    const notes = [...troubleLines(suite), ...hintsFor(suite.tests).map((hint) => `note: ${hint}`)];
    if (notes.length > 0) await working.audience.add({ type: "note", text: notes.join("\n") });
    return 0;
  });
};

/** Orders by statements and branches look at all that is covered, less what is not asked for. */
export const ordered = ({ universe, tests }: MeasuredFiles, by: OrderName): readonly MeasuredFile[] => {
  const isBranches = by === "dbr" || by === "br";
  const goals = { statements: allOf(universe, "statement"), branches: allOf(universe, "branch") };
  const hasGoal = tests.some(({ all }) => countByKind(universe, all)[isBranches ? "branch" : "statement"] > 0);
  if (!hasGoal)
    throw new UserError("NO_GOAL", `The reader reports no ${isBranches ? "branches" : "statements"}.`, {
      advice: "Order by what it reports: --by dst, st, dst/s for statements, dbr, br for branches.",
    });
  return orderBy(
    by,
    tests.map((test) => ({ ...test, cover: test.all })),
    goals,
  );
};

export interface Cumulated {
  readonly name: string;
  readonly ms: number;
  readonly covered: number;
}

/** What is covered, and how much time is spent, up to and with each test. */
export const cumulated = (order: readonly MeasuredFile[], { universe }: MeasuredFiles): readonly Cumulated[] => {
  let covered = unionOf([]);
  let ms = 0;
  return order.map(({ name, all, ms: own }) => {
    covered = unionOf([covered, all]);
    ms += own;
    return { name, ms: Math.round(ms * 10) / 10, covered: countByKind(universe, covered).statement || sizeOf(covered) };
  });
};
