/** Every setting of the command line, the environment and pare.config.json: one table for all three, made of the tables of all parts. */
import type { KindFlag } from "../isolate/kind.ts";
import { KINDS } from "../isolate/kinds/index.ts";
import { CONDITION_SETTINGS } from "../oracles/conditions/index.ts";
import { CLUSTER_SETTINGS } from "../settings/cluster.ts";
import { ISOLATION_SETTINGS } from "../settings/isolation.ts";
import { oneOf, port, text, wordOr } from "../settings/readers.ts";
import { REDUCTION_SETTINGS, REDUCTION_TEST_SETTINGS } from "../settings/reduction.ts";
import { GROUPS, pair, toggle, value, type Setting, type SettingsOf, type SettingTable } from "../settings/setting.ts";
import { MEASURE_SETTINGS, SELECTION_SETTINGS, SUITE_REDUCTION_SETTINGS } from "../settings/suite.ts";
import { TRIAGE_OWN_SETTINGS } from "../settings/triage.ts";

const TEST = { group: "Test" } as const;
const OUTPUT = { group: "Output" } as const;

/** Tests that the command line makes for a reduction. */
export const EFFECT_SETTINGS = {
  effect: value(
    {
      ...TEST,
      flags: "--effect <effect>",
      about:
        "keep an effect instead of a failure: coverage:READER, 'memory>=1G', 'time>=10s', 'output>=1M', 'value>=42', maximize:stderr/size",
    },
    text,
  ),
  keepPassing: value(
    {
      ...TEST,
      flags: "--keep-passing <command>",
      about:
        "remove everything that this shell command does not need to succeed; with --cover, also reports code that is covered but not checked",
    },
    text,
  ),
} as const;

/** What is read from standard input. */
const STREAM_SETTINGS = {
  stdinName: value(
    {
      group: "Running tests",
      flags: "--stdin-name <name>",
      about: "the name of the input, if it is - (standard input)",
      default: "stdin, with the extension of its language",
    },
    text,
  ),
} as const;

/** What every command prints. */
export const SCREEN_SETTINGS = {
  json: toggle({ ...OUTPUT, flags: "--json", about: "print one JSON object as the last line of standard output" }),
  quiet: toggle({ ...OUTPUT, flags: "--quiet", about: "print nothing but errors" }),
  plain: toggle({ ...OUTPUT, flags: "--plain", about: "print plain lines, as when not on a terminal" }),
  formatOutput: value(
    {
      ...OUTPUT,
      flags: "--format-output <format>",
      about:
        "how pare reports a run; plain: lines for a log, without carriage returns; github: the same with annotations",
      default: "auto: by the terminal and the environment",
    },
    oneOf("auto", "plain", "github"),
  ),
  noColor: toggle({ ...OUTPUT, flags: "--no-color", about: "print no colours (NO_COLOR does the same)" }),
} as const;

/** What a run leaves behind for others. */
export const RECORD_SETTINGS = {
  report: value(
    { ...OUTPUT, flags: "--report <file>", about: "write a report to FILE.html, FILE.md or FILE.json", path: true },
    text,
  ),
  events: value(
    { ...OUTPUT, flags: "--events <file>", about: "write every event to this file, as JSON lines", path: true },
    text,
  ),
} as const;

/** What `pare reduce` shows, and the page of `pare triage`, too. */
export const VIEW_SETTINGS = {
  web: value(
    {
      ...OUTPUT,
      flags: "--web [port]",
      about: "serve a live page on this machine, to watch and steer the run",
      default: "a free port",
      bare: "auto",
    },
    wordOr("auto", port),
    "number",
  ),
  explainPasses: toggle({
    ...OUTPUT,
    flags: "--explain-passes",
    about: "at the end, print what each pass removed and what it cost",
  }),
} as const;

const kindSetting = ({ usage, about, takes }: KindFlag): Setting => {
  const common = { group: "What to compare", flags: usage, about } as const;
  if (takes === "pair") return pair(common);
  return takes === "nothing" ? toggle(common) : value(common, text);
};

/** The flags of each kind of isolation, by the names that the kind gives them. */
export const KIND_SETTINGS: SettingTable = Object.fromEntries(
  KINDS.flatMap(({ flags }) => Object.entries(flags)).map(([name, flag]) => [name, kindSetting(flag)]),
);

const NAMED_SETTINGS = {
  ...REDUCTION_TEST_SETTINGS,
  ...CONDITION_SETTINGS,
  ...EFFECT_SETTINGS,
  ...STREAM_SETTINGS,
  ...MEASURE_SETTINGS,
  ...REDUCTION_SETTINGS,
  ...ISOLATION_SETTINGS,
  ...SUITE_REDUCTION_SETTINGS,
  ...SELECTION_SETTINGS,
  ...TRIAGE_OWN_SETTINGS,
  ...CLUSTER_SETTINGS,
  ...RECORD_SETTINGS,
  ...VIEW_SETTINGS,
  ...SCREEN_SETTINGS,
} as const;

/** All of them. The command after `--` is a setting without a flag. */
export const SETTINGS: typeof NAMED_SETTINGS = { ...KIND_SETTINGS, ...NAMED_SETTINGS };

export type FlagName = keyof typeof SETTINGS;

/** What is set; a setting that nobody has given is missing. */
export interface Settings extends SettingsOf<typeof SETTINGS> {
  readonly command?: readonly string[];
}

export type SettingName = keyof Settings;

export const settingOf = (name: FlagName): Setting => SETTINGS[name];

/** In the order of the help. */
export const FLAG_NAMES: readonly FlagName[] = GROUPS.flatMap((group) =>
  (Object.keys(SETTINGS) as FlagName[]).filter((name) => settingOf(name).group === group),
);

/** The settings of these tables, in the order of the help. */
export const namesIn = (...tables: readonly SettingTable[]): readonly FlagName[] =>
  FLAG_NAMES.filter((name) => tables.some((table) => name in table));

/** The settings that every command reads, though only some take the flags: what is wrong in them is found at once. */
const SHARED = {
  ...CONDITION_SETTINGS,
  ...EFFECT_SETTINGS,
  ...REDUCTION_SETTINGS,
  ...CLUSTER_SETTINGS,
  ...RECORD_SETTINGS,
  ...VIEW_SETTINGS,
  ...SCREEN_SETTINGS,
} as const;

/** Does every command read it? */
export const isShared = (name: string): boolean => name === "command" || name in SHARED;
