import { describe, expect, it, test } from "vitest";
import { listed, numbered } from "../../src/core/candidates.ts";
import { valueCase, type ValueCase } from "../../src/core/case.ts";
import { minimal } from "../../src/core/claim.ts";
import { Unparsable } from "../../src/core/errors.ts";
import { through, type Format } from "../../src/core/format.ts";
import type { Ask, Search } from "../../src/core/search.ts";
import { FAIL, PASS, unresolved, type Verdict } from "../../src/core/verdict.ts";
import {
  chain,
  done,
  each,
  first,
  goes,
  labelled,
  later,
  likely,
  one,
  over,
  toFixpoint,
  together,
} from "../../src/core/words.ts";

interface Played<Result> {
  readonly result: Result;
  readonly claims: readonly string[];
  readonly asked: readonly unknown[];
  readonly passes: readonly (string | undefined)[];
}

/** A search from its beginning to its end, in the plainest way. */
const played = async <Input, Result>(
  search: Search<Input, Result>,
  answer: (input: Input) => Verdict,
): Promise<Played<Result>> => {
  const asked: Input[] = [];
  const passes: (string | undefined)[] = [];
  const verdictsOn = ({ candidates, until, step }: Ask<Input, unknown>): readonly Verdict[] => {
    const verdicts: Verdict[] = [];
    for (let i = 0; i < candidates.length; i++) {
      const candidate = candidates.at(i);
      asked.push(candidate);
      passes.push(step.pass);
      verdicts.push(answer(candidate));
      if (until.includes(verdicts.at(-1)?.outcome ?? "pass")) break;
    }
    return verdicts;
  };
  const walk = async <Some>(from: Search<Input, Some>): Promise<{ result: Some; claims: readonly string[] }> => {
    for (let at = from; ;) {
      if (at.kind === "done")
        return { result: at.result, claims: at.claims.map(({ property, by }) => `${property} ${by}`) };
      if (at.kind === "ask") {
        const verdicts = verdictsOn(at);
        at = at.next({ length: verdicts.length, last: verdicts.at(-1), list: () => verdicts });
      } else if (at.kind === "later") at = await at.search();
      else if (at.kind === "then") {
        const inner: Search<Input, unknown> = at.search;
        // What is built once is walked by several.
        expect(at.search).toBe(inner);
        const { result, claims } = await walk(inner);
        at = at.next(
          result as never,
          claims.map((text) => ({ property: text, by: "inner" })),
        );
      } else {
        const results: unknown[] = [];
        for (let i = 0; i < at.searches.length; i++) {
          expect(at.searches.at(i)).toBe(at.searches.at(i));
          results.push((await walk(at.searches.at(i))).result);
        }
        at = at.next(results as never);
      }
    }
  };
  const { result, claims } = await walk(search);
  return { result, claims, asked, passes };
};

const big = (input: number): Verdict => (input >= 3 ? FAIL : input === 2 ? unresolved("two") : PASS);
const step = { phase: "test" };

