/** The result of a project as something to hand on: with the command that shows the failure, and what it prints then. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { entriesCase, type CaseFile, type TestCase } from "../core/test-case.ts";
import type { Evidence } from "../core/verdict.ts";
import { quote, keptWords } from "../oracles/command-line.ts";
import type { ReduceOptions } from "./options.ts";
import type { Original } from "./original.ts";
import { PARE_VERSION } from "../runs/version.ts";

export interface ReproductionOptions {
  readonly original: Original;
  readonly options: ReduceOptions;
  /** What counts, in words. */
  readonly description: string;
  /** Of the last test of the result. */
  readonly evidence: Evidence | undefined;
}

/** The name under which a test script is handed on. */
const SCRIPT = "reproduce.sh";
/** Where the test was run says nothing to anybody. */
const scratchOf = (name: string): RegExp =>
  new RegExp(`(?:file://)?/[^\\s'"():]*/pare-[^/\\s]+/test-\\d+/(?:${name.replaceAll(/\W/g, ".")}/)?`, "g");
/** Lines of output that are quoted. */
const MAX_LINES = 12;

/** The result with a README; as it is where nothing is known of the directory. */
export const reproduction = (best: TestCase, options: ReproductionOptions): TestCase => {
  const { project } = options.original;
  if (project === undefined) return best;
  const script = scriptOf(options.options);
  // Names and outputs tell where it comes from; without the command nobody could see it fail.
  const anonymous = options.options.anonymize === true;
  const { files: own, links = [], folders = [] } = best;
  const taken = new Set([...own, ...links, ...folders].map(({ path }) => path));
  const name = taken.has("README.md") ? "REPRODUCTION.md" : "README.md";
  const lines = [
    anonymous ? "# A minimal reproduction" : `# ${options.original.name}: a minimal reproduction`,
    "",
    ...project.setUp(best).map((line) => `    ${line}`),
    `    ${commandOf(best, options.options)}`,
    "",
    ...(anonymous
      ? []
      : [
          `What counts: ${script === undefined ? options.description : `${SCRIPT} exits with 0`}.`,
          ...shown(options.evidence, options.original.name),
          "",
        ]),
    `Made by pare ${PARE_VERSION}, Node ${process.version}.`,
    "",
  ];
  const readme = fileOf(name, Buffer.from(lines.join("\n")), 0o644);
  const added = script === undefined ? [readme] : [readme, fileOf(SCRIPT, script, 0o755)];
  const files = [...best.files, ...added.filter(({ path }) => !taken.has(path))];
  return entriesCase({ ...best, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) });
};

const fileOf = (path: string, bytes: Uint8Array, mode: number): CaseFile => ({ path, mode, bytes: () => bytes });

const scriptOf = ({ test, cwd = process.cwd() }: ReduceOptions): Uint8Array | undefined => {
  if (test === undefined) return undefined;
  try {
    return readFileSync(resolve(cwd, test));
  } catch {
    return undefined;
  }
};

/** In the directory of the result. */
const commandOf = ({ words }: TestCase, { command, input, oracleServer }: ReduceOptions): string => {
  if (command === undefined) return oracleServer === undefined ? `./${SCRIPT} "$PWD"` : oracleServer;
  const here = (word: string): string => (word === input ? "." : word.replaceAll("{}", "."));
  return keptWords(command, words)
    .map((word) => quote(here(word)))
    .join(" ");
};

const shown = (evidence: Evidence | undefined, name: string): readonly string[] => {
  const lines = (evidence?.output ?? "").replaceAll(scratchOf(name), "").trimEnd().split("\n");
  if (lines.length === 1 && lines[0] === "") return [];
  const quoted = lines.slice(0, MAX_LINES).map((line) => `    ${line}`.trimEnd());
  return ["", "What it prints:", "", ...quoted, ...(lines.length > MAX_LINES ? ["    ..."] : [])];
};
