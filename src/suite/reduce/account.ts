/** What the reduction of a suite comes to: sums, what is kept, what is lost. */
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { given } from "../../core/maybe.ts";
import type { TestCounts } from "../../core/events.ts";
import { digest } from "../../core/digest.ts";
import type { Cover, Universe } from "../coverage.ts";
import { count, countByKind, difference, intersection, numbersIn, unionOf } from "../covers.ts";
import { hintsFor, isFailing } from "../hints.ts";
import { otherFiles, othersHint } from "../other-files.ts";
import type { BeforeAfter, ReducedTest, SuiteResult } from "../result.ts";
import type { Measurer } from "../run/measurer.ts";
import type { Worked } from "./work.ts";

export interface AccountOptions {
  readonly measurer: Measurer;
  readonly output: string;
  readonly jobs: number;
  readonly seeded: boolean;
  readonly run: string;
}

/** Tests that have become the same are written once. */
export const summarize = (worked: readonly Worked[], account: AccountOptions): Omit<SuiteResult, "wallMs"> => {
  const { measurer, output } = account;
  const { universe } = measurer;
  const twins = twinsOf(worked);
  for (const name of twins.keys()) rmSync(join(output, name), { force: true });
  const left = worked.filter(({ name }) => !twins.has(name));
  const before = unionOf(worked.map(({ covers }) => covers.before));
  const after = unionOf(left.map(({ covers }) => covers.after));
  const target = unionOf(worked.map((one) => one.target));
  const [all, now] = [countByKind(universe, before), countByKind(universe, after)];
  return {
    status: worked.every(({ complete }) => complete) ? "complete" : "stopped",
    tests: worked.map((one) => testOf(one, twins.get(one.name))),
    units: sums(worked, left, ({ units }) => units),
    runMs: sums(worked, left, ({ ms }) => ms),
    covered: {
      effect: { before: count(target), after: count(intersection(target, after)) },
      statements: { before: all.statement, after: now.statement },
      branches: { before: all.branch, after: now.branch },
      functions: { before: all.function, after: now.function },
    },
    lost: named(universe, difference(before, after)).map((number) => ({
      kind: universe.kindOf(number),
      name: universe.nameOf(number),
    })),
    unsteady: names(universe, unionOf(worked.map((one) => one.unsteady))),
    volume: names(universe, unionOf(worked.map((one) => one.volume))),
    hints: [
      ...hintsFor(
        worked
          .filter(({ trouble }) => trouble === undefined)
          .map(({ covers, ending }) => ({ all: covers.before, ending, failing: isFailing(ending) })),
      ),
      ...staleHint(left, output),
    ],
    counts: worked.map(({ counts }) => counts).reduce(added),
    seeded: account.seeded,
    jobs: account.jobs,
    output,
    run: account.run,
  };
};

/** Tests that were stopped are not written: what is there under their names is from an earlier time. */
const staleHint = (left: readonly Worked[], output: string): readonly string[] => {
  const written = left.filter(({ complete }) => complete).map(({ name }) => name);
  const hint = othersHint(otherFiles(output, written), basename(output));
  return hint === undefined ? [] : [hint];
};

/** By name, the earlier test with the same content. Tests that were kept as they are count too. */
const twinsOf = (worked: readonly Worked[]): ReadonlyMap<string, string> => {
  const first = new Map<string, string>();
  const twins = new Map<string, string>();
  for (const { name, bytes, complete } of worked) {
    const key = digest(bytes);
    const earlier = first.get(key);
    if (earlier === undefined || !complete) first.set(key, earlier ?? name);
    else twins.set(name, earlier);
  }
  return twins;
};

const testOf = (one: Worked, sameAs: string | undefined): ReducedTest => ({
  name: one.name,
  units: one.units,
  bytes: one.size,
  ms: one.ms,
  runs: one.runs,
  unsteady: count(one.unsteady),
  volume: count(one.volume),
  ...given({ trouble: one.trouble, sameAs }),
});

const sums = (all: readonly Worked[], left: readonly Worked[], of: (one: Worked) => BeforeAfter): BeforeAfter => ({
  before: all.reduce((sum, one) => sum + of(one).before, 0),
  after: left.reduce((sum, one) => sum + of(one).after, 0),
});

const named = (universe: Universe, cover: Cover): readonly number[] =>
  numbersIn(cover).toSorted((a, b) => (universe.nameOf(a) < universe.nameOf(b) ? -1 : 1));

const names = (universe: Universe, cover: Cover): readonly string[] =>
  named(universe, cover).map((number) => universe.nameOf(number));

const added = (a: TestCounts, b: TestCounts): TestCounts => ({
  run: a.run + b.run,
  recalled: a.recalled + b.recalled,
  wasted: a.wasted + b.wasted,
  fail: a.fail + b.fail,
  pass: a.pass + b.pass,
  unresolved: a.unresolved + b.unresolved,
});
