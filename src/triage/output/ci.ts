/** What continuous integration reads: SARIF, JUnit, and the summary of a step on GitHub. */
import { visibleLine } from "../../core/visible.ts";
import { withoutMarkup } from "../../reporters/html/escape.ts";
import { code, prose } from "../../reporters/markdown/markup.ts";
import { count, counted } from "../../progress/figures.ts";
import type { Bug } from "../bug.ts";
import { reducedName } from "./text.ts";

const LEVELS = { high: "error", medium: "error", low: "warning" } as const;

const inputOf = (bug: Bug): string =>
  `${encodeURIComponent(bug.folder)}/${encodeURIComponent(bug.reduced === undefined ? bug.name : reducedName(bug))}`;

/** Bugs that are there now: what is fixed is no result. */
export const sarif = (bugs: readonly Bug[], version: string): string => {
  const kinds = [...new Set(bugs.map(({ kind }) => kind))];
  const results = bugs
    .filter(({ state }) => state !== "fixed")
    .map((bug) => ({
      ruleId: bug.kind,
      ruleIndex: kinds.indexOf(bug.kind),
      level: LEVELS[bug.severity],
      message: { text: visibleLine(bug.title) },
      baselineState: bug.state === "known" ? "unchanged" : "new",
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: inputOf(bug) } },
          ...(bug.bucket.symptom.frames !== undefined && {
            logicalLocations: [{ fullyQualifiedName: bug.bucket.symptom.frames.split(" < ")[0], kind: "function" }],
          }),
        },
      ],
      partialFingerprints: { "pareSignature/v1": `${bug.bucket.signature.group}\u0001${bug.bucket.signature.pattern}` },
      occurrenceCount: Math.max(1, bug.files.length),
    }));
  const driver = { name: "pare triage", version, rules: kinds.map((id) => ({ id })) };
  return `${JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [{ tool: { driver }, results }] }, undefined, 2)}\n`;
};

/** What XML cannot hold is shown as a picture. */
const attribute = (text: string): string => withoutMarkup(visibleLine(text));

/** A new bug is a failure, a known one is skipped, a fixed one passes. */
export const junit = (bugs: readonly Bug[]): string => {
  const cases = bugs.map((bug) => {
    const name = `    <testcase classname="pare.triage" name="${attribute(`#${bug.id} ${bug.title}`)}"`;
    if (bug.state === "fixed") return `${name}/>`;
    const inner =
      bug.state === "known"
        ? `<skipped message="${attribute("known")}"/>`
        : `<failure message="${attribute(bug.title)}" type="${attribute(bug.kind)}">${attribute(`${counted(bug.files.length, "file")}; reduced input: ${inputOf(bug)}`)}</failure>`;
    return `${name}>${inner}</testcase>`;
  });
  const failures = bugs.filter(({ state }) => state === "new" || state === "flaky").length;
  const skipped = bugs.filter(({ state }) => state === "known").length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="pare triage" tests="${bugs.length}" failures="${failures}" skipped="${skipped}">
${cases.join("\n")}
  </testsuite>
</testsuites>
`;
};

/** A table for $GITHUB_STEP_SUMMARY. */
export const stepSummary = (bugs: readonly Bug[], files: number): string =>
  [
    `### pare triage: ${counted(bugs.length, "bug")} in ${counted(files, "file")}`,
    "",
    "| bug | what | state | severity | files | before | after |",
    "|---|---|---|---|---:|---:|---:|",
    ...bugs.map(
      ({ id, title, state, severity, files: members, before, after }) =>
        `| #${id} | ${prose(title)} | ${state} | ${severity} | ${count(members.length)} | ${count(before)} | ${count(after)} |`,
    ),
    "",
    ...bugs.filter(({ state }) => state === "new").map((bug) => `- new: ${code(inputOf(bug))}`),
    "",
  ].join("\n");
