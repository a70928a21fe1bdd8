/** The whole command line is on one page, docs/guide/command-line.md, made of the tables of settings and usages: `-u` writes it anew. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALL_USAGES } from "../../src/cli/all-usages.ts";
import { longFlag } from "../../src/cli/arguments.ts";
import { EXIT, EXIT_MEANINGS } from "../../src/cli/failure.ts";
import { FLAG_NAMES, settingOf, type FlagName } from "../../src/cli/settings.ts";
import { synopsisOf } from "../../src/cli/usage.ts";
import { flagOf, GROUPS, oppositeOf } from "../../src/settings/setting.ts";

const PAGE = join(import.meta.dirname, "../../docs/guide/command-line.md");
const cell = (text: string): string => text.replaceAll("|", String.raw`\|`);
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
const code = (text: string): string => `\`${text}\``;

const flagRow = (name: FlagName): string => {
  const setting = settingOf(name);
  const words = setting.kind === "switch" ? [] : (setting.reader.words ?? []);
  const typed = [setting.flags, ...oppositeOf(name, setting)].join(", ");
  const choice = words.length > 1 && words.length <= 12 ? `: ${words.join(", ")}` : "";
  const by = ALL_USAGES.filter(({ settings }) => settings.includes(name)).map((usage) => usage.name);
  return row(code(typed), `${setting.about}${choice}`, setting.default ?? "", by.join(", "));
};

const tableOf = (group: string): readonly string[] => {
  const names = FLAG_NAMES.filter((name) => settingOf(name).group === group);
  return [
    `### ${group}`,
    "",
    row("flag", "meaning", "default", "commands"),
    "|---|---|---|---|",
    ...names.map(flagRow),
    "",
  ];
};

const page = (): string =>
  [
    "# The command line",
    "",
    "Every command and every flag. `npx vitest run test/docs/command-line.test.ts -u` writes this page from the tables in the source; do not edit it.",
    "",
    "The guides explain how to use them: [reduce](reduce.md), [isolate](isolate.md), [triage](triage.md), [quick tests](quick-tests.md), [check](check.md), [report](report.md), [clusters](../cluster.md).",
    "",
    "## Commands",
    "",
    row("command", "what it does"),
    "|---|---|",
    ...ALL_USAGES.map((usage) => row(code(synopsisOf(usage)), usage.summary)),
    row(code("pare completion bash|zsh|fish"), "Prints a script that completes commands, flags and their values."),
    row(code("pare INPUT... [options] [-- COMMAND ARG...]"), "The same as `pare reduce`."),
    "",
    "`pare --help` and `pare COMMAND --help` print the help, with `--all` every flag of the command, `pare --version` prints the version. Everything after the first `--` is the command to run.",
    "",
    "## Flags",
    "",
    "A flag `--max-tests` can also be set as `PARE_MAX_TESTS` in the environment, and as `maxTests` in `pare.config.json`. A flag overrides the environment, and the environment overrides the file ([more](reduce.md#defaults)).",
    "",
    ...GROUPS.flatMap(tableOf),
    "### Only on the command line",
    "",
    row("flag", "meaning", "command"),
    "|---|---|---|",
    ...ALL_USAGES.flatMap(({ name, extras = [] }) => extras.map(({ flag, about }) => row(code(flag), about, name))),
    "",
    "## Exit codes",
    "",
    "All commands use the same ones.",
    "",
    row("code", "meaning"),
    "|---|---|",
    ...(Object.keys(EXIT) as (keyof typeof EXIT)[]).map((name) => row(String(EXIT[name]), EXIT_MEANINGS[name])),
    "",
  ].join("\n");

test("the page of the command line has every command and every flag", async () => {
  await expect(page()).toMatchFileSnapshot(PAGE);
});

test("every command has its usage in the list that the page and the man page are made of", () => {
  const commands = readdirSync(join(import.meta.dirname, "../../src/cli/commands")).map((file) =>
    file.replace(/\.ts$/, ""),
  );
  const listed = new Set(["completion", ...ALL_USAGES.map(({ name }) => name.split(" ")[0] ?? "")]);
  expect([...listed].toSorted()).toEqual(commands.toSorted());
});

test("every flag of every command is on the page once", () => {
  const typed = Array.from(page().matchAll(/^\| `([^`]+)` \|.*\|.*\|/gm), ([, flags = ""]) => longFlag(flags));
  const known = [
    ...FLAG_NAMES.map(flagOf),
    ...ALL_USAGES.flatMap(({ extras = [] }) => extras.map(({ flag }) => longFlag(flag))),
  ];
  expect(typed.filter((flag) => flag.startsWith("--")).toSorted()).toEqual(known.toSorted());
});
