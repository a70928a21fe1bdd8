import { describe, expect, it } from "vitest";
import { listed, numbered } from "../core/candidates.ts";
import type { Search, Stretch } from "../core/search.ts";
import { FAIL, PASS, type Verdict } from "../core/verdict.ts";
import { ask, chain, done, each, first, later, one, together } from "../core/words.ts";
import { foresee, type Outlook } from "./foresee.ts";
import { enter, standalone, type AskNode } from "./nodes.ts";

type Question = Search<string, unknown>;

const nameOf = ({ ask: { candidates }, index }: AskNode<string>): string => candidates.at(index);

interface View {
  readonly known?: Readonly<Record<string, Verdict>>;
  readonly provisional?: readonly string[];
  readonly odds?: (name: string) => number;
  readonly least?: number;
  readonly most?: number;
  readonly workers?: number;
  readonly soundings?: Outlook<string>["soundings"];
}

/** The names of what is foreseen, in order. */
const seen = (search: Question, view: View = {}): readonly string[] => {
  const { known = {}, provisional = [], odds = () => 0.5, least = 0, most = 100, workers = 8 } = view;
  const outlook: Outlook<string> = {
    known: (node) => {
      const verdict = known[nameOf(node)];
      return verdict && { verdict, provisional: provisional.includes(nameOf(node)) };
    },
    odds: (node) => odds(nameOf(node)),
    epoch: 0,
    soundings: view.soundings ?? (() => []),
    workers,
    onArrival: () => undefined,
  };
  const names: string[] = [];
  for (const node of foresee(enter(search), outlook, least)) if (names.push(nameOf(node)) >= most) break;
  return names;
};

const asking = (name: string, next: (fails: boolean) => Question = () => done(0)): Question =>
  one(() => name, { phase: "ask" }, next);
/** A tree of questions: after "x" fails comes "xF", after it passes "xP". */
const fork = (name: string, depth: number): Question =>
  depth === 0 ? done(name) : asking(name, (fails) => fork(name + (fails ? "F" : "P"), depth - 1));

describe("what is foreseen", () => {
  it("is what comes next, then both ways, the more probable one first", () => {
    expect(seen(fork("x", 3), { odds: () => 0.75 })).toEqual(["x", "xF", "xFF", "xP", "xFP", "xPF", "xPP"]);
    expect(seen(fork("x", 3), { odds: () => 0.25 })).toEqual(["x", "xP", "xPP", "xF", "xPF", "xFP", "xFF"]);
    expect(seen(fork("x", 2), { odds: () => 0.5 })).toEqual(["x", "xF", "xP"]);
  });

  it("has every question at most once, and none that is less probable than asked for", () => {
    const all = seen(fork("x", 6), { odds: () => 0.75 });
    expect(new Set(all).size).toBe(2 ** 6 - 1);
    expect(all).toHaveLength(2 ** 6 - 1);
    const chance = (name: string): number =>
      0.75 ** (name.split("F").length - 1) * 0.25 ** (name.split("P").length - 1);
    const probable = seen(fork("x", 6), { odds: () => 0.75, least: 0.1 });
    expect(probable).toEqual(all.filter((name) => chance(name) >= 0.1));
    expect(all.map(chance)).toEqual(all.map(chance).toSorted((a, b) => b - a));
  });

  it("goes past what is known, one way only", () => {
    expect(seen(fork("x", 3), { known: { x: PASS } })).toEqual(["xP", "xPF", "xPP"]);
    expect(seen(fork("x", 3), { known: { x: FAIL, xF: FAIL } })).toEqual(["xFF"]);
    expect(seen(fork("x", 3), { known: { x: FAIL, xF: FAIL }, provisional: ["x"] })).toEqual(["xFF"]);
    expect(seen(fork("x", 3), { known: { x: FAIL, xF: FAIL, xFF: PASS } })).toEqual([]);
  });

  it("is all of a list that is tested to its end, without a fork", () => {
    const names = ["a", "b", "c", "d"];
    const all = each(listed(names), { phase: "all" }, (verdicts) =>
      asking(verdicts.map(({ outcome }) => outcome.charAt(0)).join("")),
    );
    const found = seen(all, { odds: (name) => (name === "b" ? 0.9 : 0.1) });
    expect(found.slice(0, 4)).toEqual(names);
    // What is most probable at its end; the others are guesses on guesses.
    expect(found[4]).toBe("pfpp");
    expect(seen(all, { known: { a: FAIL, c: FAIL }, odds: () => 0.1 })).toEqual(["b", "d", "fpfp", "fpff"]);
  });

  it("follows a list up to its first success", () => {
    const search = first(listed(["a", "b", "c"]), { phase: "first" }, (hit) =>
      asking(hit?.candidate.repeat(2) ?? "none"),
    );
    expect(seen(search, { odds: () => 0.1 })).toEqual(["a", "b", "c", "none", "aa", "bb", "cc"]);
    expect(seen(search, { odds: () => 0.9 })).toEqual(["a", "aa", "b", "bb", "c", "cc", "none"]);
  });

  it("does not stop where a strategy would throw", () => {
    const bug = (): never => {
      throw new Error("a bug of the strategy");
    };
    const search = asking("x", (fails) => (fails ? bug() : asking("y", bug)));
    expect(seen(search)).toEqual(["x", "y"]);
    expect(seen(search, { known: { x: FAIL } })).toEqual([]);
    const members = together(
      numbered(3, (i) => (i === 1 ? bug() : asking(`m${i}`))),
      () => done(0),
    );
    expect(seen(members)).toEqual(["m0", "m2"]);
  });
});

