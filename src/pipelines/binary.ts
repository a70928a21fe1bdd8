/** The default for binary files: by the structure of the container, by what is inside, by blocks, by bytes; then simpler bytes. */
import { distinct, exhausted } from "../core/claim.ts";
import type { Configuration } from "../core/configuration.ts";
import { through } from "../core/format.ts";
import type { Turns } from "../core/notes.ts";
import type { Search, Strategy } from "../core/search.ts";
import { fileCase, onlyFile, type TestCase } from "../core/test-case.ts";
import { chain, done, later, over } from "../core/words.ts";
import { blocks } from "../formats/binary/byte-edits.ts";
import { halves, zeroes } from "../formats/binary/byte-edits.ts";
import type { Content } from "../formats/binary/container.ts";
import { containerOf } from "../formats/binary/index.ts";
import { fileOf } from "../formats/binary/stage.ts";
import { isBinary } from "../formats/encoding.ts";
import { bytes } from "../formats/bytes.ts";
import type { FileFormat } from "../formats/pieces.ts";
import { plainLanguage } from "../languages/plain.ts";
import { verify } from "../strategies/verify.ts";
import { auto, named } from "./auto.ts";
import { atOnce, swept, type ListSearch } from "./passes/list-search.ts";
import { deletions, MAX_TRIED, provenZeroes, raw } from "./raw.ts";
import type { PassContext } from "./passes/seeing.ts";
import { gainedEnough, inTurn, isSame } from "./rounds.ts";

/** Powers of two: what machines write is aligned to pages, sectors, cache lines, words. */
const BLOCKS = [4096, 512, 64, 16, 4].map((size) => blocks(size));

/** Fewer bytes are all tried at once. */
const MIN_RAW = 256;

/** Containers in containers further inside are bytes. */
const DEEPEST = 4;

/** A text inside a container: nobody has said what it is in. */
const PLAIN_TEXT = { language: plainLanguage, rename: false, valid: false };

/** Not all of them delete: the claim is that the pass finds nothing more. */
const pass = (format: FileFormat, list: ListSearch = swept): Strategy<TestCase> => {
  const once = through<TestCase, Configuration<number>>(format, list);
  return named(format.unit, (source) =>
    chain(once(source), (result, claims) => done(result, claims.length > 0 ? [exhausted(format.unit)] : [])),
  );
};

/** What something is called for people: the container it is, or bytes. */
export const binaryName = (content: Uint8Array): string => containerOf(content)?.name ?? bytes.unit;

/** Is what is not proposed by the container worth no test? */
const isSealed = (source: TestCase): boolean => {
  const content = onlyFile(source).bytes();
  return containerOf(content)?.isSealed?.(content) === true;
};

/** Only by the structure of the container, until no stage finds anything more. */
const sealed: Strategy<TestCase> = (source) =>
  chain(structure(source), (result, claims) => (isSame(source, result) ? done(result, claims) : sealed(result)));

/** What is not proposed by the container is tried where it may be broken, and a few deletions of bytes show that it can be. */
const unsealed = (search: Search<TestCase, TestCase>, go: Strategy<TestCase> | undefined): Search<TestCase, TestCase> =>
  go === undefined
    ? search
    : chain(search, (small, claims) =>
        chain(deletions(small), (few) => (isSame(small, few) ? done(small, claims) : go(few))),
      );

/** Until nothing changes any more and no byte (for a higher minimality: no few bytes) can go, or of many bytes become zero. */
export const binary = (minimality = 1, valid: PassContext["valid"] = "whole"): Strategy<TestCase> => {
  const bytewise = named(
    bytes.unit,
    through(bytes, (c) => verify(c, minimality)),
  );
  const proof: Strategy<TestCase> = (source) =>
    minimality === 1 && (source.size > MAX_TRIED || isRigid(source)) ? provenZeroes(source) : bytewise(source);
  const go: Strategy<TestCase> = (source) =>
    chain(unproved(0)(source), (small, known) =>
      chain(proof(small), (result, claims) =>
        isSame(small, result)
          ? done(result, distinct([...claims, ...known]))
          : result.size > MAX_TRIED || isRigid(result)
            ? done(result, claims)
            : go(result),
      ),
    );
  return (source) => (isSealed(source) ? unsealed(sealed(source), valid === false ? go : undefined) : go(source));
};

