/** Writes, renames, exchanges, syncs, opens and removals of a run (in the whole storm, every one) fail once, in several ways, and the process is killed there once. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildIfMissing } from "../cli/support.ts";
import { tally } from "./tally.ts";
import { compiled, pare, type How, type Ran } from "./writes/faults.ts";
import { namesIn, prepare, SCENARIOS, seenAt, type Scenario } from "./writes/scenarios.ts";
import { lacks, without } from "../support/needs.ts";
import { sampleOf } from "../support/whole.ts";

const root = mkdtempSync(join(tmpdir(), "pare-writes-"));
const library = compiled(root);
beforeAll(() => buildIfMissing());
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** So many runs at a time. */
const LANES = 4;
/** When things happen differs: what a run does not come to is tried again so often. */
const TRIES = 4;

let made = 0;
const newPlace = (scenario: Scenario): string => {
  const directory = join(root, String(++made).padStart(5, "0"));
  mkdirSync(directory);
  prepare(directory, scenario);
  return directory;
};

const DOCUMENTED: Readonly<Record<How, readonly string[]>> = {
  ENOSPC: ["NO_SPACE"],
  EDQUOT: ["NO_SPACE"],
  SHORT: ["NO_SPACE"],
  // Node says of a path of several folders that could not be made that it is not there.
  EIO: ["DISK_FAILED", "GONE"],
  KILL: [],
};

/** What is wrong with a run that was disturbed. */
const wrongIn = ({ code, signal, stdout, stderr }: Ran, how: How): readonly string[] => {
  if (how === "KILL") return signal === "SIGKILL" ? [] : [`was not killed, but ended with ${code}`];
  if (code === 0) return [];
  const said =
    (JSON.parse(stdout.trimEnd().split("\n").at(-1) || "{}") as { readonly code?: string }).code ?? "nothing";
  if (code === 1 && DOCUMENTED[how].includes(said) && !/^ {4}at /m.test(stderr)) return [];
  return [`exit ${code} ${signal ?? ""}, ${said}: ${stderr}`];
};

interface Trial {
  readonly scenario: Scenario;
  readonly at: string;
  readonly how: How;
}

/** What an undisturbed run leaves. */
interface Clean {
  readonly points: readonly string[];
  readonly outputs: readonly (string | undefined)[];
  readonly names: readonly string[];
}

const seenIn = (directory: string, { outputs }: Scenario): readonly (string | undefined)[] =>
  outputs.map((path) => seenAt(join(directory, path)));

const cleanOf = async (scenario: Scenario): Promise<Clean> => {
  const directory = newPlace(scenario);
  const order = { library: library as string, directory, noExchange: scenario.noExchange };
  const { code, stderr, points } = await pare(order, scenario.typed);
  expect([code, stderr]).toEqual([0, ""]);
  return { points, outputs: seenIn(directory, scenario), names: namesIn(directory) };
};

/** One run with a fault, and the same command without it. `undefined`: the run did not come to that point. */
const disturbed = async ({ scenario, ...fault }: Trial, clean: Clean): Promise<readonly string[] | undefined> => {
  const directory = newPlace(scenario);
  const order = { library: library as string, directory, noExchange: scenario.noExchange };
  const before = seenIn(directory, scenario);
  const broken = await pare({ ...order, fault }, scenario.typed);
  if (!broken.points.includes(`HIT ${fault.at}`)) return undefined;
  const between = seenIn(directory, scenario);
  const isWhole = (seen: string | undefined, index: number): boolean =>
    seen === before[index] || scenario.isResult(seen, clean.outputs[index]);
  const again = await pare(order, scenario.typed);
  const [outputs, names] = [seenIn(directory, scenario), namesIn(directory)];
  const isSame = (these: readonly (string | undefined)[]): boolean => these.every((at, i) => at === clean.outputs[i]);
  const wrong = [
    ...wrongIn(broken, fault.how),
    ...(between.every(isWhole) ? [] : [`the output is torn: ${JSON.stringify(between)}`]),
    ...(broken.code === 0 && !isSame(between) ? ["it says it is fine, and the result is not"] : []),
    ...(again.code === 0 ? [] : [`again: exit ${again.code}: ${again.stderr}`]),
    ...(isSame(outputs) ? [] : [`again: ${JSON.stringify(outputs)}`]),
    ...names.filter((name) => !clean.names.includes(name)).map((name) => `again: ${name} is left`),
    ...clean.names.filter((name) => !names.includes(name)).map((name) => `again: ${name} is missing`),
  ];
  rmSync(directory, { recursive: true, force: true });
  return wrong.map((each) => `${scenario.name}: ${fault.how} at ${fault.at}: ${each}`);
};

const ERRORS: readonly How[] = ["ENOSPC", "EIO", "EDQUOT", "SHORT"];

/** These leave the names and contents as they are: a process that is killed there is one that is killed at the next change. */
const SAME_DISK = / (?:fsync|fdatasync|fchmod|chmod) \d+$/;

