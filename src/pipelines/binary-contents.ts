/** What is stored inside of a container, made small on its own terms while the container stays whole. */
import type { Search, Strategy } from "../core/search.ts";
import { fileCase, onlyFile, type TestCase } from "../core/test-case.ts";
import { chain, done, later, over } from "../core/words.ts";
import type { Content } from "../formats/binary/container.ts";
import { containerOf } from "../formats/binary/index.ts";
import { fileOf } from "../formats/binary/stage.ts";

/** How content is made small. */
export type StrategyFor = (content: Uint8Array) => Strategy<TestCase>;

/** All contents in turn; each is looked up anew, for what lies before it may have become shorter. */
export const contents =
  (strategyFor: StrategyFor, from = 0): Strategy<TestCase> =>
  (source) =>
    later(() => {
      const outer = onlyFile(source).bytes();
      const content = containerOf(outer)?.contents(outer)[from];
      if (content === undefined) return done(source);
      return chain(inside(source, content, strategyFor), (result) => contents(strategyFor, from + 1)(result));
    });

/** Where what is inside is simpler but compresses worse, everything stays as it was. */
const inside = (source: TestCase, content: Content, strategyFor: StrategyFor): Search<TestCase, TestCase> => {
  const file = onlyFile(source);
  const bytes = content.bytes();
  const inner = fileCase({ path: file.path, mode: file.mode, bytes: () => bytes }, bytes.length);
  const embed = (candidate: TestCase): TestCase => fileOf(file, content.embed(onlyFile(candidate).bytes()));
  return chain(over(strategyFor(bytes)(inner), embed), (result) => {
    if (result.key() === inner.key()) return done(source);
    const whole = embed(result);
    return done(whole.size <= source.size ? whole : source);
  });
};