/** Those of the container are not known before it is read. */
export const BINARY_TURNS: Turns = {
  coarse: [],
  fine: [...BLOCKS, bytes, zeroes, halves].map(({ unit }) => unit),
  proof: [],
};

const DELETIONS = [...BLOCKS.map((format) => pass(format)), pass(bytes)];

/** The same without the proof; `depth` is that of containers in containers. What is around may see to simpler bytes. */
const unproved = (depth: number, simplifies = true): Strategy<TestCase> => {
  const strategyIn =
    (outer: Uint8Array) =>
    (content: Uint8Array): Strategy<TestCase> =>
      isBinary(content) ? unproved(depth + 1, containerOf(outer)?.isRigid !== true) : auto(PLAIN_TEXT);
  const inside: Strategy<TestCase> = (source) =>
    depth < DEEPEST ? contents(strategyIn(onlyFile(source).bytes()))(source) : done(source);
  const every = inTurn(simplifies ? [...DELETIONS, pass(zeroes, atOnce(swept)), lowered] : DELETIONS);
  const bare: Strategy<TestCase> = (source) => (isHard(source) ? (simplifies ? raw : deletions)(source) : done(source));
  const round: Strategy<TestCase> = (source) =>
    chain(inTurn([structure, inside, bare])(source), (few, known) => {
      if (isRigid(few)) return done(few);
      if (few.size > MAX_TRIED) return few.size < source.size ? round(few) : done(few);
      return chain(every(few), (simple, claims) =>
        isSame(source, simple) ? done(simple, isSame(few, simple) ? [...known, ...claims] : claims) : round(simple),
      );
    });
  return round;
};

/** Bytes of which it is not known what to take away, and too many to try them all at once. */
const isHard = (source: TestCase): boolean => {
  const container = containerOf(onlyFile(source).bytes());
  return source.size > MAX_TRIED || (container === undefined ? source.size > MIN_RAW : container.isRigid === true);
};

const isRigid = (source: TestCase): boolean => containerOf(onlyFile(source).bytes())?.isRigid === true;

/** Stages of the container, as long as it is one; again while much goes, for what has gone makes more superfluous. */
const structure: Strategy<TestCase> = (source) =>
  later(
    () => {
      const stages = containerOf(onlyFile(source).bytes())?.stages ?? [];
      return chain(inTurn(stages.map((format) => pass(format, atOnce(swept))))(source), (result, claims) =>
        gainedEnough(source, result) ? structure(result) : done(result, claims),
      );
    },
    () => source.size,
  );

/** Half and half again. */
const lowered: Strategy<TestCase> = (source) =>
  chain(pass(halves, atOnce(swept))(source), (result, claims) =>
    isSame(source, result) ? done(result, claims) : lowered(result),
  );

/** How content is made small. */
type StrategyFor = (content: Uint8Array) => Strategy<TestCase>;

/** All contents in turn; each is looked up anew, for what lies before it may have become shorter. */
const contents =
  (strategyFor: StrategyFor, from = 0): Strategy<TestCase> =>
  (source) =>
    later(
      () => {
        const all = contentsOf(source);
        const content = all[from];
        if (content === undefined) return done(source);
        return chain(insideOf(source, content, strategyFor), (result) => {
          const emptied = Math.max(0, all.length - contentsOf(result).length);
          return contents(strategyFor, Math.max(0, from + 1 - emptied))(result);
        });
      },
      () => source.size,
    );

const contentsOf = (source: TestCase): readonly Content[] => {
  const outer = onlyFile(source).bytes();
  return containerOf(outer)?.contents(outer) ?? [];
};

/** Where what is inside is simpler but compresses worse, everything stays as it was. */
const insideOf = (source: TestCase, content: Content, strategyFor: StrategyFor): Search<TestCase, TestCase> => {
  const file = onlyFile(source);
  const stored = content.bytes();
  const inner = fileCase({ path: file.path, mode: file.mode, bytes: () => stored }, stored.length);
  const embed = (candidate: TestCase): TestCase => fileOf(file, content.embed(onlyFile(candidate).bytes()));
  return chain(over(strategyFor(stored)(inner), embed), (result) => {
    if (result.key() === inner.key()) return done(source);
    const whole = embed(result);
    return done(whole.size <= source.size ? whole : source);
  });
};
