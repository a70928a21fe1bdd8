/** `pare algorithms`: what there is to choose from. */
import { FILE_FORMATS, type FileFormatName } from "../../pipelines/file.ts";
import { list, tree } from "../../strategies/index.ts";
import { readArguments } from "../arguments.ts";
import type { Terminal } from "../terminal.ts";
import { ALGORITHMS } from "../usages.ts";

interface Line {
  readonly name: string;
  readonly summary: string;
  readonly source?: string;
}

const FORMATS: Readonly<Record<FileFormatName, string>> = {
  auto: "lines, then characters; bytes for what is no text",
  lines: "whole lines, whatever ends them",
  characters: "characters as people see them; what cannot be decoded counts as bytes",
  bytes: "single bytes",
};

export const run = async (typed: readonly string[], { out, directory, environment }: Terminal): Promise<number> => {
  const { settings } = readArguments(ALGORITHMS, typed, { directory, environment });
  const strategies = linesOf(list);
  const trees = linesOf(tree);
  const formats = FILE_FORMATS.map((name) => ({ name, summary: FORMATS[name] }));
  if (settings.json === true) out.write(`${JSON.stringify({ strategies, trees, formats })}\n`);
  else
    out.write(
      `${[...section("Strategies (--strategy)", strategies), "", ...section("Formats (--format)", formats)].join("\n")}\n`,
    );
  return 0;
};

const linesOf = (
  registry: Readonly<Record<string, { readonly summary: string; readonly source: string }>>,
): readonly Line[] => Object.entries(registry).map(([name, { summary, source }]) => ({ name, summary, source }));

const section = (title: string, lines: readonly Line[]): readonly string[] => {
  const width = Math.max(...lines.map(({ name }) => name.length));
  const indent = " ".repeat(width + 4);
  return [
    `${title}:`,
    ...lines.flatMap(({ name, summary, source }) => [
      `  ${name.padEnd(width)}  ${summary}`,
      ...(source === undefined ? [] : [`${indent}${source}`]),
    ]),
  ];
};
