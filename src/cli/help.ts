/** `pare COMMAND --help`: examples, then the flags that most people need; with `--all`, every flag and every example. */
import { flagOf, GROUPS, oppositeOf, type Setting } from "../settings/setting.ts";
import { settingOf, type FlagName } from "./settings.ts";
import { synopsisOf, type Usage } from "./usage.ts";

const WIDTH = 100;
/** Longer flags have a line of their own. */
const MAX_FLAG = 28;
/** So many examples are enough to begin with. */
const MAX_EXAMPLES = 4;
/** More words than that are not listed. */
const MAX_WORDS = 7;

export const helpText = (usage: Usage, all: boolean): string => {
  const { summary, settings, common = settings, examples, notes, extras = [] } = usage;
  const isWhole = all || common.length === settings.length;
  const shown = isWhole ? examples : examples.slice(0, MAX_EXAMPLES);
  const more = isWhole ? [] : [`  pare ${usage.name} --help --all explains all flags, and has more examples.`];
  return [
    `Usage: ${synopsisOf(usage)}`,
    "",
    ...wrapped(summary, WIDTH),
    "",
    "Examples:",
    ...shown.flatMap(([typed, does]) => [`  ${typed}`, `      ${does}`]),
    "",
    ...(isWhole
      ? groupsOf(usage)
      : [...section("The flags that most people need", usage, common), ...restOf(usage, common)]),
    ...(extras.length === 0
      ? []
      : ["Only for this command:", ...table(extras.map(({ flag, about }) => [flag, about])), ""]),
    "Help:",
    ...table([["-h, --help", "show this help"]]),
    ...more,
    "",
    ...notes.flatMap((note) => [note, ""]),
  ].join("\n");
};

const groupsOf = (usage: Usage): readonly string[] =>
  GROUPS.flatMap((group) => {
    const names = usage.settings.filter((name) => settingOf(name).group === group);
    return names.length === 0 ? [] : section(group, usage, names);
  });

const section = (title: string, usage: Usage, names: readonly FlagName[]): readonly string[] => [
  `${title}:`,
  ...table(names.flatMap((name) => rowsOf(name, usage))),
  "",
];

/** The names of the others, by their groups. */
const restOf = ({ settings }: Usage, common: readonly FlagName[]): readonly string[] => {
  const width = Math.max(...GROUPS.map((group) => group.length)) + 4;
  const lines = GROUPS.flatMap((group) => {
    const own = settings.filter((name) => settingOf(name).group === group && !common.includes(name));
    if (own.length === 0) return [];
    const [first = "", ...others] = wrapped(own.map(flagOf).join(", "), WIDTH - width);
    return [`  ${group}`.padEnd(width) + first, ...others.map((line) => " ".repeat(width) + line)];
  });
  return ["More flags:", ...lines, ""];
};

const rowsOf = (name: FlagName, { own }: Usage): readonly (readonly [string, string])[] => {
  const setting = settingOf(name);
  const said = own?.[name] ?? setting;
  return [
    [said.flags, aboutOf(said, setting)] as const,
    ...oppositeOf(name, setting).map((flag) => [flag, `turn ${flagOf(name)} off`] as const),
  ];
};

/** What it is about, its words if they are few, and its default. */
const aboutOf = (said: Pick<Setting, "about" | "default">, setting: Setting): string => {
  const words = setting.kind === "switch" ? [] : (setting.reader.words ?? []);
  const few = words.length > 1 && words.length <= MAX_WORDS ? [words.join(", ")] : [];
  const more = [...few, ...(said.default === undefined ? [] : [`default: ${said.default}`])];
  return more.length === 0 ? said.about : `${said.about} (${more.join("; ")})`;
};

const table = (rows: readonly (readonly [flag: string, about: string])[]): readonly string[] => {
  const width = Math.min(MAX_FLAG, Math.max(...rows.map(([flag]) => flag.length))) + 4;
  return rows.flatMap(([flag, about]) => {
    const lines = wrapped(about, WIDTH - width).map((line) => " ".repeat(width) + line);
    const head = `  ${flag}`;
    return head.length + 2 > width
      ? [head, ...lines]
      : [head.padEnd(width) + (lines[0] ?? "").trim(), ...lines.slice(1)];
  });
};

const wrapped = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
};
