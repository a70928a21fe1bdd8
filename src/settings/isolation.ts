/** The settings of an isolation. */
import { oneOf, text } from "./readers.ts";
import { many, toggle, value } from "./setting.ts";
import { LAUNCHER_SETTINGS, SEARCH_SETTINGS, TEST_SETTINGS } from "./tests.ts";

const SEARCH = { group: "Search" } as const;
const OUTPUT = { group: "Output" } as const;

/** A command that builds what is tested; suites build mutants with it. */
const BUILD_SETTINGS = {
  /** A shell command, run before the test where the candidate lies; when it fails, the candidate is unresolved. */
  build: value(
    {
      group: "Running tests",
      flags: "--build <command>",
      about: "run this command before each test, or for each mutant; if it fails, that one is unresolved",
      decisive: true,
    },
    text,
  ),
} as const;

/** What its test is. */
export const ISOLATION_TEST_SETTINGS = {
  ...TEST_SETTINGS,
  ...BUILD_SETTINGS,
  ...LAUNCHER_SETTINGS,
  repeat: SEARCH_SETTINGS.repeat,
  /** As for `git bisect run`: 0 = good, 125 = cannot tell, 1 to 127 = bad. */
  bisectCodes: toggle({
    group: "Test",
    flags: "--bisect-codes",
    about: "read exit codes as git bisect run does: 0 = good, 125 = cannot tell, 1 to 127 = bad",
    decisive: true,
  }),
} as const;

/** Everything that `isolate` of the library takes. */
export const ISOLATION_SETTINGS = {
  ...ISOLATION_TEST_SETTINGS,
  ...SEARCH_SETTINGS,
  level: value(
    { ...SEARCH, flags: "--level <level>", about: "how fine the changes get", decisive: true },
    oneOf("auto", "commits", "files", "functions", "hunks", "lines"),
  ),
  /** "trigger" and "patch" end with it; "all" goes on until the bad end without the changes that were found passes. */
  find: value(
    {
      ...SEARCH,
      flags: "--find <goal>",
      about: "the change that triggers the failure, also the changes that it needs (patch), or all causes",
      default: "patch",
    },
    oneOf("trigger", "patch", "all"),
  ),
  /** Changes that are left as at the good end, by their ids. */
  except: many(
    {
      ...SEARCH,
      flags: "--except <id>",
      about: "leave this change as it is at the good end, and look for another cause; repeatable",
      decisive: true,
    },
    text,
  ),
  /** Globs of paths: only these change. */
  only: many(
    { ...SEARCH, flags: "--only <glob>", about: "compare only these paths; repeatable", decisive: true },
    text,
  ),
  /** Globs of paths: all but these change. */
  skip: many(
    {
      ...SEARCH,
      flags: "--skip <glob>",
      about: "leave these paths as they are at the good end; repeatable",
      decisive: true,
    },
    text,
  ),
  /** Write culprit.patch to the current directory. */
  apply: toggle({ ...OUTPUT, flags: "--apply", about: "write culprit.patch here: with it, the good end fails" }),
  /** Write revert.patch to the current directory. */
  revert: toggle({ ...OUTPUT, flags: "--revert", about: "write revert.patch here: with it, the bad end works" }),
} as const;
