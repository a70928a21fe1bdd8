/** `man pare`, made of the tables of settings, usages and exit codes. The build writes it to dist/pare.1. */
import { GROUPS, oppositeOf } from "../settings/setting.ts";
import { ALL_USAGES } from "./all-usages.ts";
import { EXIT, EXIT_MEANINGS } from "./failure.ts";
import { FLAG_NAMES, settingOf, type FlagName } from "./settings.ts";
import { synopsisOf, type Usage } from "./usage.ts";

/** As troff(1) reads it. */
export const manPage = (version: string): string =>
  [
    `.TH PARE 1 "" ${quoted(`pare ${version}`)} ${quoted("User Commands")}`,
    ...section("NAME", [String.raw`pare \- makes failing things small`]),
    ...section(
      "SYNOPSIS",
      ["pare INPUT... [options] [-- COMMAND ARG...]", ...ALL_USAGES.map(synopsisOf)].flatMap((line) => [
        ".br",
        literal(line),
      ]),
    ),
    ...section("DESCRIPTION", [
      literal("pare takes an input that fails and a command that shows the failure. It removes everything that the"),
      literal("failure does not need, and writes what is left. Without the name of a command, pare reduces."),
    ]),
    ...section("COMMANDS", ALL_USAGES.flatMap(commandText)),
    ...section("OPTIONS", GROUPS.flatMap(groupText)),
    ...section(
      "EXIT STATUS",
      Object.entries(EXIT).flatMap(([name, code]) => term(String(code), EXIT_MEANINGS[name as keyof typeof EXIT])),
    ),
    ...section("ENVIRONMENT", [
      literal(
        "Every option has a variable: PARE_MAX_TESTS is --max-tests, PARE_JOBS is --jobs. NO_COLOR turns colours off.",
      ),
    ]),
    ...section("FILES", [
      ...term("pare.config.json", "defaults of options, here or in a directory above"),
      ...term(".pare", "the runs that were started in a directory: journals, best results, what resuming needs"),
    ]),
    "",
  ].join("\n");

const section = (title: string, lines: readonly string[]): readonly string[] => [`.SH ${title}`, ...lines];

const commandText = (usage: Usage): readonly string[] => [
  `.SS ${quoted(literal(`pare ${usage.name}`))}`,
  literal(usage.summary),
  ...usage.notes.flatMap((note) => [".PP", ...note.split("\n").map(literal)]),
  ...(usage.extras ?? []).flatMap(({ flag, about }) => term(flag, about)),
  ".PP",
  "Examples:",
  ...usage.examples.flatMap(([typed, does]) => term(typed, does)),
];

const groupText = (group: (typeof GROUPS)[number]): readonly string[] => [
  `.SS ${quoted(literal(group))}`,
  ...FLAG_NAMES.filter((name) => settingOf(name).group === group).flatMap(flagText),
];

const flagText = (name: FlagName): readonly string[] => {
  const setting = settingOf(name);
  const words = setting.kind === "switch" ? [] : (setting.reader.words ?? []);
  const choice = words.length > 1 ? `: ${words.join(", ")}` : "";
  const standard = setting.default === undefined ? "" : ` (default: ${setting.default})`;
  const users = ALL_USAGES.filter(({ settings }) => settings.includes(name)).map((usage) => usage.name);
  return term(
    [setting.flags, ...oppositeOf(name, setting)].join(", "),
    `${setting.about}${choice}${standard}. Taken by: ${users.join(", ")}.`,
  );
};

const term = (head: string, text: string): readonly string[] => [".TP", `.B ${quoted(literal(head))}`, literal(text)];

/** An argument of a macro; a quotation mark in it is written as two. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Text that troff prints as it is: hyphens can be copied, and no line begins with a request. */
const literal = (text: string): string =>
  text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll("'", String.raw`\(aq`)
    .replaceAll("`", String.raw`\(ga`)
    .replaceAll("^", String.raw`\(ha`)
    .replaceAll("~", String.raw`\(ti`)
    .replaceAll(
      /[^\x20-\x7e]/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
    )
    .replace(/^\./, String.raw`\&.`);
