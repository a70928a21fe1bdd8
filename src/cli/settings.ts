/** Every choice a user has on the command line, in the environment and in pare.config.json: one table for all three. */
import { FORMATS, type FormatName } from "../pipelines/plan.ts";
import { isGrammarPath, LANGUAGE_NAMES } from "../reduce/language.ts";
import { list } from "../strategies/index.ts";
import { CLUSTER_SETTINGS, type ClusterSettings } from "./cluster/settings.ts";
import { ISOLATION_SETTINGS, type IsolationSettings } from "./isolation/settings.ts";
import {
  duration,
  exitCode,
  oneOf,
  pattern,
  port,
  signalName,
  size,
  text,
  wholeNumber,
  wordOr,
  type Reader,
} from "./readers.ts";
import { many, toggle, value, type Setting } from "./setting.ts";
import { SUITE_SETTINGS, type SuiteSettings } from "./suite/settings.ts";

/** What is set; what is not there was not said by anybody. */
export interface Settings extends IsolationSettings, SuiteSettings, ClusterSettings {
  readonly test?: string;
  readonly command?: readonly string[];
  readonly oracleServer?: string;
  readonly exit?: number | "nonzero";
  readonly signal?: string;
  readonly match?: readonly string[];
  readonly matchStdout?: readonly string[];
  readonly matchStderr?: readonly string[];
  readonly noMatch?: readonly string[];
  readonly hang?: number;
  readonly stdin?: boolean;
  readonly with?: readonly string[];
  readonly timeout?: number | "auto";
  readonly memory?: number;
  readonly repeat?: number;
  readonly flaky?: boolean;
  readonly sandbox?: boolean;
  readonly output?: string;
  readonly inPlace?: boolean;
  readonly jobs?: number;
  readonly format?: FormatName;
  readonly strategy?: string;
  readonly language?: string;
  readonly rename?: boolean;
  readonly anonymize?: boolean;
  readonly valid?: boolean;
  readonly preprocess?: string;
  readonly pass?: readonly string[];
  readonly passTimeout?: number;
  readonly explainPasses?: boolean;
  readonly splitFactor?: number;
  readonly order?: "forward" | "backward";
  readonly cases?: "subsets-first" | "complements-first" | "complements-only";
  readonly budget?: number;
  readonly maxTests?: number;
  readonly untilSize?: number;
  readonly fresh?: boolean;
  readonly plain?: boolean;
  readonly noColor?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly events?: string;
  readonly web?: number | "auto";
  readonly effect?: string;
  readonly keepPassing?: string;
}

export type SettingName = keyof Settings;

const WHAT = { group: "What counts" } as const;
const HOW = { group: "How a test runs" } as const;
const REDUCED = { group: "How it is reduced" } as const;
const ENDS = { group: "When it ends" } as const;
const OUTPUT = { group: "Output" } as const;

/** More at once are a slip of the hand. */
const MAX_JOBS = 4096;

const languages: Reader<string> = { ...text, wants: "the name of a language", words: LANGUAGE_NAMES };
const strategies = oneOf("auto", ...Object.keys(list));

