/** The settings of a triage. */
import { duration, oneOf, text, wholeNumber } from "./readers.ts";
import { toggle, value } from "./setting.ts";
import { LAYOUT_SETTINGS, SEARCH_SETTINGS, TEST_SETTINGS } from "./tests.ts";

const SEARCH = { group: "Search" } as const;
const OUTPUT = { group: "Output" } as const;

/** What only `triage` has. */
export const TRIAGE_OWN_SETTINGS = {
  /** The folder of an earlier triage: its bugs are known. */
  known: value(
    {
      ...OUTPUT,
      flags: "--known <dir>",
      about: "the folder of an earlier triage: exit with 1 only if there is a bug that is not in it",
      path: true,
    },
    text,
  ),
  /** signature, frames, frame, message, kind, or a regular expression between slashes. */
  bucketBy: value(
    {
      ...SEARCH,
      flags: "--bucket-by <what>",
      about: "what tells bugs apart: signature, frames, frame, message, kind, or /RE/ (what it matches in the output)",
      default: "signature",
      decisive: true,
    },
    text,
  ),
  /** Which debugger says in which function a signal has ended the program. */
  debugger: value(
    {
      group: "Running tests",
      flags: "--debugger <name>",
      about: "which debugger to ask where a signal ended the program",
      default: "auto: gdb or lldb, if there is one",
      decisive: true,
    },
    oneOf("auto", "gdb", "lldb", "none"),
  ),
  /** Tests for each bug, at most. */
  bucketTests: value(
    {
      group: "Limits",
      flags: "--bucket-tests <n>",
      about: "reduce each bug with at most this many tests",
      default: "2000",
    },
    wholeNumber(0),
    "number",
  ),
  /** Time for each bug, at most, in milliseconds. */
  bucketBudget: value(
    { group: "Limits", flags: "--bucket-budget <time>", about: "reduce each bug for at most this time: 90s, 10m" },
    duration,
  ),
  /** A revision at which the bugs were not there. */
  since: value(
    {
      ...SEARCH,
      flags: "--since <rev>",
      about: "find the change since this revision that made each bug (pare isolate on the reduced input)",
    },
    text,
  ),
  /** Where the reduced inputs are written as a regression suite. */
  suite: value(
    {
      ...OUTPUT,
      flags: "--suite <dir>",
      about: "also write the reduced inputs as a regression suite, quickest first",
      path: true,
    },
    text,
  ),
  /** Sort only. */
  sortOnly: toggle({ group: "Reduction", flags: "--sort-only", about: "sort the files, and reduce none of them" }),
} as const;

/** Everything that `triage` of the library takes. */
export const TRIAGE_SETTINGS = {
  timeout: TEST_SETTINGS.timeout,
  memory: TEST_SETTINGS.memory,
  sandbox: TEST_SETTINGS.sandbox,
  ...LAYOUT_SETTINGS,
  jobs: SEARCH_SETTINGS.jobs,
  budget: SEARCH_SETTINGS.budget,
  maxTests: SEARCH_SETTINGS.maxTests,
  fresh: SEARCH_SETTINGS.fresh,
  ...TRIAGE_OWN_SETTINGS,
} as const;
