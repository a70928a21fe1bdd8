import { describe, expect, it } from "vitest";
import {
  type Aim,
  claimText,
  distinct,
  exhausted,
  minimal,
  minimalities,
  proofJson,
  provedText,
  untriedIn,
  untriedText,
} from "../../src/core/claim.ts";

const lines = minimal(1, "lines");
const tokens = minimal(1, "tokens");
const entries = minimal(1, "entries");

describe("claims", () => {
  it("are told in words, each once", () => {
    expect(claimText(minimal(2))).toBe("2-minimal by elements");
    expect(distinct([lines, tokens, { ...lines, pass: "lines" }])).toEqual([lines, tokens]);
    expect(minimalities([lines, exhausted("names"), tokens])).toEqual([lines, tokens]);
  });
});

describe("what is proved, in words", () => {
  it.each([
    [[], "the result still shows the failure"],
    [[exhausted("names")], "the result still shows the failure"],
    [[lines], "nothing more can go: no line alone (1-minimal)"],
    [[lines, tokens], "nothing more can go: no line or token alone (1-minimal)"],
    [[lines, entries, tokens], "nothing more can go: no line, entry or token alone (1-minimal)"],
    [[minimal(2, "lines")], "nothing more can go: no group of up to 2 lines (2-minimal)"],
    [
      [minimal(3, "tokens"), lines],
      "nothing more can go: no group of up to 3 tokens (3-minimal); no line alone (1-minimal)",
    ],
    [
      [minimal(2, "tokens"), lines, entries],
      "nothing more can go: no group of up to 2 tokens (2-minimal); no line alone (1-minimal); no entry alone (1-minimal)",
    ],
    [
      [lines, entries, minimal(1, "nodes"), tokens],
      "nothing more can go: no line, entry, node or token alone (1-minimal)",
    ],
    [
      [minimal(2, "lines"), minimal(2, "tokens")],
      "nothing more can go: no group of up to 2 lines or tokens (2-minimal)",
    ],
    [[minimal(1, "blocks of 4 bytes")], "nothing more can go: no block of 4 bytes alone (1-minimal)"],
    [[minimal(1, "unused top-level parts")], "nothing more can go: no unused top-level part alone (1-minimal)"],
    [[minimal(1, "bytes that are not zero")], "nothing more can go: no byte that is not zero alone (1-minimal)"],
  ])("of %j", (claims, words) => {
    expect(provedText({ complete: true, claims })).toBe(words);
  });

  it("names what has stayed: a failure, a success or an effect", () => {
    const said = (aim: Aim): string => provedText({ complete: false, claims: [lines], aim });
    expect(["failure", "success", "effect"].map((aim) => said(aim as Aim))).toEqual([
      "the result still shows the failure",
      "the result still passes",
      "the result still has the effect",
    ]);
  });

  it("says less where the search is not over or a pass was skipped", () => {
    expect(provedText({ complete: false, claims: [lines] })).toBe("the result still shows the failure");
    expect(provedText({ complete: true, claims: [lines], skipped: ["tokens"] })).toBe(
      "no line alone can go (1-minimal)",
    );
  });
});

describe("what was not tried", () => {
  const codes = (...proof: Parameters<typeof untriedIn>): readonly string[] =>
    untriedIn(...proof).map(({ code }) => code);

  it("is nothing when all was", () => {
    expect(untriedIn({ complete: true, claims: [lines] })).toEqual([]);
  });

  it("has a reason and a remedy each", () => {
    expect(codes({ complete: false, claims: [] })).toEqual(["search"]);
    expect(codes({ complete: true, claims: [] })).toEqual(["result"]);
    expect(codes({ complete: true, claims: [], skipped: ["lines"] })).toEqual(["skipped"]);
    expect(codes({ complete: false, claims: [lines] })).toEqual(["search"]);
    expect(codes({ complete: true, claims: [{ ...lines, except: "a" }], timeouts: 2 })).toEqual([
      "timeouts",
      "excepted",
    ]);
    const except = "candidates that do not parse";
    const all = untriedIn({
      complete: false,
      claims: [
        { ...lines, except },
        { ...tokens, except },
      ],
      skipped: ["names"],
      timeouts: 3,
    });
    expect(all.map(untriedText)).toEqual([
      "the rest of the search: repeat the command: it goes on from here",
      'the rest of the pass "names", which was skipped: start again with --fresh',
      "3 candidates, whose tests ran out of time: give a longer --timeout",
      `${except}: give --smallest`,
    ]);
    expect(untriedIn({ complete: true, claims: [lines], timeouts: 1 }).map(untriedText)).toEqual([
      "1 candidate, whose test ran out of time: give a longer --timeout",
    ]);
    expect(untriedIn({ complete: true, claims: [] }).map(untriedText)).toEqual([
      "what can go from the result as it is now: reduce the result once more",
    ]);
  });

  it("is told to programs with the rest of the proof", () => {
    expect(proofJson({ complete: true, claims: [minimal(2, "lines"), exhausted("names"), tokens] })).toEqual({
      minimality: 2,
      units: ["lines", "tokens"],
      exhausted: ["names"],
      untried: [],
    });
    expect(proofJson({ complete: true, claims: [exhausted("names")] })).toMatchObject({ minimality: 0, units: [] });
  });
});