/** In the order of the help. `command` has no flag: it is what stands behind `--`. */
export const SETTINGS: Readonly<Record<Exclude<SettingName, "command">, Setting>> = {
  ...ISOLATION_SETTINGS,
  ...SUITE_SETTINGS,
  test: value(
    {
      ...WHAT,
      flags: "--test <script>",
      about: "0 = the candidate still shows it, 125 = cannot tell, else it does not",
      path: true,
    },
    text,
  ),
  oracleServer: value(
    { ...WHAT, flags: "--oracle-server <command>", about: "a warm process that answers a line for each candidate" },
    text,
  ),
  exit: value(
    { ...WHAT, flags: "--exit <code|nonzero>", about: "the command must end with this code" },
    wordOr("nonzero", exitCode),
    "number",
  ),
  signal: value({ ...WHAT, flags: "--signal <name>", about: "the command must be ended by this signal" }, signalName),
  match: many({ ...WHAT, flags: "--match <re>", about: "its output (either stream) must match; repeatable" }, pattern),
  matchStdout: many({ ...WHAT, flags: "--match-stdout <re>", about: "its standard output must match" }, pattern),
  matchStderr: many({ ...WHAT, flags: "--match-stderr <re>", about: "its error output must match" }, pattern),
  noMatch: many({ ...WHAT, flags: "--no-match <re>", about: "its output must not match" }, pattern),
  hang: value({ ...WHAT, flags: "--hang <seconds>", about: "still running then = it shows" }, duration, "number"),
  effect: value(
    {
      ...WHAT,
      flags: "--effect <effect>",
      about:
        "not a failure but an effect: coverage:READER, 'memory>=1G', 'time>=10s', 'output>=1M', 'value>=42', maximize:stderr/size",
    },
    text,
  ),
  keepPassing: value(
    {
      ...WHAT,
      flags: "--keep-passing <command>",
      about: "what this line for a shell does not need can go; told is what it covers and does not check (--cover)",
    },
    text,
  ),
  stdin: toggle({ ...HOW, flags: "--stdin", about: "feed the candidate on standard input" }),
  with: many(
    { ...HOW, flags: "--with <path>", about: "put this file or directory beside it; repeatable", path: true },
    text,
  ),
  timeout: value(
    { ...HOW, flags: "--timeout <seconds|auto>", about: "limit of a test (auto: learnt from the original)" },
    wordOr("auto", duration),
    "number",
  ),
  memory: value({ ...HOW, flags: "--memory <size>", about: "limit of a test's memory: 512M, 2G" }, size(1)),
  repeat: value({ ...HOW, flags: "--repeat <n>", about: "run every test this often" }, wholeNumber(1), "number"),
  flaky: toggle({ ...HOW, flags: "--flaky", about: "the oracle sometimes lies: measure instead of trusting" }),
  sandbox: toggle({
    ...HOW,
    flags: "--sandbox",
    about: "nothing outside of the scratch directory can be written or reached",
  }),
  jobs: value(
    { ...HOW, flags: "-j, --jobs <n>", about: "tests at once (default: the cores this process may use)" },
    wholeNumber(1, MAX_JOBS),
    "number",
  ),
  format: value({ ...REDUCED, flags: "--format <name>", about: "what is removed" }, oneOf(...FORMATS)),
  strategy: value({ ...REDUCED, flags: "--strategy <name>", about: "how; `pare algorithms` lists them" }, strategies),
  language: value(
    {
      ...REDUCED,
      flags: "--language <name|path>",
      about: "of the input, or a grammar's .wasm file (found out unless given)",
      path: isGrammarPath,
    },
    languages,
  ),
  rename: toggle({ ...REDUCED, flags: "--rename", about: "allow shorter names" }),
  anonymize: toggle({
    ...REDUCED,
    flags: "--anonymize",
    about: "at the end, neutral names, strings and numbers, so that it can be shared",
  }),
  valid: toggle({ ...REDUCED, flags: "--valid", about: "keep the result as parseable as the original" }),
  preprocess: value(
    {
      ...REDUCED,
      flags: "--preprocess <command|auto>",
      about: "start from what it prints of the input {} (auto: the compiler with -E -P)",
    },
    wordOr("auto", text),
  ),
  pass: many(
    { ...REDUCED, flags: "--pass <command>", about: "a pass of your own: prints edits as JSON lines; repeatable" },
    text,
  ),
  passTimeout: value(
    { ...REDUCED, flags: "--pass-timeout <seconds>", about: "limit of one run of such a pass (30)" },
    duration,
    "number",
  ),
  splitFactor: value(
    {
      ...REDUCED,
      flags: "--split-factor <n>",
      about: "for the ddmin family: chunks at the start and per refinement (2)",
    },
    wholeNumber(2),
    "number",
  ),
  order: value(
    { ...REDUCED, flags: "--order <order>", about: "for the ddmin family (forward)" },
    oneOf("forward", "backward"),
  ),
  cases: value(
    { ...REDUCED, flags: "--cases <cases>", about: "for the ddmin family (subsets-first)" },
    oneOf("subsets-first", "complements-first", "complements-only"),
  ),
  budget: value(
    { ...ENDS, flags: "--budget <time>", about: "stop after this time, from the start of pare: 90s, 10m, 2h" },
    duration,
  ),
  maxTests: value({ ...ENDS, flags: "--max-tests <n>", about: "stop after so many tests" }, wholeNumber(1), "number"),
  untilSize: value(
    { ...ENDS, flags: "--until-size <bytes>", about: "stop when the result is as small as that" },
    size(0),
    "number",
  ),
  fresh: toggle({ ...ENDS, flags: "--fresh", about: "start over instead of going on with an earlier run" }),
  ...CLUSTER_SETTINGS,
  output: value(
    {
      ...OUTPUT,
      flags: "-o, --output <path>",
      about: "where the best goes (NAME.reduced.EXT beside the input)",
      path: true,
    },
    text,
  ),
  inPlace: toggle({ ...OUTPUT, flags: "--in-place", about: "replace the input; the original is kept as NAME.orig" }),
  events: value({ ...OUTPUT, flags: "--events <file>", about: "write what happens as JSON lines", path: true }, text),
  web: value(
    {
      ...OUTPUT,
      flags: "--web [port]",
      about: "a live page on this machine, to look at and to steer the run (a free port unless given)",
      bare: "auto",
    },
    wordOr("auto", port),
    "number",
  ),
  explainPasses: toggle({
    ...OUTPUT,
    flags: "--explain-passes",
    about: "at the end, what each pass removed at which cost",
  }),
  json: toggle({ ...OUTPUT, flags: "--json", about: "the last line on standard output is one JSON object" }),
  quiet: toggle({ ...OUTPUT, flags: "--quiet", about: "print nothing but errors" }),
  plain: toggle({ ...OUTPUT, flags: "--plain", about: "plain lines, as when not on a terminal" }),
  noColor: toggle({ ...OUTPUT, flags: "--no-color", about: "no colours (NO_COLOR does the same)" }),
};

/** "--jobs" of a setting's name. */
export const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** "PARE_MAX_TESTS" of a setting's name. */
export const variableOf = (name: string): string => `PARE_${flagOf(name).slice(2).replaceAll("-", "_").toUpperCase()}`;
