/** Recorded runs, and scenes made of them. */
import { readFileSync } from "node:fs";
import type { ClusterFigures, ClusterWorkerFigures } from "../../src/core/cluster-figures.ts";
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

/** A cluster in the middle of a run: most workers are busy, some come and go, two are of no use. */
export const clusterEvents = (workers: number, ms: number): readonly ReduceEvent[] => {
  const stateOf = (at: number): ClusterWorkerFigures["state"] =>
    at % 9 === 4 ? "unfit" : at % 11 === 6 ? "opening" : at % 13 === 7 ? "silent" : "ready";
  const list = Array.from({ length: workers }, (_, at): ClusterWorkerFigures => {
    const state = stateOf(at);
    const ready = state === "ready";
    return {
      name: at === 2 ? "build-server-with-a-long-name.example.org" : `node-${String(at + 1).padStart(2, "0")}`,
      slots: 4,
      running: ready ? 4 - (at % 3) : 0,
      done: ready ? 40 + ((at * 37) % 50) : 0,
      verified: ready ? at : 0,
      rate: ready ? 2.5 + (at % 7) : 0,
      latencyMs: ready ? 210 + 13 * at : 0,
      load: 1.5 + (at % 4),
      state,
      ...(state === "unfit" && { reason: "the original does not fail there: gcc is 13.2.0 here, 12.2.0 there" }),
    };
  });
  const ready = list.filter(({ state }) => state === "ready");
  const figures: ClusterFigures = {
    workers: list,
    slots: 4 * ready.length,
    queued: workers === 0 ? 0 : 7,
    running: ready.reduce((sum, { running }) => sum + running, 0),
    done: ready.reduce((sum, { done }) => sum + done, 0),
    recalled: workers,
    redelivered: Math.floor(workers / 8),
    duplicated: Math.floor(workers / 5),
    cancelled: 9 * workers,
    refused: 0,
    verified: 0,
    wrong: 0,
  };
  const message = "worker node-01 has joined: 4 tests at once";
  return [
    { type: "worker", change: "joined", name: "node-01", slots: 4, message, version: 1, ms },
    { type: "cluster", figures, version: 1, ms },
  ];
};

const BUGS: readonly (readonly [title: string, kind: string, files: number, before: number, now: number])[] = [
  [
    "AddressSanitizer: heap-buffer-overflow in parse_list < parse_value",
    "AddressSanitizer: heap-buffer-overflow",
    1204,
    8190,
    14,
  ],
  ["TypeError: Cannot read properties of undefined (reading 'trim') in readList < readValue", "TypeError", 14, 110, 49],
  ["panic: index out of range in decode < main", "panic", 3, 21, 21],
  [
    "UndefinedBehaviorSanitizer: signed-integer-overflow in 長い名前の関数 < main",
    "UndefinedBehaviorSanitizer: signed-integer-overflow",
    7,
    66,
    66,
  ],
];
const STATES = ["done", "reducing", "waiting", "flaky", "known", "unfinished"] as const;

/** A triage in its middle: so many bugs, the second of which is being reduced. */
export const triageEvents = (bugs: number): readonly ProgressEvent[] => [
  { type: "triage", files: 1500, jobs: 4, ms: 100 },
  { type: "task", name: "sorting", done: 1500, tests: 1500, ms: 5000 },
  { type: "sorted", aside: 12, copies: 230, ms: 5000 },
  ...Array.from({ length: 1600 }, () => ({ type: "execution", ms: 5000 }) as const),
  ...Array.from({ length: bugs }, (_, at): ProgressEvent => {
    const [title = "", kind = "", files = 0, before = 0, now = 0] = BUGS[at % BUGS.length] ?? [];
    const state = at > 4 ? "waiting" : (STATES[at] ?? "waiting");
    const pass = state === "reducing" ? { pass: "tokens" } : {};
    const bug = {
      id: at + 1,
      title,
      kind,
      files,
      before,
      now: state === "waiting" ? before : now,
      tests: 41,
      state,
      ...pass,
    };
    return { type: "bug", bug, bugs: at + 1, ms: 9000 };
  }),
  { type: "task", name: "reducing", done: 1, tests: bugs, ms: 9000 },
];
