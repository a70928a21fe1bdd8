/** The settings of everything that runs tests. */
import { duration, size, text, wholeNumber, wordOr } from "./readers.ts";
import { many, pair, toggle, value } from "./setting.ts";

const TEST = { group: "Test" } as const;
const RUNNING = { group: "Running tests" } as const;
const LIMITS = { group: "Limits" } as const;

/** More at once are a slip of the hand. */
const MAX_JOBS = 4096;

/** The test, and the limits of its processes. */
export const TEST_SETTINGS = {
  /** A script: exit 0 = the candidate still fails, 125 = cannot tell, any other code = it does not. */
  test: value(
    {
      ...TEST,
      flags: "--test <script>",
      about:
        "a script that decides: exit 0 = the candidate still fails, 125 = cannot tell, any other code = it does not",
      path: true,
    },
    text,
  ),
  /** Two lines for sh whose exit codes or outputs differ as on the original. */
  differs: pair({
    ...TEST,
    flags: "--differs <A> <B>",
    about:
      "two shell commands that differ in how they end or what they print: the candidate {} must show it as the original does",
    path: () => false,
    decisive: true,
  }),
  /** Lines for sh that must succeed on every candidate: another compiler, a validator. `{}` is its path. */
  passes: many(
    {
      ...TEST,
      flags: "--passes <command>",
      about: "this shell command must succeed on every candidate {}: another compiler, a validator; repeatable",
      option: "validators",
      decisive: true,
    },
    text,
  ),
  /** The time limit of a test in milliseconds; "auto", the default, measures the original. */
  timeout: value(
    {
      ...RUNNING,
      flags: "--timeout <seconds|auto>",
      about: "time limit of a test; auto: derived from the time that the original takes",
      default: "auto",
      decisive: true,
    },
    wordOr("auto", duration),
    "number",
  ),
  /** The memory limit of a test in bytes. */
  memory: value(
    {
      ...RUNNING,
      flags: "--memory <size>",
      about: "memory limit of a test: 512M, 2G",
      decisive: true,
      perProcess: true,
    },
    size(1),
  ),
  /** Run tests in a sandbox. */
  sandbox: toggle({
    ...RUNNING,
    flags: "--sandbox",
    about: "run tests in a sandbox: they can write only to their own directory, and have no network",
    decisive: true,
    perProcess: true,
  }),
} as const;

/** How a candidate is put before a command. */
export const LAYOUT_SETTINGS = {
  /** Feed the candidate on standard input. */
  stdin: toggle({
    ...RUNNING,
    flags: "--stdin",
    about: "pass the candidate on standard input",
    decisive: true,
    perProcess: true,
  }),
  /** Files and directories beside the candidate: linked, never copied, never reduced. */
  with: many(
    {
      ...RUNNING,
      flags: "--with <path>",
      about: "put this file or directory beside the candidate; repeatable",
      path: true,
      option: "extraFiles",
    },
    text,
  ),
} as const;

/** What the searches of `reduce` and `isolate` have in common. */
export const SEARCH_SETTINGS = {
  /** Run every test this many times; it fails only if it fails every time. */
  repeat: value(
    {
      ...RUNNING,
      flags: "--repeat <n>",
      about: "run every test this many times; it fails only if it fails every time",
      decisive: true,
    },
    wholeNumber(1),
    "number",
  ),
  /** How many tests run at once; as many as this process may use cores unless given. */
  jobs: value(
    {
      ...RUNNING,
      flags: "-j, --jobs <n>",
      about: "how many tests run at once",
      default: "the number of cores that pare may use",
    },
    wholeNumber(1, MAX_JOBS),
    "number",
  ),
  /** The time budget in milliseconds. */
  budget: value(
    {
      ...LIMITS,
      flags: "--budget <time>",
      about: "stop after this time, counted from the start of pare: 90s, 10m, 2h",
    },
    duration,
  ),
  /** Stop after this many committed tests. */
  maxTests: value(
    { ...LIMITS, flags: "--max-tests <n>", about: "stop after this many tests" },
    wholeNumber(1),
    "number",
  ),
  /** Start over instead of resuming an earlier run. */
  fresh: toggle({ ...LIMITS, flags: "--fresh", about: "start over instead of resuming an earlier run" }),
} as const;

/** How the program of a test is started. */
export const LAUNCHER_SETTINGS = {
  /** Start npx, npm run and their like for every test, not the program that they start. */
  keepLauncher: toggle({
    ...RUNNING,
    flags: "--keep-launcher",
    about: "start npx, npm run, pnpm, yarn or bunx for every test; otherwise pare starts the program that they start",
    decisive: true,
    perProcess: true,
  }),
} as const;