describe("questions", () => {
  it("about the first that fails end there, with its number", async () => {
    const search = first(listed([1, 2, 3, 4]), step, (hit) => done(hit));
    expect(await played(search, big)).toMatchObject({ result: { index: 2, candidate: 3 }, asked: [1, 2, 3] });
    const none = first(listed([1, 2]), step, (hit) => done(hit));
    expect(await played(none, big)).toMatchObject({ result: undefined, asked: [1, 2] });
    expect(
      (
        await played(
          first(listed<number>([]), step, (hit) => done(hit)),
          big,
        )
      ).result,
    ).toBeUndefined();
  });

  it("about each are asked to the end", async () => {
    const search = each(listed([3, 1, 2]), step, (verdicts) => done(verdicts.map(({ outcome }) => outcome)));
    expect(await played(search, big)).toMatchObject({ result: ["fail", "pass", "unresolved"], asked: [3, 1, 2] });
  });

  it("about one have the answer yes or no", async () => {
    const about = (value: number) =>
      one(
        () => value,
        step,
        (fails) => done(fails),
      );
    expect((await played(about(3), big)).result).toBe(true);
    expect((await played(about(2), big)).result).toBe(false);
    expect((await played(about(1), big)).result).toBe(false);
  });

  it("that are likely to be answered yes say so; ends do not", () => {
    const about = one(
      () => 1,
      step,
      (fails) => done(fails),
    );
    expect(likely(about)).toMatchObject({ kind: "ask", likely: 0.8, step });
    const end = done(1);
    expect(likely(end)).toBe(end);
  });

  it("about a stretch ask what is left without it, and say how much goes", async () => {
    const stretch = {
      list: {},
      from: 2,
      to: 5,
      open: { from: 0, to: 5 },
      gap: 1,
      without: (from: number, to: number) => 10 * from + to,
    };
    const search = goes(stretch, "sweep", (fails) => done(fails));
    expect(search).toMatchObject({ step: { phase: "sweep", removes: 3 }, stretch });
    expect(await played(search, (input) => (input === 25 ? FAIL : PASS))).toMatchObject({ result: true, asked: [25] });
    const embedded = over(search, (input) => `<${input}>`);
    expect(embedded.kind === "ask" && embedded.stretch?.without(1, 3)).toBe("<13>");
    expect(embedded).toMatchObject({ stretch: { from: 2, to: 5, gap: 1 } });
  });
});

/** One search of every kind. */
const everything = (begin: "at once" | "when it is there"): Search<number, string> =>
  chain(
    one(
      () => 1,
      step,
      (fails) => done(fails, [minimal(1, "ones")]),
    ),
    (one1: boolean, claims) =>
      together(
        numbered(2, (i) =>
          likely(
            one(
              () => 2 + i,
              step,
              (fails) => done(fails),
            ),
          ),
        ),
        (both: readonly boolean[]) => {
          const end = one(
            () => 4,
            step,
            (fails) => done(`${one1} ${both.join(" ")} ${fails}`, claims),
          );
          return later(
            () => (begin === "at once" ? end : Promise.resolve(end)),
            () => 7,
          );
        },
      ),
  );

