/** The crash reports that are understood, by name. */
import { assertions } from "./reports/assertions.ts";
import { compilers } from "./reports/compilers.ts";
import { panics } from "./reports/panics.ts";
import { python } from "./reports/python.ts";
import type { Fact, ReportReader } from "./reports/report.ts";
import { sanitizers } from "./reports/sanitizers.ts";
import { traces } from "./reports/traces.ts";

const crashReaders: Readonly<Record<string, ReportReader>> = {
  assertions,
  sanitizers,
  compilers,
  python,
  traces,
  panics,
};

/** Everything any reader finds. */
export const crashFacts: ReportReader = (lines, input): readonly Fact[] =>
  Object.values(crashReaders).flatMap((read) => read(lines, input));
