/** `pare completion SHELL`: a script that completes commands, flags and their values. */
import { UserError } from "../../core/errors.ts";
import { longFlag } from "../arguments.ts";
import type { Usage } from "../usage.ts";
import { flagOf, oppositeOf } from "../../settings/setting.ts";
import { FLAG_NAMES, settingOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { SUITE_COMPARE, SUITE_ORDER, SUITE_QUICK, SUITE_REDUCE, SUITE_SELECT } from "../suite/usages.ts";
import { ALGORITHMS, CHECK, INIT, ISOLATE, REDUCE, REPORT, TRIAGE, WORKER } from "../usages.ts";

const SUITES: readonly Usage[] = [SUITE_REDUCE, SUITE_SELECT, SUITE_ORDER, SUITE_QUICK, SUITE_COMPARE];
/** What any of the commands about suites takes. */
const SUITE: Usage = {
  ...SUITE_REDUCE,
  name: "suite",
  summary: "Quick tests: reduces, selects and orders the tests of a suite.",
  settings: [...new Set(SUITES.flatMap(({ settings }) => settings))],
  extras: SUITES.flatMap(({ extras = [] }) => extras),
};
const USAGES: readonly Usage[] = [REDUCE, ISOLATE, TRIAGE, SUITE, CHECK, INIT, REPORT, WORKER, ALGORITHMS];
const NAMES: readonly string[] = [...USAGES.map(({ name }) => name), "completion"];

const SHELLS: Readonly<Record<string, () => string>> = {
  bash: () => bash(),
  zsh: () => `#compdef pare\nautoload -U +X bashcompinit && bashcompinit\n${bash()}`,
  fish: () => fish(),
};

const HELP = `Usage: pare completion bash|zsh|fish

Prints a shell script that completes commands and flags of pare.

Examples:
  pare completion bash >> ~/.bashrc
      for every new bash
  pare completion zsh >> ~/.zshrc
      for every new zsh, after compinit
  pare completion fish > ~/.config/fish/completions/pare.fish
      for every new fish
`;

export const run = async (typed: readonly string[], { out }: Terminal): Promise<number> => {
  const [shell = "", ...more] = typed;
  const script = Object.hasOwn(SHELLS, shell) && more.length === 0 ? SHELLS[shell] : undefined;
  if (typed.includes("--help") || typed.includes("-h")) out.write(HELP);
  else if (script === undefined)
    throw new UserError(
      "BAD_USAGE",
      `pare completion needs the name of a shell${shell === "" ? "" : `, not ${typed.join(" ")}`}.`,
      {
        advice: "Give bash, zsh or fish: pare completion bash >> ~/.bashrc",
      },
    );
  else out.write(script());
  return 0;
};

const flagsOf = ({ settings, extras }: Usage): readonly string[] => [
  ...settings.flatMap((name) => [flagOf(name), ...oppositeOf(name, settingOf(name))]),
  ...(extras ?? []).map(({ flag }) => longFlag(flag)),
  "--help",
];

/** The flags whose value is one of a few words. */
const choices = (): readonly { readonly flag: string; readonly words: readonly string[] }[] =>
  FLAG_NAMES.flatMap((name) => {
    const setting = settingOf(name);
    const words = setting.kind === "switch" ? undefined : setting.reader.words;
    return words === undefined ? [] : [{ flag: flagOf(name), words }];
  });

/** What begins with neither a flag nor a known word is left to the shell: files. */
const bash = (): string => `_pare() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=reduce i words=
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [ "\${COMP_WORDS[i]}" = -- ]; then return; fi
  done
  case \${COMP_WORDS[1]} in
    ${NAMES.join("|")}) command=\${COMP_WORDS[1]} ;;
  esac
  case $prev in
${choices()
  .map(({ flag, words }) => `    ${flag}) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur")); return ;;`)
  .join("\n")}
  esac
  case $cur in
    -*)
      case $command in
${USAGES.map((usage) => `        ${usage.name}) words="${flagsOf(usage).join(" ")}" ;;`).join("\n")}
      esac ;;
    *)
      if [ "$COMP_CWORD" = 1 ]; then words="${NAMES.join(" ")}"; fi
      if [ "$command" = suite ] && [ "$COMP_CWORD" = 2 ]; then words="${SUITES.map(({ name }) => name.slice("suite ".length)).join(" ")}"; fi
      if [ "$command" = completion ] && [ "$COMP_CWORD" = 2 ]; then words="${Object.keys(SHELLS).join(" ")}"; fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _pare pare
`;

const fish = (): string => {
  const first = "complete -c pare -n __fish_use_subcommand";
  const lines = [
    ...USAGES.map(({ name, summary }) => `${first} -a ${name} -d ${quoted(summary)}`),
    `${first} -a completion`,
    `complete -c pare -n '__fish_seen_subcommand_from completion' -x -a '${Object.keys(SHELLS).join(" ")}'`,
    ...REDUCE.settings.map((name) => fishFlag("complete -c pare", name)),
    ...[ISOLATE, SUITE].flatMap(({ name: command, settings }) =>
      settings
        .filter((name) => !REDUCE.settings.includes(name))
        .map((name) => fishFlag(`complete -c pare -n '__fish_seen_subcommand_from ${command}'`, name)),
    ),
  ];
  return `${lines.join("\n")}\n`;
};

const fishFlag = (complete: string, name: Usage["settings"][number]): string => {
  const setting = settingOf(name);
  const words = setting.kind === "switch" ? undefined : setting.reader.words;
  const value =
    setting.kind === "switch"
      ? ""
      : words === undefined
        ? " -r"
        : ` ${setting.path === undefined ? "-x" : "-r"} -a '${words.join(" ")}'`;
  return `${complete} -l ${flagOf(name).slice(2)}${value} -d ${quoted(setting.about)}`;
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`;
