/** The settings of test suites. */
import { oneOf, pattern, text, wholeNumber } from "./readers.ts";
import { many, toggle, value, type SettingsOf } from "./setting.ts";
import { LAYOUT_SETTINGS, SEARCH_SETTINGS, TEST_SETTINGS } from "./tests.ts";

const TEST = { group: "Test" } as const;
const REDUCTION = { group: "Reduction" } as const;
const SEARCH = { group: "Search" } as const;

/** Which part of what a test does counts. */
export const COVERAGE_SETTINGS = {
  /** A reader and its argument: "sancov", "lcov:coverage/lcov.info". */
  cover: value(
    {
      ...TEST,
      flags: "--cover <reader>",
      about: "how to read coverage: sancov, gcov, llvm, v8, istanbul, lcov:PATH, coverage.py, file:PATH, …",
    },
    text,
  ),
  /** MODULE#EXPORT: the function is called with each test, in threads, instead of a command. */
  inProcess: value(
    {
      ...TEST,
      flags: "--in-process <module#export>",
      about: "call this function with each test instead of running a command",
    },
    text,
  ),
  goal: value(
    { ...TEST, flags: "--goal <kind>", about: "which covered entities count", default: "statements" },
    oneOf("statements", "branches", "functions", "all"),
  ),
  /** Entities with such names do not count; "none" keeps those that depend on volume. */
  ignoreCover: many(
    {
      ...TEST,
      flags: "--ignore-cover <re>",
      about: "ignore entities with such names; none: also count those that depend on volume; repeatable",
    },
    pattern,
  ),
  /** Only entities with such names count. */
  coverOnly: many(
    { ...TEST, flags: "--cover-only <re>", about: "count only entities with such names; repeatable" },
    pattern,
  ),
} as const;

/** How the tests of a suite are run and measured. */
export const MEASURE_SETTINGS = {
  ...COVERAGE_SETTINGS,
  ...LAYOUT_SETTINGS,
  memory: TEST_SETTINGS.memory,
  jobs: SEARCH_SETTINGS.jobs,
} as const;

/** How each test of a suite is reduced. */
export const SUITE_REDUCTION_SETTINGS = {
  /** "any": how a test ends does not count. */
  verdict: value(
    {
      ...TEST,
      flags: "--verdict <same|any>",
      about: "whether a reduced test must end as the original did",
      default: "same",
    },
    oneOf("same", "any"),
  ),
  /** lines, json, or a regular expression that matches where a unit begins. */
  unit: value({ ...REDUCTION, flags: "--unit <lines|json|re>", about: "the units of a test", default: "lines" }, text),
  /** Begin with units alone, or with the whole test; "auto": by what a start of the program costs. */
  start: value(
    {
      ...REDUCTION,
      flags: "--start <how>",
      about: "start from single units (seeded) or from the whole test; auto: what costs less",
      default: "auto",
    },
    oneOf("auto", "seeded", "whole"),
  ),
  seed: value(
    { ...SEARCH, flags: "--seed <n>", about: "the seed of random choices", default: "1" },
    wholeNumber(0),
    "number",
  ),
  fresh: SEARCH_SETTINGS.fresh,
} as const;

/** Selecting, ordering and comparing tests. */
export const SELECTION_SETTINGS = {
  method: value(
    { ...SEARCH, flags: "--method <name>", about: "how to select tests", default: "ge" },
    oneOf("ge", "greedy", "exact"),
  ),
  by: value(
    {
      ...SEARCH,
      flags: "--by <order>",
      about: "which tests come first: those that add most (d…), or those that cover most",
      default: "dst/s",
    },
    oneOf("dst", "st", "dbr", "br", "dst/s"),
  ),
  budgets: value({ ...SEARCH, flags: "--budgets <list>", about: "how long the quick tests may take: 30s,5m" }, text),
  check: toggle({ ...SEARCH, flags: "--check", about: "measure again whether the quick tests are out of date" }),
  reduce: toggle({
    ...REDUCTION,
    flags: "--reduce",
    about: "first reduce the tests, as suite reduce does, into the directory tests in -o DIR",
  }),
  mutants: value(
    { ...TEST, flags: "--mutants <n>", about: "make n mutants of the program: how many does each suite kill?" },
    wholeNumber(1),
    "number",
  ),
  source: many(
    {
      ...TEST,
      flags: "--source <glob>",
      about: "the source files to mutate for --mutants (C and JavaScript); repeatable",
    },
    text,
  ),
  versions: value(
    {
      ...TEST,
      flags: "--versions <file>",
      about:
        "a list of directories, programs or command prefixes, oldest first: failing tests that the same version fixes count as one fault",
      path: true,
    },
    text,
  ),
  lost: toggle({
    group: "Output",
    flags: "--lost",
    about: "list what is no longer covered, and which mutants are no longer killed",
  }),
} as const;

/** Which kind of entities counts. */
export type SuiteGoal = NonNullable<SettingsOf<typeof COVERAGE_SETTINGS>["goal"]>;

/** ΔST, |ST|, ΔBR, |BR|, and new statements by millisecond. */
export type OrderName = NonNullable<SettingsOf<typeof SELECTION_SETTINGS>["by"]>;
