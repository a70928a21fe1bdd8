import { describe, expect, it } from "vitest";
import { ddmin } from "../../src/strategies/ddmin.ts";
import { naive } from "../../src/strategies/naive.ts";
import { trace } from "../../src/study/trace.ts";
import { lecture } from "./figures.ts";
import { aOrBb, lettersOf, oddBs, word, type Word } from "./letters.ts";
import { minimalSubsequences } from "./minimality.ts";
import { halvings, quizCandidates, quizRun, selectBlocks, selectHalves, selectRun } from "./replay.ts";

const sorted = (rounds: readonly (readonly string[])[]): string[][] => rounds.map((texts) => texts.toSorted());

describe("Lecture, the quiz about 2424", () => {
  it.each(["forward", "backward"] as const)("has the candidates of the solution at every iteration (%s)", (order) => {
    expect(sorted(quizCandidates(order))).toEqual(sorted(lecture["2424"][order]));
  });

  it("ends with 42 after six different tests", () => {
    const run = quizRun("forward");
    expect([lettersOf(run.result), run.evaluated]).toEqual([lecture["2424"].result, 6]);
  });
});

describe("Lecture, the quiz about BABAB", () => {
  const { input, ...solution } = lecture.BABAB;
  const minimal = minimalSubsequences(input, oddBs);

  it("has one local minimum, the global one, and ddmin finds it", () => {
    expect(minimal.local).toEqual(solution.localMinima);
    const run = trace(word(input), ddmin(word(input)), { test: (candidate) => oddBs(lettersOf(candidate)) });
    expect(lettersOf(run.result)).toBe(solution.globalMinimum);
  });

  it("has four 1-minimal parts of size 3, none of them 2-minimal", () => {
    const ofThree = (texts: readonly string[]): string[] => texts.filter((text) => text.length === 3);
    expect(ofThree(minimal.one)).toEqual(solution.oneMinimalOfThree);
    expect(ofThree(minimal.two)).toEqual(solution.twoMinimalOfThree);
  });

  it("is where the naive algorithm ends with a part that is only 1-minimal", () => {
    const found = lettersOf(trace(word(input), naive(word(input)), { test: (c) => oddBs(lettersOf(c)) }).result);
    expect(minimal.one).toContain(found);
    expect(minimal.two).not.toContain(found);
  });
});

describe("Lecture, aabb", () => {
  it.each(["forward", "backward"] as const)("ends with another result in another order (%s)", (order) => {
    const input = word(lecture.aabb.input);
    const test = (candidate: Word): boolean => aOrBb(lettersOf(candidate));
    expect(lettersOf(trace(input, ddmin(input, { order }), { test }).result)).toBe(lecture.aabb[order]);
  });
});

describe("Lecture, the SELECT line", () => {
  const { input, halves, blocks, result } = lecture.select;

  it("leaves plain binary search stuck after both halves", () => {
    expect(selectHalves(input)).toEqual(halves);
  });

  it("loses its second and third block, not its fourth, to delta debugging, and ends as a bare tag", () => {
    expect(selectBlocks(input)).toEqual(blocks);
    expect(lettersOf(selectRun(input).result)).toBe(result);
  });
});

describe("Lecture, bug.c", () => {
  it("is halved twice, to the printed sizes", () => {
    expect(halvings(lecture.halves[0] as number)).toEqual(lecture.halves);
  });
});
