/** Texts that nobody has written: no pass stumbles over them. */
import { describe, expect, test } from "vitest";
import { Unparsable } from "../../src/core/errors.ts";
import { select } from "../../src/core/configuration.ts";
import { done, one } from "../../src/core/words.ts";
import { sourceText, withText } from "../../src/formats/source-text.ts";
import { packedLanguages } from "../../src/languages/registry.ts";
import type { Pass } from "../../src/languages/pass.ts";
import type { Language } from "../../src/languages/syntax.ts";
import { passes } from "../../src/passes/index.ts";
import { passStrategy } from "../../src/pipelines/passes/passes.ts";
import type { ListSearch } from "../../src/pipelines/passes/list-search.ts";
import { draws } from "../support/seeds.ts";
import { bytesCase, bytesOf, languageNamed, playedAsync, remembering, SAMPLES, sampleText } from "./support.ts";
import { sampled } from "../support/whole.ts";

type Random = () => number;

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)] as T;

const PIECES = [
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  "`",
  "/*",
  "*/",
  "//",
  "#",
  "\n",
  "\r\n",
  "\t",
  " ",
  ",",
  ";",
  "a",
  "if",
  "0",
  "\\",
  "<",
  ">",
  "\u0000",
  "\uFEFF",
  "é",
  "😀",
  "=>",
  "<<EOF",
  "%{",
  "$",
];

/** Any bytes, or pieces of programs in any order. */
const randomBytes = (random: Random): Uint8Array => {
  const length = Math.floor(random() ** 2 * 300);
  if (random() < 0.5) return Uint8Array.from({ length }, () => Math.floor(random() * 256));
  return new TextEncoder().encode(Array.from({ length: length / 2 }, () => pick(PIECES, random)).join(""));
};

/** Asks about one random selection. */
const askingOnce =
  (random: Random): ListSearch =>
  (c) =>
    one(
      () =>
        select(
          c,
          Array.from({ length: c.length }, (_, from) => ({ from, to: from + 1 })).filter(() => random() < 0.5),
        ),
      { phase: "any" },
      () => done(c),
    );

const ownPasses = ({ passes: { first = [], coarse = [], fine = [], last = [] } = {} }: Language): readonly Pass[] => [
  ...first,
  ...coarse,
  ...fine,
  ...last,
];

/** A text that somebody has edited in the dark. */
const damaged = (text: string, random: Random): string => {
  let left = text;
  for (let times = 1 + Math.floor(random() * 6); times > 0; times--) {
    const at = Math.floor(random() * left.length);
    const to = at + Math.floor(random() ** 2 * 200);
    const head = left.slice(0, at);
    const way = random();
    if (way < 0.5) left = head + left.slice(to);
    else if (way < 0.75) left = head + left.slice(to, 2 * to - at) + left.slice(at);
    else left = head + pick(PIECES, random) + left.slice(at);
  }
  return left;
};

/** Every pass lists what it would do, and a few of its candidates are rendered. */
const survives = async (bytes: Uint8Array, own: Language, random: Random): Promise<boolean> => {
  const language = remembering(own);
  const source = bytesCase(bytes);
  const read = sourceText(source);
  expect(bytesOf(withText(read, [read.text]))).toEqual(bytes);
  expect(own.repair?.(own.repair(read.text))).toBe(own.repair?.(read.text));
  for (const pass of [...Object.values(passes), ...ownPasses(own)]) {
    const strategy = passStrategy(pass, { language, rename: random() < 0.5, valid: false }, askingOnce(random));
    try {
      await playedAsync(strategy(source), () => random() < 0.3, 3);
    } catch (error) {
      if (!(error instanceof Unparsable)) throw error;
    }
  }
  return true;
};

const TEXTS = sampled(400, 2000);
/** Of each sample. */
const DAMAGES = sampled(4, 20);

describe("no pass stumbles", () => {
  test(`over ${TEXTS} random texts, a third of them in a random language`, async () => {
    const random = draws(2026).next;
    for (let round = 0; round < TEXTS; round++) {
      const language = await languageNamed(round % 3 === 0 ? pick(packedLanguages, random) : "plain");
      expect(await survives(randomBytes(random), language, random)).toBe(true);
    }
  });

  test.each(Object.entries(SAMPLES))("over %s, damaged in many ways", async (path, name) => {
    const random = draws().next;
    const language = await languageNamed(name);
    for (let round = 0; round < DAMAGES; round++)
      expect(await survives(new TextEncoder().encode(damaged(sampleText(path), random)), language, random)).toBe(true);
  });

  test.each(Object.entries(SAMPLES))("over %s, cut off or interleaved with itself", async (path, name) => {
    const random = draws(name.length).next;
    const text = sampleText(path);
    const lines = text.split("\n");
    const place = Math.floor(random() * text.length);
    const texts = [
      text.slice(0, place),
      text.slice(place),
      lines.map((line, i) => line + (lines.at(-i) ?? "")).join("\n"),
    ];
    for (const own of [name, "plain"])
      for (const each of texts)
        expect(await survives(new TextEncoder().encode(each), await languageNamed(own), random)).toBe(true);
  });
});