describe.each(["at once", "when it is there"] as const)("a search that is rewritten, begun %s", (begin) => {
  it("asks the same questions about what its candidates are embedded in", async () => {
    const plain = await played(everything(begin), big);
    const embedded = await played(
      over(everything(begin), (input) => `<${input}>`),
      (text) => big(Number(text[1])),
    );
    expect(plain).toMatchObject({ result: "false false true true", asked: [1, 2, 3, 4] });
    expect(embedded).toEqual({ ...plain, asked: ["<1>", "<2>", "<3>", "<4>"] });
    expect(plain.claims).toEqual(["1-minimal ones inner"]);
  });

  it("counts them under the name of its pass", async () => {
    const plain = await played(everything(begin), big);
    expect(await played(labelled("lines", everything(begin)), big)).toEqual({
      ...plain,
      passes: ["lines", "lines", "lines", "lines"],
    });
    expect(plain.passes).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("what is rewritten", () => {
  it("keeps how likely and how costly it is", () => {
    const asked = over(
      likely(
        one(
          () => 1,
          step,
          (fails) => done(fails),
        ),
      ),
      String,
    );
    expect(asked).toMatchObject({ likely: 0.8 });
    const costly = over(
      later(
        () => done(1),
        () => 7,
      ),
      String,
    );
    expect(costly.kind === "later" && costly.effort?.()).toBe(7);
    expect("effort" in later(() => done(1))).toBe(false);
    expect(
      "effort" in
        over(
          later(() => done(1)),
          String,
        ),
    ).toBe(false);
  });
});

const textCase = (text: string): ValueCase<string> =>
  valueCase({ value: () => text, key: () => text, size: text.length });

const textsOf = (cases: readonly unknown[]): readonly string[] =>
  cases.map((some) => (some as ValueCase<string>).value());

test("a case is named when somebody asks for it, once", () => {
  let named = 0;
  const some = valueCase({ value: () => "x", key: () => `key ${(named += 1)}`, size: 1 });
  expect(named).toBe(0);
  expect([some.key(), some.key(), some.size, some.value()]).toEqual(["key 1", "key 1", 1, "x"]);
});

describe("stages to a fixpoint", () => {
  const removing = (letter: string) => {
    const claims = [minimal(1, letter)];
    const go = (source: ValueCase<string>): Search<ValueCase<string>, ValueCase<string>> => {
      const left = textCase(source.value().replace(letter, ""));
      if (left.size === source.size) return done(source, claims);
      return one(
        () => left,
        { phase: letter },
        (fails) => (fails ? go(left) : done(source, claims)),
      );
    };
    return go;
  };

  it("go round until none has changed anything since it ran last", async () => {
    const stages = toFixpoint(removing("b"), removing("a"));
    // A "b" can go when no "a" is left.
    const canBe = (text: string): boolean => !text.includes("a") || text.includes("b");
    const { result, claims, asked } = await played(stages(textCase("xaab")), (text) =>
      canBe(text.value()) ? FAIL : PASS,
    );
    expect(result.value()).toBe("x");
    expect(claims).toEqual(["1-minimal b inner", "1-minimal a inner"]);
    expect(textsOf(asked)).toEqual(["xaa", "xab", "xb", "x"]);
  });

  it("of which there are none, leave it as it is", async () => {
    const source = textCase("x");
    const stages = toFixpoint<ValueCase<string>>();
    expect(await played(stages(source), () => FAIL)).toMatchObject({ result: source, asked: [] });
  });
});

describe("a strategy through a format", () => {
  /** "ab" is one letter. */
  const letters = (fuses: boolean): Format<ValueCase<string>, readonly string[]> => ({
    unit: "letters",
    fuses,
    parse: (source) => {
      if (source.value() === "broken") throw new TypeError("a bug");
      if (!/^[a-z]*$/.test(source.value())) throw new Unparsable();
      return { input: source.value().match(/ab|./g) ?? [], render: (input) => textCase(input.join("")) };
    },
  });
  const withoutSecond = (input: readonly string[]) => {
    const left = input.toSpliced(1, 1);
    return one(
      () => left,
      step,
      (fails) => done(fails ? left : input, [minimal(1)]),
    );
  };
  const run = async (text: string, fuses: boolean) => {
    const search = through(letters(fuses), withoutSecond)(textCase(text));
    expect(search.kind === "later" && search.effort?.()).toBe(text.length);
    const { result, claims, asked } = await played(search, () => FAIL);
    return { text: result.value(), claims, asked: textsOf(asked) };
  };

  it("asks about what it writes, and claims in its units", async () => {
    expect(await run("xyz", false)).toEqual({ text: "xz", claims: ["1-minimal elements letters"], asked: ["xz"] });
    expect(await run("xyz", true)).toEqual({ text: "xz", claims: ["1-minimal elements letters"], asked: ["xz"] });
  });

  it("goes on with what its units have become, if they fuse", async () => {
    expect(await run("axbz", false)).toMatchObject({ text: "abz", asked: ["abz"] });
    expect(await run("axbz", true)).toMatchObject({ text: "ab", asked: ["abz", "ab"] });
  });

  it("ends with what its units have become, if the format does not apply to that", async () => {
    const pairs = { ...letters(true), parse: (source: ValueCase<string>) => parseNo(source, "ab") };
    const parseNo = (source: ValueCase<string>, fused: string) => {
      if (source.value() === fused) throw new Unparsable();
      return letters(true).parse(source);
    };
    const { result, claims } = await played(through(pairs, withoutSecond)(textCase("axb")), () => FAIL);
    expect([result.value(), claims]).toEqual(["ab", []]);
  });

  it("changes nothing where the format does not apply; other errors are errors", async () => {
    expect(await run("123", false)).toEqual({ text: "123", claims: [], asked: [] });
    await expect(run("broken", false)).rejects.toThrow("a bug");
  });
});
