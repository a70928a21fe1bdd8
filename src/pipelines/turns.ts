/** Stages that are worth another turn before those behind them have their first. */
import type { Claim } from "../core/claim.ts";
import type { Search, Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done } from "../core/words.ts";
import { isSame } from "./rounds.ts";

/** A turn that makes the text shorter by this share of it is fruitful. */
const FRUITFUL = 0.05;

/** How the last turn of a stage has begun and ended. */
interface Turn {
  readonly before: number;
  readonly after: number;
}

interface Turns {
  readonly current: TestCase;
  readonly claims: readonly Claim[];
  /** By stage. */
  readonly last: readonly (Turn | undefined)[];
  /** Stages since one was last worth its turn. */
  readonly idle: number;
}

/** All stages once, then those whose last turn was fruitful, as long as others leave them a text that is shorter by as much. */
export const untilDry = (stages: readonly Strategy<TestCase>[]): Strategy<TestCase> => {
  const from = (at: number, turns: Turns): Search<TestCase, TestCase> => {
    const { current, claims, last, idle } = turns;
    if (idle === stages.length) return done(current, claims);
    const next = (at + 1) % stages.length;
    if (!isWorth(last[at], current.size)) return from(next, { ...turns, idle: idle + 1 });
    return chain((stages[at] as Strategy<TestCase>)(current), (result, more) =>
      from(next, {
        current: result,
        claims: isSame(current, result) ? [...claims, ...more] : more,
        last: last.with(at, { before: current.size, after: result.size }),
        idle: 0,
      }),
    );
  };
  return (source) => from(0, { current: source, claims: [], last: stages.map(() => undefined), idle: 0 });
};

const isShorter = (before: number, after: number): boolean => after <= (1 - FRUITFUL) * before;

const isWorth = (last: Turn | undefined, size: number): boolean =>
  last === undefined || (isShorter(last.before, last.after) && isShorter(last.after, size));
