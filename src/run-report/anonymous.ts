/** The report of a run with --anonymize: the neutral result, and figures. Everything that could tell where it comes from is left out. */
import { extname } from "node:path";
import { given } from "../core/maybe.ts";
import type { ReportedFile } from "../reporters/reduce/closing.ts";
import type { Necessity, ReportData } from "../reporters/reduce/report-data.ts";

const LEFT_OUT = "made with --anonymize: the original, the steps, names of files, commands and outputs are left out";

/** Names that pare itself gives. */
const NEUTRAL: ReadonlySet<string> = new Set(["pare", "Node.js", "system", "processor"]);

/** Before the run is complete its result is not neutral, and left out, too. */
export const anonymousReport = (data: ReportData): ReportData => {
  const { result = [], tests, jobs, reason, evidence, necessity, input, output } = data;
  const names = new Map(result.map(({ path }, at) => [path, `file${at + 1}${endingOf(path)}`]));
  const named = (path: string): string => names.get(path) ?? "file";
  const ending = input.files === undefined ? endingOf(input.path) : "";
  return {
    name: `input${ending}`,
    status: data.status,
    ...(reason !== undefined && { reason }),
    oracle: "the failure still shows",
    input: { ...sizesOf(input), path: `input${ending}` },
    output: { ...sizesOf(output), path: `input.reduced${ending}`, sha256: output.sha256 },
    result: data.status === "complete" ? result.map((file) => ({ ...file, path: named(file.path) })) : [],
    proof: data.proof,
    ...(tests !== undefined && { tests }),
    wallMs: data.wallMs,
    sessions: data.sessions,
    format: data.format,
    strategy: data.strategy,
    ...(jobs !== undefined && { jobs }),
    overTests: data.overTests,
    overTime: data.overTime,
    // Passes can be programs of the user.
    passes: [],
    accepted: data.accepted,
    steps: data.steps.map(stepFigures),
    ...(evidence !== undefined && { evidence: { ...evidence, output: "" } }),
    notes: [LEFT_OUT],
    environment: data.environment.filter(([name]) => NEUTRAL.has(name)),
    run: ".pare",
    started: data.started,
    changed: data.changed,
    ...(necessity !== undefined && data.status === "complete" && { necessity: neutralNecessity(necessity, named) }),
  };
};

/** Endings say what language it is, if they are short. */
const endingOf = (path: string): string => /^\.[A-Za-z0-9]{1,4}$/.exec(extname(path))?.[0] ?? "";

const sizesOf = ({ bytes, lines, files, nonzero }: ReportedFile): Omit<ReportedFile, "path"> => ({
  bytes,
  lines,
  ...given({ files, nonzero }),
});

const stepFigures = ({ number, size, at, tests }: ReportData["steps"][number]): ReportData["steps"][number] => ({
  number,
  size,
  ...given({ at, tests }),
});

/** Reasons quote what the test printed. */
const neutralNecessity = ({ files, neighbour, ...rest }: Necessity, named: (path: string) => string): Necessity => ({
  ...rest,
  files: files.map(({ path, parts }) => ({
    path: named(path),
    parts: parts.map(({ text, fate }) => ({ text, fate })),
  })),
  ...(neighbour !== undefined && { neighbour: without(neighbour, named(neighbour.path)) }),
});

const without = (
  { line, removed, before, after }: NonNullable<Necessity["neighbour"]>,
  path: string,
): NonNullable<Necessity["neighbour"]> => ({ path, line, removed, before, after });
