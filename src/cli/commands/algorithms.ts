/** `pare algorithms`: what there is to choose from. */
import { languages as known } from "../../languages/registry.ts";
import type { Pass } from "../../languages/pass.ts";
import { passes } from "../../passes/index.ts";
import { FORMATS as ALL, type FormatName } from "../../pipelines/format-names.ts";
import { list, tree } from "../../strategies/index.ts";
import { readArguments } from "../arguments.ts";
import type { Terminal } from "../terminal.ts";
import { ALGORITHMS } from "../usages.ts";

interface Line {
  readonly name: string;
  readonly summary: string;
  readonly source?: string;
}

interface OwnPasses {
  readonly languages: readonly string[];
  readonly passes: readonly Line[];
}

const FORMATS: Readonly<Record<FormatName, string>> = {
  auto: "all passes over the syntax of a text; bytes for binary files",
  bytes: "single bytes",
  characters: "characters as people see them; bytes where the text cannot be decoded",
  lines: "whole lines, with any line ending",
  tokens: "single tokens of the language",
  tree: "elements of lists and optional parts, by the grammar of the language",
  json: "members and elements of JSON",
  directory: "whole files, links and empty folders of a directory",
};

export const run = async (typed: readonly string[], { out, directory, environment }: Terminal): Promise<number> => {
  const { settings } = readArguments(ALGORITHMS, typed, { directory, environment });
  const strategies = linesOf(list);
  const trees = linesOf(tree);
  const formats = ALL.map((name) => ({ name, summary: FORMATS[name] }));
  const passLines = linesOfPasses(Object.values(passes));
  const own = await ownPasses();
  if (settings.json === true)
    out.json(JSON.stringify({ strategies, trees, formats, languages, passes: passLines, ownPasses: own }));
  else
    out.write(
      [
        ["Strategies (--strategy)", strategies] as const,
        ["Formats (--format)", formats] as const,
        ["Languages (--language; detected by default)", languages] as const,
        ["Passes (of --format auto)", passLines] as const,
        ...own.map(({ languages: names, passes: lines }) => [`Passes for ${names.join(", ")} alone`, lines] as const),
      ]
        .map(([title, lines]) => `${section(title, lines).join("\n")}\n`)
        .join("\n"),
    );
  return 0;
};

const languages: readonly Line[] = [
  { name: "plain", summary: "any text: brackets, quotes and indentation tell its structure" },
  ...known.definitions.map(({ name, grammar }) => ({
    name,
    summary:
      typeof grammar === "function" ? "by a parser of pare" : "by its tree-sitter grammar, which comes with pare",
  })),
  { name: "PATH.wasm", summary: "your own tree-sitter grammar" },
];

const linesOfPasses = (some: readonly Pass[]): readonly Line[] =>
  some.map(({ name, about }) => ({ name, summary: about }));

/** What some languages have besides; those with the same passes together. */
const ownPasses = async (): Promise<readonly OwnPasses[]> => {
  const byPasses = new Map<string, OwnPasses>();
  for (const { name, grammar } of known.definitions) {
    const { passes: own } = typeof grammar === "function" ? await grammar() : {};
    if (own === undefined) continue;
    const { first = [], coarse = [], fine = [], last = [] } = own;
    const all = new Map([...first, ...coarse, ...fine, ...last].map((pass) => [pass.name, pass]));
    const key = [...all.keys()].join();
    const names = byPasses.get(key)?.languages ?? [];
    byPasses.set(key, { languages: [...names, name], passes: linesOfPasses([...all.values()]) });
  }
  return [...byPasses.values()];
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