/** A site's first point with an error and with `kill -9`, later ones with one of them; errors take turns, and only writes can be short. */
const trialsOf = (scenario: Scenario, points: readonly string[]): readonly Trial[] =>
  points.flatMap((at, index) => {
    const turn = ERRORS[index % ERRORS.length] as How;
    const how = turn === "SHORT" && !at.includes(" write ") ? "ENOSPC" : turn;
    const [error, kill]: readonly [Trial, Trial] = [
      { scenario, at, how },
      { scenario, at, how: "KILL" },
    ];
    if (SAME_DISK.test(at)) return [error];
    return at.endsWith(" 1") ? [error, kill] : [index % 2 === 0 ? error : kill];
  });

const siteOf = (point: string): string => point.replace(/ \d+$/, "");

/** Sites that are one and the same in all commands: the code behind them is. */
const kindOf = (point: string): string =>
  siteOf(point)
    .replace(/^\.pare\/(?!outputs|readers)[^/ ]+/, ".pare/RUN")
    .replace(/\/places\/\S+/, "/places/…")
    .replace(/(?:culprit|trigger|revert)\.patch/, "*.patch")
    .replace(/[ab]\.txt/, "*.txt")
    // Written beside its place, which is the same code for every output and for every file of a run; the step to its place is not.
    .replace(/(^|\/)\.\S+\.(?:txt|md|patch|orig)\.pare-/, "$1.OUTPUT.pare-")
    .replace(/\/\.\S+\.(?:json|result)\.pare-/, "/.STATE.pare-")
    .replace(/-part\/\S+/, "-part/…")
    .replace(/(pare-#-#[-#]*)\/\S+/, "$1/…");

/** A log is appended to in the same way each time: its first two writes stand for the others. */
const isEarly = (point: string): boolean => Number(/ (\d+)$/.exec(point)?.[1]) <= 2;

/** All sites of the first command; of the others one point of each kind that no earlier one has. */
const chosen = (cleans: readonly Clean[]): readonly (readonly string[])[] => {
  const known = new Set<string>();
  return cleans.map(({ points }, index) => {
    const own = index === 0 ? points.filter(isEarly) : firstOfKinds(points, known);
    for (const point of points) known.add(kindOf(point));
    return own;
  });
};
const firstOfKinds = (points: readonly string[], known: ReadonlySet<string>): readonly string[] => [
  ...new Map(
    points
      .toReversed()
      .filter((point) => !known.has(kindOf(point)))
      .map((point) => [kindOf(point), point]),
  ).values(),
];

test.skipIf(lacks("gcc") || without("a library before libc", library !== undefined))(
  "a write that fails loses nothing, whichever it is",
  async (context) => {
    const cleans = await Promise.all(SCENARIOS.map(cleanOf));
    const points = chosen(cleans);
    const all = SCENARIOS.flatMap((scenario, index) => trialsOf(scenario, points[index] ?? []));
    const trials = [...sampleOf(all, 120)];
    const waiting = [...trials];
    const missed = new Set<Trial>();
    const wrong: string[] = [];
    let tried = 0;
    let broken = 0;
    const work = async (): Promise<void> => {
      for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
        const clean = cleans[SCENARIOS.indexOf(trial.scenario)] as Clean;
        let found: readonly string[] | undefined;
        for (let tries = 0; found === undefined && tries < TRIES; tries++) found = await disturbed(trial, clean);
        if (found === undefined) missed.add(trial);
        else {
          tried += 1;
          if (found.length > 0) broken += 1;
          wrong.push(...found);
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, work));

    // How often the output is published, and so what is removed and synced, depends on time. Points that other runs did not come
    // to are those of a call that was broken elsewhere, with an error or a kill: if not in the sample, then in what is left of it.
    const siteOfTrial = ({ at }: Trial): string => siteOf(at);
    const notHit = (): ReadonlySet<string> => {
      const hit = new Set(trials.filter((trial) => !missed.has(trial)).map(siteOfTrial));
      return new Set(trials.map(siteOfTrial).filter((site) => !hit.has(site)));
    };
    const others = all.filter((trial) => notHit().has(siteOfTrial(trial)) && !trials.includes(trial));
    trials.push(...others);
    waiting.push(...others);
    await Promise.all(Array.from({ length: LANES }, work));
    tally(context, "writes", { tried, held: tried - broken });
    expect(wrong).toEqual([]);
    // What another clean run does not come to either is a matter of time, too.
    const open = notHit();
    const again = open.size === 0 ? [] : chosen(await Promise.all(SCENARIOS.map(cleanOf))).flat();
    expect([...open].filter((site) => again.some((at) => siteOf(at) === site))).toEqual([]);
    expect(points.every((own, index) => own.length > (index === 0 ? 60 : 1))).toBe(true);
    for (const call of [/ exchange \d+$/, /-aside rename \d+$/, /-part\/\S+ fsync \d+$/])
      expect(points.flat().filter((at) => call.test(at))).not.toEqual([]);
  },
  3_600_000,
);