describe("of searches side by side", () => {
  const pair = (...names: readonly string[]): Question =>
    together(
      numbered(names.length, (i) => fork(names[i] as string, 2)),
      (results: readonly unknown[]) => asking(`after ${results.join(" ")}`),
    );

  it("all begin at once, in order, before any goes on", () => {
    expect(seen(pair("a", "b", "c")).slice(0, 3)).toEqual(["a", "b", "c"]);
    expect(new Set(seen(pair("a", "b", "c")))).toEqual(new Set(["a", "aF", "aP", "b", "bF", "bP", "c", "cF", "cP"]));
  });

  it("what comes after them is foreseen when all are known to their ends", () => {
    const known = { a: FAIL, aF: PASS, b: PASS, bP: PASS };
    expect(seen(pair("a", "b"), { known })).toEqual(["after aFP bPP"]);
    const { bP, ...less } = known;
    expect(bP).toBe(PASS);
    expect(seen(pair("a", "b"), { known: less })).toEqual(["bP"]);
  });

  it("those inside others count like their members", () => {
    const inner = chain(pair("a", "b"), () => done("inner"));
    const search = together(listed([inner, fork("c", 1)]), () => asking("end"));
    expect(seen(search).slice(0, 3).toSorted()).toEqual(["a", "b", "c"]);
  });
});

describe("a search that is costly to begin", () => {
  const costly = (effort?: () => number) => {
    let begun = 0;
    const search = asking("x", () =>
      later(() => {
        begun++;
        return asking("y");
      }, effort),
    );
    return { search, count: () => begun };
  };

  it("is begun on speculation only where that takes little for how probable it is", () => {
    for (const [effort, expected] of [
      [() => 10, 2],
      [() => 1e12, 2],
      [undefined, 0],
    ] as const) {
      const { search, count } = costly(effort);
      expect(seen(search)).toEqual(expected === 0 ? ["x"] : ["x", "y", "y"]);
      expect(count()).toBe(expected);
    }
    // One chance in ten is too little for much effort.
    const { search, count } = costly(() => 1e12);
    expect(seen(search, { odds: () => 0.1 })).toEqual(["x", "y"]);
    expect(count()).toBe(1);
  });

  it("is waited for where it is there in a moment: what is less probable does not take its places", () => {
    const awaited = (effort: number): Question =>
      asking("x", (fails) =>
        fails
          ? later(
              () => Promise.resolve(asking("y")),
              () => effort,
            )
          : asking("z"),
      );
    expect(seen(awaited(10), { odds: () => 0.9 })).toEqual(["x"]);
    expect(seen(awaited(10), { odds: () => 0.1 })).toEqual(["x", "z"]);
    expect(seen(awaited(1e6), { odds: () => 0.9 })).toEqual(["x", "z"]);
  });

  it("is begun where it comes for certain", () => {
    const { search } = costly();
    expect(seen(search, { known: { x: FAIL } })).toEqual(["y"]);
  });
});

describe("soundings", () => {
  const list = {};
  const stretch: Stretch<string> = {
    list,
    from: 0,
    to: 1,
    open: { from: 0, to: 4 },
    gap: 1,
    without: (from, to) => `without ${from} to ${to}`,
  };
  const question = (name: string, next: () => Question): Question => ({
    ...ask(listed([name]), { step: { phase: "sweep" }, until: [] }, next),
    stretch,
  });
  const search = question("x", () => question("y", () => done(0)));
  const soundings = () =>
    ["s", "t"].map((name, index) => ({
      node: standalone(listed([name]), { phase: "sounding" }),
      worth: index === 0 ? 0.9 : 0.2,
    }));

  it("are foreseen once for each list, by their worth, and nothing comes after them", () => {
    expect(seen(search, { soundings, workers: 1000 })).toEqual(["x", "s", "y", "y", "t"]);
    expect(seen(search, { soundings, known: { s: FAIL } })).toEqual(["x", "y", "y", "t"]);
  });

  it("are worth more where there are many workers", () => {
    const forked = asking("x", (fails) => (fails ? question("y", () => done(0)) : asking("z")));
    const places = (workers: number): number => seen(forked, { soundings, workers, odds: () => 0.7 }).indexOf("s");
    expect(places(1000)).toBeLessThan(places(1));
  });
});
