import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Change } from "../../src/isolate/change.ts";
import { directoryWith, nothingLeft, told } from "./e2e-support.ts";
import { makeRepository } from "./repository.ts";

const COMMITS = 4000;
const FILES = 400;
/** Of each commit: so many hunks of five lines (the last has four in every other commit), with a line between them that stays. */
const HUNKS = 9;
const REGION = HUNKS * 6;
const REGIONS = COMMITS / FILES;

/** Which commit holds which of the three changes, in the hunk of that number. */
const CULPRITS: Readonly<Record<number, readonly [word: string, hunk: number]>> = {
  701: ["ALPHA", 6],
  2002: ["BETA", 2],
  3307: ["GAMMA", 4],
};

const nameOf = (commit: number): string => `src/d${commit % 20}/f${commit % FILES}.txt`;

/** The first line of a hunk, from 0. */
const lineOf = (commit: number, hunk: number): number => Math.floor((commit - 1) / FILES) * REGION + hunk * 6;

const changeIn = (lines: string[], commit: number): number => {
  let changed = 0;
  for (let hunk = 0; hunk < HUNKS; hunk++)
    for (let i = 0; i < (hunk === HUNKS - 1 && commit % 2 === 0 ? 4 : 5); i++) {
      lines[lineOf(commit, hunk) + i] = `c${commit} ${hunk} ${i}`;
      changed++;
    }
  const culprit = CULPRITS[commit];
  if (culprit !== undefined) lines[lineOf(commit, culprit[1]) + 2] = culprit[0];
  return changed;
};

/** All commits as one stream for `git fast-import`; returns how many lines they change. */
const generate = (path: string): number => {
  const { git } = makeRepository(path);
  const files = new Map<string, string[]>();
  const stream: string[] = [];
  const begin = (n: number): void => {
    const message = `commit ${n}`;
    const who = `${n % 2 === 0 ? "ada" : "bob"} <x@example.org> ${1_700_000_000 + n} +0000`;
    stream.push(`commit refs/heads/main\ncommitter ${who}\ndata ${message.length}\n${message}\n`);
  };
  const write = (name: string, lines: readonly string[]): void => {
    const text = lines.map((line) => `${line}\n`).join("");
    stream.push(`M 644 inline ${name}\ndata ${text.length}\n${text}\n`);
  };
  begin(0);
  for (let n = 1; n <= FILES; n++) {
    const lines = Array.from({ length: REGIONS * REGION }, (_, i) => `${n % FILES} ${i}`);
    files.set(nameOf(n), lines);
    write(nameOf(n), lines);
  }
  let changed = 0;
  for (let n = 1; n <= COMMITS; n++) {
    begin(n);
    const lines = files.get(nameOf(n)) as string[];
    changed += changeIn(lines, n);
    write(nameOf(n), lines);
  }
  execFileSync("git", ["fast-import", "--quiet"], { cwd: path, input: stream.join("") });
  git("tag", "v1", `main~${COMMITS}`);
  git("symbolic-ref", "HEAD", "refs/heads/main");
  return changed;
};

test("178,000 changed lines in 4,000 commits, of which three together do it", async () => {
  const path = directoryWith();
  expect(generate(path)).toBe(178_000);
  const shows = Object.entries(CULPRITS).map(([commit, [word]]) => `grep -q ${word} ${nameOf(Number(commit))}`);
  const command = ["sh", "-c", `if ${shows.join(" && ")}; then echo broken; exit 1; fi`];
  const answer = await told(path, ["--good", "v1", "--bad", "main", "-j", "2", "--", ...command]);
  const { status, trigger, patch = [], proof, searchTests, memory, wallMs } = answer;
  expect(status).toBe("complete");
  expect(proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
  const wanted = Object.entries(CULPRITS).map(([commit, [, hunk]]) => ({
    file: nameOf(Number(commit)),
    line: lineOf(Number(commit), hunk) + 1,
  }));
  const placeOf = ({ file, line }: Change): unknown => ({ file, line });
  expect(trigger.map(placeOf)).toEqual([wanted.at(-1)]);
  expect(patch.map(placeOf)).toHaveLength(3);
  expect(new Set(patch.map(placeOf))).toEqual(new Set(wanted));
  expect(searchTests.trigger + searchTests.patch).toBeLessThanOrEqual(60);
  expect(memory).toBeLessThan(1e9);
  await nothingLeft(path);
  process.stdout.write(
    `${searchTests.trigger} + ${searchTests.patch} search tests, ${Math.round(memory / 1e6)} MB, ${Math.round(wallMs / 100) / 10} s\n`,
  );
});
