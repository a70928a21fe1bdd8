import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { reduce } from "../../src/reduce/reduce.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { rebuiltRun, type Rebuilt } from "../../src/run-report/data.ts";
import { explainResult } from "../../src/run-report/necessity/explain.ts";
import { fateOf, type ExpectedEnding } from "../../src/run-report/necessity/judge.ts";
import { readNecessity, writeNecessity } from "../../src/run-report/necessity/store.ts";
import { storedRun, type StoredRun } from "../../src/run-report/run.ts";
import { necessityHtml } from "../../src/reporters/html/necessity.ts";
import type { Necessity } from "../../src/reporters/reduce/report-data.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pare-explain-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const reduced = async (options: Omit<ReduceOptions, "input">): Promise<StoredRun> => {
  const { run } = await reduce({ input: "a.js", cwd: directory, ...options }).result;
  return storedRun(run) as StoredRun;
};

const explained = async (run: StoredRun): Promise<Necessity> =>
  await explainResult({ run, rebuilt: rebuiltRun(run) as Rebuilt, signal: new AbortController().signal });

/** Ends with 0 for what is fine, and with 1 and a message for the bug and for another error. */
const PROGRAM = `bug() { grep -q "$1" "$file"; }
file=$1
bug boom && bug spin || exit 0
bug x || { echo "TypeError: x is missing" >&2; exit 1; }
echo "RangeError: the bug" >&2
exit 1
`;

interface How {
  readonly script?: boolean;
  readonly breaks?: boolean;
  readonly ending?: ExpectedEnding;
}

describe("the necessity map", () => {
  test("tells for every token what becomes of the result without it, and the nearest that passes", async () => {
    writeFileSync(join(directory, "program.sh"), PROGRAM);
    writeFileSync(join(directory, "a.js"), "let y = 1;\nboom(x, spin[0]);\nlet z = 2;\n");
    const run = await reduced({ command: ["sh", "program.sh", "a.js"], extraFiles: ["program.sh"] });
    const map = await explained(run);
    expect(map.unit).toBe("tokens");
    const [file] = map.files;
    const text = file?.parts.map((part) => part.text).join("");
    expect(text).toBe(readFileSync(join(directory, "a.reduced.js"), "utf8"));
    const fates = Object.fromEntries(file?.parts.map((part) => [part.text.trim(), part.fate]) ?? []);
    expect(fates).toMatchObject({ boom: "works", spin: "works", x: "other" });
    expect(map.recalled).toBeGreaterThan(0);
    expect(map.neighbour).toMatchObject({ path: "a.js", removed: "boom", line: 1, reason: "exits with 0" });
    expect(map.neighbour?.before.replace("boom", "")).toBe(map.neighbour?.after);
    // The same again, and all of it shown.
    expect({ ...(await explained(run)), tested: 0 }).toEqual({ ...map, tested: 0 });
    const html = necessityHtml(map);
    for (const fate of ["works", "other"]) expect(html).toContain(`<span class="part ${fate}"`);
    expect(html).toContain('title="without it: it fails in another way (does not say: RangeError: the bug)"');
  });

  test.each([
    ["needless", { outcome: "fail" }, {}],
    ["hang", { outcome: "unresolved", reason: "timeout" }, {}],
    ["unresolved", { outcome: "unresolved", reason: "exit 125" }, {}],
    ["works", { outcome: "pass", reason: "exits with 0" }, { breaks: true }],
    ["other", { outcome: "pass", reason: "exits with 2" }, {}],
    ["syntax", { outcome: "pass", reason: "exits with 2" }, { breaks: true }],
    ["works", { outcome: "pass", reason: "does not say: x" }, { ending: { code: 0 } }],
    ["other", { outcome: "pass", reason: "does not say: x" }, { ending: { code: 1 } }],
    ["works", { outcome: "pass", reason: "exit 1" }, { script: true }],
    ["syntax", { outcome: "pass", reason: "exit 1" }, { script: true, breaks: true }],
  ] as const)("%s: %j", (fate, verdict, how: How) => {
    const { script = false, breaks = false, ending } = how;
    expect(fateOf(verdict, { learnt: !script, ending, breaksSyntax: () => breaks })).toBe(fate);
  });

  test("what the run has answered is not tested again", async () => {
    writeFileSync(join(directory, "a.js"), Array.from({ length: 40 }, (_, line) => `${line}\n`).join(""));
    const count = `echo x >> "$PARE_ORIGIN/count"`;
    writeFileSync(join(directory, "test.sh"), `#!/bin/sh\n${count}\ngrep -qx 7 "$1" && grep -qx 33 "$1"\n`, {
      mode: 0o755,
    });
    const run = await reduced({ test: "./test.sh", format: "lines" });
    const before = readFileSync(join(directory, "count"), "utf8").length;
    const map = await explained(run);
    expect(map).toMatchObject({ unit: "lines", recalled: 2, tested: 0 });
    expect(map.files[0]?.parts).toEqual([
      { text: "7\n", fate: "works", reason: "exit 1" },
      { text: "33\n", fate: "works", reason: "exit 1" },
    ]);
    expect(readFileSync(join(directory, "count"), "utf8").length).toBe(before);
  });

  test("what is left over is shown as needless, binary input by bytes, and a map is kept for its result alone", async () => {
    writeFileSync(join(directory, "a.js"), Buffer.from([0, 1, 2, 255, 254, 3]));
    writeFileSync(join(directory, "test.sh"), `#!/bin/sh\n[ "$(wc -c < "$1")" -ge 3 ]\n`, { mode: 0o755 });
    const run = await reduced({ test: "./test.sh", maxTests: 1 });
    const map = await explained(run);
    expect(map.unit).toBe("bytes");
    expect(map.files[0]?.parts.every(({ fate }) => fate === "needless")).toBe(true);
    expect(map.files[0]?.parts.length).toBeGreaterThan(3);
    writeNecessity(run.paths.necessity, "one", map);
    expect(readNecessity(run.paths.necessity, "one")).toEqual(map);
    expect(readNecessity(run.paths.necessity, "other")).toBeUndefined();
  });

  test("a test that has changed is refused", async () => {
    writeFileSync(join(directory, "a.js"), "a b c\n");
    writeFileSync(join(directory, "test.sh"), `#!/bin/sh\ngrep -q a "$1"\n`, { mode: 0o755 });
    const run = await reduced({ test: "./test.sh", maxTests: 1 });
    writeFileSync(join(directory, "test.sh"), `#!/bin/sh\ngrep -q b "$1"\n`, { mode: 0o755 });
    await expect(explained(run)).rejects.toMatchObject({ code: "OTHER_TEST" });
  });
});
