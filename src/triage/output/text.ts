/** The report of a bug for an issue tracker, and the script that shows it. */
import { relative } from "node:path";
import { hexRows } from "../../formats/binary/hex.ts";
import { isBinary } from "../../formats/encoding.ts";
import { lineWithVariable, shellLineAt } from "../../oracles/sides/line.ts";
import { quoteVisibly } from "../../oracles/shell-text.ts";
import { code, fenced, prose } from "../../reporters/markdown/markup.ts";
import { count, counted } from "../../progress/figures.ts";
import type { Bug } from "../bug.ts";

export interface ReportFacts {
  readonly command: readonly string[];
  readonly stdin: boolean;
  /** Where pare was started. */
  readonly origin: string;
  /** Names and versions. */
  readonly environment: readonly (readonly [name: string, value: string])[];
}

const MAX_SHOWN = 4000;
const MAX_MEMBERS = 20;

export const reducedName = ({ name }: Pick<Bug, "name">): string => name.replace(/^input/, "reduced");

/** The name of a second input. */
export const secondName = ({ name }: Pick<Bug, "name">): string => name.replace(/^input/, "reduced-2");

const commandWith = (command: readonly string[], input: string): string =>
  command
    .map(
      (word) =>
        word
          .split("{}")
          .map((part) => (part === "" ? "" : quoteVisibly(part)))
          .join(input) || "''",
    )
    .join(" ");

/** The same for a script, in which the path may hold anything: a line for a shell gets it by a variable. */
export const scriptedCommand = (command: readonly string[], input: string): string => {
  const line = shellLineAt(command);
  if (line === undefined || command[line]?.includes("{}") !== true) return commandWith(command, input);
  const words = command.map((word, at) => (at === line ? lineWithVariable(word, INPUT) : word));
  return `${INPUT}=${input} ${commandWith(words, input)}`;
};

const INPUT = "PARE_INPUT";

/** Runs the command where pare was started; another directory can be given. */
export const reproduceScript = (bug: Bug, { command, stdin, origin }: ReportFacts, folder: string): string => {
  const input = `"$here"/${quoteVisibly(bug.reduced === undefined ? bug.name : reducedName(bug))}`;
  return `#!/bin/sh
# ${prefixed(bug)}
# Usage: ./reproduce.sh [DIR]   DIR: where the command is run; where pare triage was started unless given
here=$(cd "$(dirname "$0")" && pwd) || exit 2
cd "\${1:-"$here"/${quoteVisibly(relative(folder, origin) || ".")}}" || exit 2
${scriptedCommand(command, input)}${stdin ? ` < ${input}` : ""}
`;
};

const prefixed = ({ id, title }: Bug): string => `bug ${id}: ${title.replaceAll(/[^ -~]+/g, "?")}`;

const contentOf = (bytes: Uint8Array): string => {
  if (isBinary(bytes)) return fenced(hexText(bytes), "");
  const text = Buffer.from(bytes).toString();
  return fenced(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text, "");
};

const MAX_ROWS = 64;

const hexText = (bytes: Uint8Array): string => {
  const { rows, cut } = hexRows(bytes, MAX_ROWS);
  return [...rows, ...(cut ? ["…"] : [])].join("\n");
};

const secondText = (bug: Bug): readonly string[] => {
  const { second } = bug;
  if (second === undefined) return [];
  const { bytes, before, from } = second;
  const size = `${count(before)} → ${counted(bytes.length, "byte")}`;
  return [`${code(secondName(bug))}, another way to it (${code(from)}, ${size}):`, contentOf(bytes)];
};

export const reportText = (bug: Bug, { command, stdin, environment }: ReportFacts): string => {
  const { title, severity, files, rate, foundWhile, offers, output, since, firstSeen, reduced, before, after } = bug;
  const name = reduced === undefined ? bug.name : reducedName(bug);
  const facts: readonly (string | undefined)[] = [
    `severity (a hint): ${severity}`,
    `files that show it: ${count(files.length)}`,
    firstSeen === undefined ? undefined : `first seen: ${firstSeen}`,
    rate === undefined ? undefined : `flaky: shows in ${rate.shows} of ${rate.runs} runs`,
    foundWhile === undefined ? undefined : `found while reducing bug ${foundWhile}`,
    since === undefined ? undefined : prose(since),
    ...offers.map(({ id, why }) => `probably the same bug as ${id}: ${prose(why)}`),
    ...environment.map(([what, value]) => `${prose(what)}: ${prose(value)}`),
  ];
  return `${[
    `# ${prose(title)}`,
    "To reproduce it, run:",
    fenced(`${commandWith(command, quoteVisibly(name))}${stdin ? ` < ${quoteVisibly(name)}` : ""}`, "sh"),
    ...(reduced === undefined
      ? []
      : [
          `${code(name)}, ${count(before)} → ${counted(after, "byte")}${bug.complete ? "" : " (the reduction was not finished)"}:`,
          contentOf(reduced),
        ]),
    ...secondText(bug),
    ...(output === undefined || output === "" ? [] : ["It prints:", fenced(output, "")]),
    facts.flatMap((fact) => (fact === undefined ? [] : [`- ${fact}`])).join("\n"),
    ...(files.length === 0
      ? []
      : [
          "Files:",
          files
            .slice(0, MAX_MEMBERS)
            .map((file) => `- ${code(file)}`)
            .join("\n"),
        ]),
    ...(files.length > MAX_MEMBERS
      ? [`… and ${count(files.length - MAX_MEMBERS)} more in ${code("members.txt")}.`]
      : []),
  ].join("\n\n")}\n`;
};
