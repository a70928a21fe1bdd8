/** The result of a project as something to hand on: with the command that shows the failure, and what it prints then. */
import { readFileSync, statSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { attempt } from "../core/maybe.ts";
import { entriesCase, type CaseFile, type TestCase } from "../core/test-case.ts";
import type { Evidence } from "../core/verdict.ts";
import { absoluteProgram, fillIn, keptWords, quote } from "../oracles/command-line.ts";
import { commandLineOf, type CommandLine } from "../oracles/repeat-line.ts";
import { serverCommand } from "../oracles/server.ts";
import { subjectOf } from "./inputs.ts";
import type { ReduceOptions } from "./options.ts";
import type { Original } from "./original.ts";
import { PARE_VERSION } from "../runs/version.ts";

export interface ReproductionOptions {
  readonly original: Original;
  readonly options: ReduceOptions;
  /** What counts, in words. */
  readonly description: string;
  /** What the last test of the result has printed. */
  readonly evidence: Evidence | undefined;
}

/** The name under which a test script is handed on. */
const SCRIPT = "reproduce.sh";
/** Lines of output that are quoted. */
const MAX_LINES = 12;

/** The result with a README; as it is where nothing is known of the directory. */
export const reproduction = (best: TestCase, options: ReproductionOptions): TestCase => {
  const { project } = options.original;
  if (project === undefined) return best;
  const { line, files: needed } = commandOf(best, options);
  const script = scriptOf(options.options);
  // Names and outputs tell where it comes from; without the command nobody could see it fail.
  const anonymous = options.options.anonymize === true;
  const { files: own, links = [], folders = [] } = best;
  const taken = new Set([...own, ...links, ...folders].map(({ path }) => path));
  const name = taken.has("README.md") ? "REPRODUCTION.md" : "README.md";
  const lines = [
    anonymous ? "# A minimal reproduction" : `# ${options.original.name}: a minimal reproduction`,
    "",
    ...[...project.setUp(best), line].map((each) => `    ${each}`),
    "",
    ...(anonymous
      ? []
      : [
          sentence(`Condition: ${script === undefined ? options.description : `${SCRIPT} exits with 0`}`),
          ...shown(options.evidence),
          "",
        ]),
    `Made by pare ${PARE_VERSION}, Node ${process.version}.`,
    "",
  ];
  const readme = fileOf(name, Buffer.from(lines.join("\n")), 0o644);
  const beside = needed.map((path) => fileOf(basename(path), readFileSync(path), statSync(path).mode & 0o777));
  const added = script === undefined ? [readme, ...beside] : [readme, fileOf(SCRIPT, script, 0o755)];
  const files = [...best.files, ...added.filter(({ path }) => !taken.has(path))];
  return entriesCase({ ...best, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) });
};

const fileOf = (path: string, bytes: Uint8Array, mode: number): CaseFile => ({ path, mode, bytes: () => bytes });

const scriptOf = ({ test, cwd = process.cwd() }: ReduceOptions): Uint8Array | undefined => {
  if (test === undefined) return undefined;
  return attempt(() => readFileSync(resolve(cwd, test)));
};

/** In the directory of the result; with what else it runs or reads, if that is short. */
const commandOf = (best: TestCase, { options, original }: ReproductionOptions): Pick<CommandLine, "line" | "files"> => {
  const { command, oracleServer, cwd = process.cwd() } = options;
  const subject = subjectOf(original, { origin: cwd, extraFiles: [], stdin: false });
  const start = quote(relative(original.output, cwd) || ".");
  const line = (words: (path: string) => readonly string[]): CommandLine =>
    commandLineOf({ subject, command: words }, start);
  if (command !== undefined)
    return line((at) => fillIn(keptWords(absoluteProgram(command, subject), best.words), subject, at));
  if (oracleServer !== undefined) return line((at) => serverCommand(oracleServer, at));
  const reads = Buffer.from(scriptOf(options) ?? "").includes("PARE_ORIGIN") ? `PARE_ORIGIN="$PWD"/${start} ` : "";
  return { line: `${reads}./${SCRIPT} "$PWD"`, files: [] };
};

/** What npm says about itself is not about the failure. */
const OF_NPM = /^npm (?:warn|notice)\b/i;

const shown = (evidence: Evidence | undefined): readonly string[] => {
  const lines = (evidence?.output ?? "")
    .trimEnd()
    .split("\n")
    .filter((line) => !OF_NPM.test(line));
  if (lines.join("") === "") return [];
  const quoted = lines.slice(0, MAX_LINES).map((line) => `    ${line}`.trimEnd());
  return ["", "What it prints:", "", ...quoted, ...(lines.length > MAX_LINES ? ["    ..."] : [])];
};

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
