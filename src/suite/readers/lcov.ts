/** A report in the lcov format, whatever has written it. */
import type { CoverageReader } from "../coverage.ts";
import { readLcov } from "./lcov-text.ts";
import { reportReader } from "./report-reader.ts";
import { DATA_VARIABLE } from "./troubles.ts";

export const lcovReader: CoverageReader = reportReader({
  name: "lcov",
  about: "a report in the lcov format that the run writes to PATH",
  howTo: `Let the command write the report itself, for instance: c8 --reporter=lcovonly --reports-dir "$${DATA_VARIABLE}" node run.js {} with --cover lcov:lcov.info.`,
  usual: "coverage/lcov.info",
  read: readLcov,
});
