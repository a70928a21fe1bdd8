/** Every write, rename, sync, open and removal of a run fails once, in several ways, and the process is killed there once. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildIfMissing } from "../cli/support.ts";
import { tally } from "./tally.ts";
import { compiled, pare, type How, type Ran } from "./writes/faults.ts";

const root = mkdtempSync(join(tmpdir(), "pare-writes-"));
const library = compiled(root);
beforeAll(() => buildIfMissing());
afterAll(() => rmSync(root, { recursive: true, force: true }));

const INPUT = "one\nneedle\ntwo\n";
const PREVIOUS = "the result of another day\n";
const TYPED =
  "in.txt --test ./test.sh --format lines --strategy ddmin -j 1 --json --quiet --events ev --report r.md".split(" ");
/** So many runs at a time. */
const LANES = 3;
/** When things happen differs: what a run does not come to is tried again so often. */
const TRIES = 4;

let made = 0;
const newPlace = (): string => {
  const directory = join(root, String(++made).padStart(5, "0"));
  mkdirSync(directory);
  writeFileSync(join(directory, "in.txt"), INPUT);
  writeFileSync(join(directory, "in.reduced.txt"), PREVIOUS);
  writeFileSync(join(directory, "test.sh"), '#!/bin/sh\ngrep -q needle "$1"\n');
  chmodSync(join(directory, "test.sh"), 0o755);
  return directory;
};

/** Everything that lies there and was not asked for. */
const leftovers = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.pare-\d|\.new$|lock|(?:^|\/)core/.test(path),
  );

/** Whole at any time: as it was, or something that was tested. */
const isWhole = (output: string): boolean => {
  if (output === PREVIOUS) return true;
  const lines = INPUT.split("\n");
  let at = 0;
  for (const line of output.split("\n")) if ((at = lines.indexOf(line, at) + 1) === 0) return false;
  return output.includes("needle\n");
};

const DOCUMENTED: Readonly<Record<How, readonly string[]>> = {
  ENOSPC: ["NO_SPACE"],
  EDQUOT: ["NO_SPACE"],
  SHORT: ["NO_SPACE"],
  EIO: ["DISK_FAILED"],
  KILL: [],
};

/** What is wrong with a run that was disturbed. */
const wrongIn = ({ code, signal, stdout, stderr }: Ran, how: How): string | undefined => {
  if (how === "KILL") return signal === "SIGKILL" ? undefined : `was not killed, but ended with ${code}`;
  if (code === 0) return undefined;
  const said =
    (JSON.parse(stdout.trimEnd().split("\n").at(-1) || "{}") as { readonly code?: string }).code ?? "nothing";
  if (code === 1 && DOCUMENTED[how].includes(said) && !/^ {4}at /m.test(stderr)) return undefined;
  return `exit ${code} ${signal ?? ""}, ${said}: ${stderr}`;
};

const output = (directory: string): string => readFileSync(join(directory, "in.reduced.txt"), "utf8");

interface Trial {
  readonly at: string;
  readonly how: How;
}

/** One run with a fault, and the same command without it. `undefined`: the run did not come to that point. */
const disturbed = async (fault: Trial, expected: string): Promise<readonly string[] | undefined> => {
  const directory = newPlace();
  const order = { library: library as string, directory };
  const broken = await pare({ ...order, fault }, TYPED);
  if (!broken.points.includes(`HIT ${fault.at}`)) return undefined;
  const between = isWhole(output(directory)) ? [] : [`the output is torn: ${JSON.stringify(output(directory))}`];
  const ended =
    broken.code === 0 && output(directory) !== expected ? ["it says it is fine, and the result is not"] : [];
  const again = await pare(order, TYPED);
  const wrong = [
    ...[wrongIn(broken, fault.how) ?? []].flat(),
    ...between,
    ...ended,
    ...(again.code === 0 ? [] : [`again: exit ${again.code}: ${again.stderr}`]),
    ...(output(directory) === expected ? [] : [`again: ${JSON.stringify(output(directory))}`]),
    ...(existsSync(join(directory, "r.md")) ? [] : ["again: no report"]),
    ...leftovers(directory).map((path) => `again: ${path} is left`),
  ];
  rmSync(directory, { recursive: true, force: true });
  return wrong.map((each) => `${fault.how} at ${fault.at}: ${each}`);
};

const ERRORS: readonly How[] = ["ENOSPC", "EIO", "EDQUOT", "SHORT"];

/** These leave the names and contents as they are: a process that is killed there is one that is killed at the next change. */
const SAME_DISK = / (?:fsync|fdatasync|fchmod|chmod) \d+$/;

/** Each point with an error and with `kill -9`; errors take turns, and only writes can be short. */
const trialsOf = (points: readonly string[]): readonly Trial[] =>
  points.flatMap((at, index) => {
    const turn = ERRORS[index % ERRORS.length] as How;
    const how = turn === "SHORT" && !at.includes(" write ") ? "ENOSPC" : turn;
    return [{ at, how }, ...(SAME_DISK.test(at) ? [] : [{ at, how: "KILL" as const }])];
  });

const siteOf = (point: string): string => point.replace(/ \d+$/, "");

test.skipIf(library === undefined)(
  "a write that fails loses nothing, whichever it is",
  async (context) => {
    const clean = [newPlace(), newPlace()];
    const runs = [];
    for (const directory of clean) runs.push(await pare({ library: library as string, directory }, TYPED));
    const [first, second] = runs as [Ran, Ran];
    expect([first.code, second.code, first.stderr]).toEqual([0, 0, ""]);
    const expected = output(clean[0] as string);
    expect(expected).toBe("needle\n");
    expect(clean.flatMap(leftovers)).toEqual([]);

    const { points } = first;
    const trials = trialsOf(points);
    const waiting = [...trials];
    const missed: Trial[] = [];
    const wrong: string[] = [];
    let tried = 0;
    let broken = 0;
    const work = async (): Promise<void> => {
      for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
        let found: readonly string[] | undefined;
        for (let tries = 0; found === undefined && tries < TRIES; tries++) found = await disturbed(trial, expected);
        if (found === undefined) missed.push(trial);
        else {
          tried += 1;
          if (found.length > 0) broken += 1;
          wrong.push(...found);
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, work));

    // How often the output is published and the disk is asked to sync depends on time. Points that other runs did not come to
    // are the later ones of a call that was broken elsewhere.
    const siteOfTrial = ({ at, how }: Trial): string => `${how === "KILL" ? "kill" : "error"} ${siteOf(at)}`;
    const hit = new Set(trials.filter((trial) => !missed.includes(trial)).map(siteOfTrial));
    expect(trials.map(siteOfTrial).filter((site) => !hit.has(site))).toEqual([]);
    expect(points.length).toBeGreaterThan(60);
    tally(context, "writes", { tried, held: tried - broken });
    expect(wrong).toEqual([]);
  },
  3_600_000,
);
