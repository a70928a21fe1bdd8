/** The choices that only `pare suite` has. */
import { SUITE_GOALS, type SuiteGoal } from "../../suite/options.ts";
import { orderNames, type OrderName } from "../../suite/selection/orders.ts";
import { oneOf, pattern, text, wholeNumber } from "../readers.ts";
import { many, toggle, value, type Setting } from "../setting.ts";

const METHODS = ["ge", "greedy", "exact"] as const;

export interface SuiteSettings {
  readonly cover?: string;
  readonly inProcess?: string;
  readonly unit?: string;
  readonly verdict?: "same" | "any";
  readonly ignoreCover?: readonly string[];
  readonly coverOnly?: readonly string[];
  readonly goal?: SuiteGoal;
  readonly start?: "auto" | "seeded" | "whole";
  readonly seed?: number;
  readonly method?: (typeof METHODS)[number];
  readonly by?: OrderName;
  readonly budgets?: string;
  readonly check?: boolean;
  readonly reduce?: boolean;
  readonly lost?: boolean;
  readonly mutants?: number;
  readonly source?: readonly string[];
  readonly versions?: string;
}

const WHAT = { group: "What counts" } as const;
const REDUCED = { group: "How it is reduced" } as const;
const SEARCHED = { group: "How it is searched" } as const;
const OUTPUT = { group: "Output" } as const;

/** In the order of the help. */
export const SUITE_SETTINGS: Readonly<Record<keyof SuiteSettings, Setting>> = {
  cover: value(
    {
      ...WHAT,
      flags: "--cover <reader>",
      about: "how coverage is read: sancov, gcov, llvm, v8, istanbul, lcov:PATH, coverage.py, file:PATH, …",
    },
    text,
  ),
  inProcess: value(
    {
      ...WHAT,
      flags: "--in-process <module#export>",
      about: "call this function with each test, instead of a command",
    },
    text,
  ),
  goal: value({ ...WHAT, flags: "--goal <kind>", about: "which entities count (statements)" }, oneOf(...SUITE_GOALS)),
  ignoreCover: many(
    {
      ...WHAT,
      flags: "--ignore-cover <re>",
      about: "entities with such names do not count; none: those that depend on volume do; repeatable",
    },
    pattern,
  ),
  coverOnly: many({ ...WHAT, flags: "--cover-only <re>", about: "only entities with such names count" }, pattern),
  verdict: value(
    { ...WHAT, flags: "--verdict <same|any>", about: "whether a test must end as it did (same)" },
    oneOf("same", "any"),
  ),
  mutants: value(
    { ...WHAT, flags: "--mutants <n>", about: "change the program n times: which changes does each suite notice?" },
    wholeNumber(1),
    "number",
  ),
  source: many(
    {
      ...WHAT,
      flags: "--source <glob>",
      about: "which sources are changed for --mutants (C and JavaScript); repeatable",
    },
    text,
  ),
  versions: value(
    {
      ...WHAT,
      flags: "--versions <file>",
      about:
        "directories, programs or command prefixes, oldest first: failing tests that the same one fixes are one fault",
      path: true,
    },
    text,
  ),
  unit: value({ ...REDUCED, flags: "--unit <lines|json|re>", about: "what a test is made of (lines)" }, text),
  start: value(
    { ...REDUCED, flags: "--start <how>", about: "with units alone, or the whole test (auto: what costs less)" },
    oneOf("auto", "seeded", "whole"),
  ),
  seed: value({ ...SEARCHED, flags: "--seed <n>", about: "for what is drawn at random (1)" }, wholeNumber(0), "number"),
  method: value({ ...SEARCHED, flags: "--method <name>", about: "how tests are picked (ge)" }, oneOf(...METHODS)),
  by: value(
    { ...SEARCHED, flags: "--by <order>", about: "what comes first: most new or most in all (dst/s)" },
    oneOf(...orderNames),
  ),
  budgets: value({ ...SEARCHED, flags: "--budgets <list>", about: "how long the quick tests may take: 30s,5m" }, text),
  check: toggle({ ...SEARCHED, flags: "--check", about: "measure again: has a quick test gone stale?" }),
  reduce: toggle({
    ...REDUCED,
    flags: "--reduce",
    about: "reduce the tests first, as suite reduce does, into tests below -o DIR",
  }),
  lost: toggle({
    ...OUTPUT,
    flags: "--lost",
    about: "list what is not covered, and which mutants are not killed, any more",
  }),
};
