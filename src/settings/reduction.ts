/** The settings of a reduction. */
import { PLAIN } from "../languages/plain/name.ts";
import { packedLanguages } from "../languages/registry.ts";
import { FORMATS } from "../pipelines/format-names.ts";
import { list } from "../strategies/index.ts";
import { duration, oneOf, size, text, wholeNumber, wordOr, type ValueReader } from "./readers.ts";
import { many, toggle, value } from "./setting.ts";
import { LAUNCHER_SETTINGS, LAYOUT_SETTINGS, SEARCH_SETTINGS, TEST_SETTINGS } from "./tests.ts";

const REDUCTION = { group: "Reduction" } as const;
const OUTPUT = { group: "Output" } as const;

/** Is it the path of a grammar, and not the name of a language? */
export const isGrammarPath = (name: string): boolean => name.endsWith(".wasm");

/** All names of languages. */
export const LANGUAGE_NAMES: readonly string[] = [PLAIN, ...packedLanguages];

const languages: ValueReader<string> = { ...text, wants: "the name of a language", words: LANGUAGE_NAMES };

/** What its test is. */
export const REDUCTION_TEST_SETTINGS = {
  ...TEST_SETTINGS,
  ...LAYOUT_SETTINGS,
  ...LAUNCHER_SETTINGS,
  repeat: SEARCH_SETTINGS.repeat,
  /** The command of a process that reads {"id": …, "path": …} lines and answers with {"id": …, "outcome": …} lines. */
  oracleServer: value(
    {
      group: "Test",
      flags: "--oracle-server <command>",
      about: "a long-running process that tests candidates: it reads and answers one line for each",
    },
    text,
  ),
  /** The names in messages may change, and errors of other kinds may show beside the failure. */
  loose: toggle({
    group: "Test",
    flags: "--loose",
    about: "accept the same message about other names, and further errors",
    decisive: true,
  }),
  /** C and C++: refuse candidates with undefined behaviour that the original does not have. */
  sane: toggle({
    group: "Test",
    flags: "--sane",
    about: "refuse C and C++ candidates with new warnings of undefined behaviour or new reports of sanitizers",
    decisive: true,
  }),
  /** The test is not reliable: repeat it and decide by statistics. */
  flaky: toggle({
    group: "Running tests",
    flags: "--flaky",
    about: "the test is not reliable: repeat it and decide by statistics",
    decisive: true,
  }),
} as const;

/** Everything that `reduce` of the library takes. */
export const REDUCTION_SETTINGS = {
  ...REDUCTION_TEST_SETTINGS,
  /** Go on although an input with nothing of the original in it fails, too. */
  allowTrivial: toggle({
    group: "Test",
    flags: "--allow-trivial",
    about: "go on although an empty or neutral input fails too; the result says so",
  }),
  ...SEARCH_SETTINGS,
  format: value(
    { ...REDUCTION, flags: "--format <name>", about: "the units to remove", decisive: true },
    oneOf(...FORMATS),
  ),
  /** The name of a strategy, or "auto". */
  strategy: value(
    { ...REDUCTION, flags: "--strategy <name>", about: "the algorithm; `pare algorithms` lists them", decisive: true },
    oneOf("auto", ...Object.keys(list)),
  ),
  /** A name, or the path of a grammar (.wasm); detected by the input's name and content unless given. */
  language: value(
    {
      ...REDUCTION,
      flags: "--language <name|path>",
      about: "the language of the input, or the .wasm file of a tree-sitter grammar",
      default: "detected",
      path: isGrammarPath,
    },
    languages,
  ),
  /** As few bytes as possible: names may be replaced, and texts need not parse. */
  smallest: toggle({
    ...REDUCTION,
    flags: "--smallest",
    about: "count bytes alone: allow short names and text that does not parse (--rename --no-valid)",
    implies: { rename: true, valid: false },
  }),
  /** Names may be replaced by shorter ones. */
  rename: toggle({
    ...REDUCTION,
    flags: "--rename",
    about: "also replace names by shorter ones",
    decisive: true,
    negatable: true,
  }),
  /** At the end, replace names, strings and numbers by neutral ones, so that the result can be shared. */
  anonymize: toggle({
    ...REDUCTION,
    flags: "--anonymize",
    about: "at the end, replace names, strings and numbers by neutral ones, so that the result can be shared",
    decisive: true,
  }),
  /** No candidate has more syntax errors than what it comes from; unless given, that holds of texts that have none. */
  valid: toggle({
    ...REDUCTION,
    flags: "--valid",
    about: "test no candidate with more syntax errors than before",
    default: "on for text without syntax errors",
    decisive: true,
    negatable: true,
  }),
  /** Start from what this shell command prints for the input, `{}`, if that still fails; "auto": a compiler with -E -P. */
  preprocess: value(
    {
      ...REDUCTION,
      flags: "--preprocess <command|auto>",
      about: "start from what this command prints for the input {}; auto: the compiler with -E -P",
      decisive: true,
    },
    wordOr("auto", text),
  ),
  /** Shell commands: each gets the current file and prints edits as JSON lines. */
  pass: many(
    {
      ...REDUCTION,
      flags: "--pass <command>",
      about: "your own pass: a command that prints edits as JSON lines; repeatable",
      option: "passes",
    },
    text,
  ),
  /** The time limit of one run of such a command in milliseconds. */
  passTimeout: value(
    {
      ...REDUCTION,
      flags: "--pass-timeout <seconds>",
      about: "time limit of each run of such a pass",
      default: "30",
      decisive: true,
    },
    duration,
    "number",
  ),
  splitFactor: value(
    {
      ...REDUCTION,
      flags: "--split-factor <n>",
      about: "for the ddmin family: how many parts to split into, at the start and at each refinement",
      default: "2",
      decisive: true,
    },
    wholeNumber(2),
    "number",
  ),
  order: value(
    {
      ...REDUCTION,
      flags: "--order <order>",
      about: "for the ddmin family: the order of the parts",
      default: "forward",
      decisive: true,
    },
    oneOf("forward", "backward"),
  ),
  cases: value(
    {
      ...REDUCTION,
      flags: "--cases <cases>",
      about: "for the ddmin family: which candidates to test",
      default: "subsets-first",
      decisive: true,
    },
    oneOf("subsets-first", "complements-first", "complements-only"),
  ),
  /** Stop when the result is this small, in bytes. */
  untilSize: value(
    { group: "Limits", flags: "--until-size <bytes>", about: "stop when the result is this small" },
    size(0),
    "number",
  ),
  /** NAME.reduced.EXT beside the input unless given. */
  output: value(
    {
      ...OUTPUT,
      flags: "-o, --output <path>",
      about: "where to write the result",
      default: "NAME.reduced.EXT beside the input",
      path: true,
    },
    text,
  ),
  /** Replace the input; the first original is kept as NAME.orig for ever. */
  inPlace: toggle({ ...OUTPUT, flags: "--in-place", about: "replace the input; keep the original as NAME.orig" }),
} as const;
