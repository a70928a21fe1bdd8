/** The crash reports that are understood, by name. */
import { assertions } from "./reports/assertions.ts";
import { compilers } from "./reports/compilers.ts";
import { panics } from "./reports/panics.ts";
import { python } from "./reports/python.ts";
import type { Fact, Reader } from "./reports/report.ts";
import { sanitizers } from "./reports/sanitizers.ts";
import { traces } from "./reports/traces.ts";

const crashReaders: Readonly<Record<string, Reader>> = {
  assertions,
  sanitizers,
  compilers,
  python,
  traces,
  panics,
};

/** Everything any reader finds. */
export const crashFacts: Reader = (lines, input): readonly Fact[] =>
  Object.values(crashReaders).flatMap((read) => read(lines, input));
