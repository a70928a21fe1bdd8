/** `pare COMMAND --help`: examples, then the flags that most people need; with `--all`, every flag and every example. */
import { flagOf, GROUPS, oppositeOf, type Setting } from "../settings/setting.ts";
import { settingOf, type FlagName } from "./settings.ts";
import { synopsisOf, type Usage } from "./usage.ts";

const WIDTH = 100;
/** Narrower terminals fold the lines themselves. */
const MIN_WIDTH = 60;
/** Longer flags have a line of their own. */
const MAX_FLAG = 28;
/** So many examples are enough to begin with. */
const MAX_EXAMPLES = 4;
/** More words than that are not listed. */
const MAX_WORDS = 7;

/** For a terminal with so many columns; without one, notes stay as they are written. */
export const helpText = (usage: Usage, all: boolean, columns = Number.POSITIVE_INFINITY): string => {
  const room = Math.max(MIN_WIDTH, Math.min(WIDTH, columns));
  const { summary, settings, common = settings, examples, notes, extras = [] } = usage;
  const isWhole = all || common.length === settings.length;
  const shown = isWhole ? examples : examples.slice(0, MAX_EXAMPLES);
  const more = isWhole ? [] : [`  pare ${usage.name} --help --all explains all flags, and has more examples.`];
  return [
    `Usage: ${synopsisOf(usage)}`,
    "",
    ...wrapped(summary, room),
    "",
    "Examples:",
    ...shown.flatMap(([typed, does]) => [`  ${typed}`, `      ${does}`]),
    "",
    ...(isWhole
      ? groupsOf(usage, room)
      : [
          ...section("The flags that most people need", rowsOfAll(common, usage), room),
          ...restOf(usage, common, room),
        ]),
    ...(extras.length === 0
      ? []
      : [
          "Only for this command:",
          ...table(
            extras.map(({ flag, about }) => [flag, about]),
            room,
          ),
          "",
        ]),
    "Help:",
    ...table([["-h, --help", "show this help"]], room),
    ...more,
    "",
    ...notes.flatMap((note) => [...noteLines(note, columns), ""]),
  ].join("\n");
};

/** Lines that are too long for the terminal make a paragraph of all of them. */
const noteLines = (note: string, columns: number): readonly string[] =>
  note.split("\n").some((line) => line.length > columns)
    ? wrapped(note.replaceAll("\n", " "), Math.max(MIN_WIDTH, columns))
    : [note];

const groupsOf = (usage: Usage, room: number): readonly string[] =>
  GROUPS.flatMap((group) => {
    const names = usage.settings.filter((name) => settingOf(name).group === group);
    return names.length === 0 ? [] : section(group, rowsOfAll(names, usage), room);
  });

type Row = readonly [flag: string, about: string];

const rowsOfAll = (names: readonly FlagName[], usage: Usage): readonly Row[] =>
  names.flatMap((name) => rowsOf(name, usage));

const section = (title: string, rows: readonly Row[], room: number): readonly string[] => [
  `${title}:`,
  ...table(rows, room),
  "",
];

/** The names of the others, by their groups. */
const restOf = ({ settings }: Usage, common: readonly FlagName[], room: number): readonly string[] => {
  const width = Math.max(...GROUPS.map((group) => group.length)) + 4;
  const lines = GROUPS.flatMap((group) => {
    const own = settings.filter((name) => settingOf(name).group === group && !common.includes(name));
    if (own.length === 0) return [];
    const [first = "", ...others] = wrapped(own.map(flagOf).join(", "), room - width);
    return [`  ${group}`.padEnd(width) + first, ...others.map((line) => " ".repeat(width) + line)];
  });
  return ["More flags:", ...lines, ""];
};

const rowsOf = (name: FlagName, { own }: Usage): readonly Row[] => {
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

const table = (rows: readonly Row[], room: number): readonly string[] => {
  const width = Math.min(MAX_FLAG, Math.max(...rows.map(([flag]) => flag.length))) + 4;
  return rows.flatMap(([flag, about]) => {
    const lines = wrapped(about, room - width).map((line) => " ".repeat(width) + line);
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
