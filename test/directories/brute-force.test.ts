/** Nothing of a reduced directory, or of a reduced binary file, can go alone: shown by brute force. */
import { describe, expect, test } from "vitest";
import { entriesCase, type TestCase } from "../../src/core/test-case.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { entries } from "../../src/pipelines/entries.ts";
import { reduced } from "../binary/support.ts";
import { adversary } from "../passes/brute-force.ts";
import { played } from "../passes/support.ts";
import { draws } from "../support/seeds.ts";

type Texts = Readonly<Record<string, string>>;

const caseOf = (texts: Texts): TestCase =>
  entriesCase({
    files: Object.entries(texts).map(([path, text]) => ({ path, mode: 0o644, bytes: () => Buffer.from(text) })),
  });

const textsOf = ({ files }: TestCase): Texts =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes()).toString()]));

/** Files of a few folders; each names others, before it and behind it. */
const directory = (salt: number): Texts => {
  const random = draws(salt);
  const paths = Array.from({ length: 10 }, (_, i) => `${["src", "src/lib", "docs"][i % 3]}/f${i}.txt`);
  const lineOf = (i: number): string =>
    `${["set", "use", "call"][random.below(3)]} v${i}x${random.below(9)} (w${random.below(9)}, ${random.below(99)})`;
  return Object.fromEntries(
    paths.map((path, i) => {
      const others = Array.from({ length: 2 }, () => `needs ${paths[random.below(paths.length)]}`);
      return [path, `${[...others, ...Array.from({ length: 6 }, () => lineOf(i))].join("\n")}\n`];
    }),
  );
};

/** A file that is named must be there, whoever names it; and the text as a whole is hard to reduce. */
const failing = (texts: Texts, salt: number): ((candidate: Texts) => boolean) => {
  const joined = (each: Texts): string => Object.values(each).join("");
  const holds = adversary(joined(texts), { salt, share: 0.3 });
  return (candidate) => {
    const text = joined(candidate);
    const named = Array.from(text.matchAll(/^needs (\S+)$/gm), ([, path]) => path as string);
    return named.every((path) => path in candidate) && holds(text);
  };
};

/** Everything that somebody would delete by hand: a folder, a file, a line, a word. */
function* smaller(texts: Texts): Generator<Texts, void, void> {
  const paths = Object.keys(texts);
  const keeping = (isKept: (path: string) => boolean): Texts =>
    Object.fromEntries(Object.entries(texts).filter(([path]) => isKept(path)));
  for (const folder of new Set(paths.map((path) => path.slice(0, path.lastIndexOf("/") + 1))))
    yield keeping((path) => !path.startsWith(folder));
  for (const gone of paths) yield keeping((path) => path !== gone);
  for (const [path, text] of Object.entries(texts)) {
    const lines = text.split("\n");
    for (const at of lines.keys()) {
      if (lines[at] === "" && at === lines.length - 1) continue;
      yield { ...texts, [path]: lines.toSpliced(at, 1).join("\n") };
    }
    for (const { 0: word, index } of text.matchAll(/\S+[^\S\n]*/g))
      yield { ...texts, [path]: text.slice(0, index) + text.slice(index + word.length) };
  }
}

describe("directories", () => {
  test.each([1, 2, 3, 4, 5, 6])("salt %s", (salt) => {
    const texts = directory(salt);
    const fails = failing(texts, salt);
    expect(fails(texts)).toBe(true);
    const languages = new Map(Object.keys(texts).map((path) => [path, plainLanguage]));
    const context = {
      languages,
      precise: new Map<string, string>(),
      rename: false,
      valid: false,
      deletes: true,
    } as const;
    const search = entries({ ...context, isLast: () => false })(caseOf(texts));
    const { result, ended } = played(search, (candidate) => fails(textsOf(candidate)));
    const left = textsOf(result);
    const possible = [...smaller(left)].filter((each) => fails(each));
    expect({ ended, left, possible }).toEqual({ ended: true, left, possible: [] });
  });
});

describe("binary files", () => {
  test.each([1, 2, 3, 4])("salt %s", (salt) => {
    const random = draws(salt);
    const bytes = Uint8Array.from({ length: 600 }, () => random.below(256));
    bytes.set([0, 1, 0, 2], 100);
    const needed = Array.from({ length: 5 }, () => bytes[random.below(bytes.length)] as number);
    // In this order, and with something between the second and the third.
    const fails = (candidate: Uint8Array): boolean => {
      let at = -1;
      return needed.every((byte, index) => (at = candidate.indexOf(byte, at + (index === 2 ? 2 : 1))) >= 0);
    };
    const holds = fails(bytes);
    const { bytes: left } = reduced(holds ? bytes : Uint8Array.from([0, ...needed, ...bytes, 0]), fails);
    const possible = Array.from(left, (_, at) => Buffer.concat([left.subarray(0, at), left.subarray(at + 1)]));
    expect(fails(left)).toBe(true);
    expect(possible.filter((each) => fails(each))).toEqual([]);
  });
});
