/** Afterwards: neutral names, strings and numbers while it still fails, so that people may share the result. */
import type { Strategy } from "../core/search.ts";
import { sizeOf, type TestCase } from "../core/test-case.ts";
import { isBinary } from "../formats/encoding.ts";
import { anonymous } from "../passes/anonymous.ts";
import { named } from "./auto.ts";
import { inside, languageOf, type EntriesContext } from "./entries.ts";
import { passStrategy } from "./passes/passes.ts";
import { inTurn } from "./rounds.ts";
import type { PassContext } from "./passes/seeing.ts";
import { swept } from "./passes/list-search.ts";

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
