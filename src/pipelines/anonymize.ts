/** Afterwards: neutral names, strings and numbers while it still fails, so that people may share the result. */
import type { Search, Strategy } from "../core/search.ts";
import { sizeOf, type TestCase } from "../core/test-case.ts";
import { chain, done } from "../core/words.ts";
import { isBinary } from "../formats/encoding.ts";
import { anonymous } from "../passes/anonymous.ts";
import { named } from "./auto.ts";
import { inside, languageOf, type EntriesContext } from "./entries.ts";
import { passStrategy } from "./passes/passes.ts";
import { inTurn, isSame } from "./rounds.ts";
import type { PassContext } from "./passes/seeing.ts";
import { swept } from "./passes/list-search.ts";

/** What a search has proved holds where nothing is changed after it. */
export const afterwards = (
  search: Search<TestCase, TestCase>,
  change: Strategy<TestCase>,
): Search<TestCase, TestCase> =>
  chain(search, (result, claims) =>
    chain(change(result), (changed) => done(changed, isSame(result, changed) ? claims : [])),
  );

/** One file that is text. */
export const anonymize = (context: PassContext): Strategy<TestCase> =>
  inTurn(anonymous.map((pass) => named(pass.name, passStrategy(pass, context, swept))));

/** All files that are text. */
export const anonymizeFiles =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) => {
    const texts = source.files.filter((file) => sizeOf(file) > 0 && !isBinary(file.bytes()));
    return inTurn(texts.map(({ path }) => inside(context, path, (all, file) => anonymize(languageOf(all, file)))))(
      source,
    );
  };
