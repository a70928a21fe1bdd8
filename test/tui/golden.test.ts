/** Whole screens, as text, from recorded runs: a difference here is a decision. */
import { describe, expect, test } from "vitest";
import type { Progress } from "../../src/progress/state.ts";
import { cells } from "../../src/tui/cells.ts";
import { diffRows } from "../../src/tui/diff-page.ts";
import { textOf } from "../../src/tui/lines.ts";
import { sceneLines, type Page, type Scene } from "../../src/tui/scene.ts";
import { clusterEvents, recorded, sceneOf, screenText, SHOWN, stateAfter, triageEvents } from "./support.ts";

const search = recorded("search");
const flaky = recorded("flaky");
const failure = {
  type: "error",
  code: "FLAKY",
  message: "The oracle is flaky: a candidate of 92 bytes failed when it was found, and now it shows in 8 of 20 runs.",
  ms: flaky.at(-1)?.ms ?? 0,
} as const;

const scenes: Readonly<Record<string, readonly [state: Progress, more?: Partial<Scene>]>> = {
  start: [stateAfter(search.slice(0, 4), { ms: 60_000 })],
  middle: [stateAfter(search.slice(0, 120), { ms: 60_000, tests: 500 }), { shown: SHOWN }],
  paused: [
    stateAfter([...search.slice(0, 120), { type: "control", control: "pause", version: 1, ms: 6000 }]),
    { shown: SHOWN, over: "time" },
  ],
  finished: [stateAfter(search), { shown: SHOWN }],
  luck: [stateAfter(recorded("luck").slice(0, -4))],
  error: [stateAfter([...flaky, failure])],
};

const onCluster = (workers: number): Progress => stateAfter([...search.slice(0, 120), ...clusterEvents(workers, 5600)]);
const clusters: typeof scenes = {
  cluster: [onCluster(20), { shown: SHOWN }],
  "cluster-two": [onCluster(2), { shown: SHOWN }],
  "cluster-none": [onCluster(0), { shown: SHOWN }],
};

const triages: typeof scenes = {
  "triage-sorting": [
    stateAfter([...triageEvents(0).slice(0, 1), { type: "task", name: "sorting", done: 3, tests: 1500, ms: 900 }]),
    { title: "crashes" },
  ],
  triage: [stateAfter(triageEvents(4)), { shown: SHOWN, title: "crashes" }],
  "triage-many": [stateAfter(triageEvents(40)), { shown: SHOWN, title: "crashes" }],
  "triage-help": [stateAfter(triageEvents(4)), { page: { kind: "help", top: 99 } }],
};

const sizes = [
  [60, 16],
  [80, 24],
  [120, 40],
  [140, 40],
] as const;

describe.each(sizes)("on a terminal of %i x %i", (columns, rows) => {
  test.each(Object.keys(scenes))("the screen of %s is the golden one", async (name) => {
    const [state, more] = scenes[name] as (typeof scenes)[string];
    const text = screenText(sceneOf(state, { ...more, columns, rows }));
    await expect(text).toMatchFileSnapshot(`golden/${name}-${columns}x${rows}.txt`);
  });
});

describe.each(sizes)("of a triage, on a terminal of %i x %i", (columns, rows) => {
  test.each(Object.keys(triages))("the screen of %s is the golden one", async (name) => {
    const [state, more] = triages[name] as (typeof scenes)[string];
    const text = screenText(sceneOf(state, { ...more, columns, rows }));
    await expect(text).toMatchFileSnapshot(`golden/${name}-${columns}x${rows}.txt`);
  });
});

describe.each([...sizes, [200, 60]] as const)("of a cluster, on a terminal of %i x %i", (columns, rows) => {
  test.each(Object.keys(clusters))("the screen of %s is the golden one", async (name) => {
    const [state, more] = clusters[name] as (typeof scenes)[string];
    const text = screenText(sceneOf(state, { ...more, columns, rows }));
    await expect(text).toMatchFileSnapshot(`golden/${name}-${columns}x${rows}.txt`);
  });
});

const BEFORE = "int main() {\n  int a = 1;\n  int b = 2;\n  return a + b;\n}\n";
const AFTER = "int main() {\n  return a;\n}\n";
const pages: Readonly<Record<string, Page>> = {
  help: { kind: "help", top: 0 },
  diff: { kind: "diff", rows: diffRows(BEFORE, AFTER), top: 0 },
  history: {
    kind: "history",
    rows: diffRows(BEFORE, AFTER),
    top: 0,
    at: 3,
    count: 9,
    about: ["step 3 of 9", "58 → 28 bytes (48 %)", "by statements", "test 12", "1.3 s"],
  },
};

test.each(Object.keys(pages))("the page %s is the golden one", async (name) => {
  const text = screenText(sceneOf(stateAfter(search.slice(0, 120)), { page: pages[name] as Page }));
  await expect(text).toMatchFileSnapshot(`golden/page-${name}-80x24.txt`);
});

const crowd: (typeof scenes)[string] = [onCluster(1000)];

test("on the smallest terminal nothing is cut off: parts of a line are there as a whole, or not at all", () => {
  for (const [state, more] of Object.values(scenes)) {
    const text = screenText(sceneOf(state, { ...more, columns: 60, rows: 16 }));
    const [title, ...figures] = text.split("\n").slice(0, 5);
    expect(title).toContain("pare · ");
    for (const line of figures) expect(line).not.toContain("…");
    expect(text.trimEnd().split("\n").at(-1)).toMatch(/q quit {2}\? help$/);
  }
});

test("every screen fills its terminal exactly, from the smallest to the largest", () => {
  for (const [state, more] of [...Object.values(scenes), ...Object.values(clusters), crowd])
    for (const [columns, rows] of [
      [60, 16],
      [80, 24],
      [109, 30],
      [110, 30],
      [200, 60],
    ] as const) {
      const lines = sceneLines(sceneOf(state, { ...more, columns, rows }));
      expect(lines).toHaveLength(rows);
      for (const line of lines) expect(cells(textOf(line))).toBe(columns);
    }
});
