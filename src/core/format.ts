/** Parse and render: how a test case becomes something a strategy can work on, and back. */
import type { Case } from "./case.ts";
import { Unparsable } from "./errors.ts";
import type { Strategy } from "./search.ts";
import { chain, done, later, over } from "./words.ts";

/** Law: `parse(t).render(parse(t).input)` equals `t`, byte for byte. */
export interface Format<C extends Case, Input> {
  /** The unit in which claims are made: "lines", "characters", … */
  readonly unit: string;
  /** Units that are kept may fuse: a lone carriage return with a line feed, a letter with an accent. */
  readonly fuses?: boolean;
  /** Throws `Unparsable` where the format does not apply. */
  parse(source: C): Parsed<C, Input>;
}

/** A test case that was taken apart, and the way back. */
export interface Parsed<C extends Case, Input> {
  readonly input: Input;
  /** Knows its source: paths, other files, headers. Throws `Unrenderable`: the candidate is unresolved, nothing is run. */
  render(input: Input): C;
}

/** What a strategy works on: something with a number of units. */
interface Sized {
  readonly length: number;
}

/**
 * A strategy over structure, as a strategy over test cases. Where the format does not apply, nothing is changed. Where units have
 * fused, what is left is taken apart and minimised again, so that claims are about the units it has.
 */
export const through =
  <C extends Case, Input extends Sized>(format: Format<C, Input>, strategy: Strategy<Input>): Strategy<C> =>
  (source) =>
    later(
      () => {
        const parsed = tryParse(format, source);
        if (parsed === undefined) return done(source);
        return chain(over(strategy(parsed.input), parsed.render), (input, claims) => {
          const result = parsed.render(input);
          if (format.fuses === true && tryParse(format, result)?.input.length !== input.length)
            return through(format, strategy)(result);
          return done(
            result,
            claims.map((claim) => ({ ...claim, by: format.unit })),
          );
        });
      },
      () => source.size,
    );

const tryParse = <C extends Case, Input>(format: Format<C, Input>, source: C): Parsed<C, Input> | undefined => {
  try {
    return format.parse(source);
  } catch (error) {
    if (error instanceof Unparsable) return undefined;
    throw error;
  }
};
