/** Recorded runs, and scenes made of them. */
import { readFileSync } from "node:fs";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { fileCase, type TestCase } from "../../src/core/test-case.ts";
import { progressedBy, type ProgressEvent } from "../../src/progress/progressed.ts";
import { beginning, type Limits, type Progress } from "../../src/progress/state.ts";
import { shownOf } from "../../src/tui/best.ts";
import { textOf } from "../../src/tui/lines.ts";
import { sceneLines, type Scene } from "../../src/tui/scene.ts";

/** `pare … --events FILE` of real runs; paths and times were made round. */
export const recorded = (name: "search" | "luck" | "flaky"): readonly ReduceEvent[] =>
  readFileSync(new URL(`recorded/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ReduceEvent);

export const stateAfter = (events: Iterable<ProgressEvent>, limits?: Limits): Progress =>
  progressedBy(beginning(limits), events);

export const caseOf = (path: string, content: string | Uint8Array): TestCase => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return fileCase({ path, mode: 0o644, bytes: () => bytes }, bytes.length);
};

const OLD = `// comment number 217
if (a > 42) {
    return "string 42" + b;
  }
function f217() {
  const x = [1, 2, 217];
  return x.map((y) => y * blackbird);
}
`;

/** A best of the recorded search, and the one before. */
export const SHOWN = shownOf(caseOf("big.js", OLD.replace("  const x = [1, 2, 217];\n", "")), caseOf("big.js", OLD));

export const sceneOf = (state: Progress, more: Partial<Scene> = {}): Scene => ({
  state,
  now: state.ms,
  columns: 80,
  rows: 24,
  title: "big.js",
  over: "tests",
  page: { kind: "main" },
  ...more,
});

/** What a person sees, without colours. */
export const screenText = (scene: Scene): string =>
  sceneLines(scene)
    .map((line) => textOf(line).trimEnd())
    .join("\n")
    .concat("\n");
