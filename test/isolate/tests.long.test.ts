/** Real test runners: suites of 300 tests in which two together break a third, in one file and in several. */
import { execSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { whole } from "../../src/core/configuration.ts";
import { testsKind } from "../../src/isolate/kinds/tests/kind.ts";
import type { OpenKind } from "../../src/isolate/kind.ts";
import { chosen, none, openBench, type Bench } from "./test-order-support.ts";
import { lacks } from "../support/needs.ts";

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const VITEST = fileURLToPath(import.meta.resolve("vitest/package.json"));

/** Tests 41 and 187 together break test 290; test 100 fails by itself. */
const bodyOf = (number: number): string => {
  if (number === 290) return "expect(seen.has(41) && seen.has(187)).toBe(false);";
  return number === 100 ? "expect(1).toBe(2);" : `seen.add(${number});`;
};

/** The larger files come last, so that vitest's own order (by size) would be another. */
const writeVitest = (files: number): void => {
  mkdirSync(join(bench.origin, "node_modules"));
  symlinkSync(dirname(VITEST), join(bench.origin, "node_modules", "vitest"));
  bench.write("package.json", '{ "type": "module" }\n');
  bench.write("state.js", "export const seen = new Set();\n");
  const each = 300 / files;
  for (let file = 0; file < files; file++) {
    const tests = Array.from({ length: each }, (_, i) => {
      const number = file * each + i + 1;
      return `test("number ${number}${number > 1 ? " (it's)" : ""}", () => { ${bodyOf(number)} });`;
    });
    bench.write(
      `part${file}.test.js`,
      `import { describe, expect, test } from "vitest";\nimport { seen } from "./state.js";\ndescribe("all", () => {\n${tests.join("\n")}\n});\n${"// filling\n".repeat(100 * file)}`,
    );
  }
};

const outcomes = async (
  opened: OpenKind,
  command: readonly string[],
  choices: readonly ("all" | readonly string[])[],
): Promise<readonly unknown[]> => {
  const changes = await opened.changes();
  return choices.map((ids) => {
    const choice = ids === "all" ? whole(changes.all) : chosen(changes, ids);
    return opened.verdict?.(bench.run(command, changes.mix(choice)));
  });
};

const RUN = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "{tests}"];

describe("vitest", () => {
  test.each([1, 5])("300 tests in %i files", async (files) => {
    writeVitest(files);
    const opened = await bench.open(testsKind, { tests: "vitest", victim: "number 290 (it's)" }, RUN);
    const changes = await opened.changes();
    const idOf = (number: number): string =>
      `part${Math.floor((number - 1) / (300 / files))}.test.js > all > number ${number} (it's)`;
    expect(changes.all).toHaveLength(289);
    expect(changes.all[40]?.id).toBe(idOf(41));
    expect(changes.levels.map(({ name }) => name)).toEqual(files === 1 ? ["tests"] : ["files", "tests"]);
    expect(opened.jobs).toBe(1);
    expect(bench.notes.at(-1)).toMatch(/^10 tests that run after .* are left out$/);
    const pair = [idOf(41), idOf(187)];
    // What fails by itself is not the victim's outcome.
    expect(await outcomes(opened, RUN, [[idOf(41), idOf(100)], files === 1 ? pair : "all"])).toEqual(["pass", "fail"]);
    const two = changes.all.filter(({ id }) => pair.includes(id));
    const advice = await opened.advice?.({ trigger: two.slice(1), patch: two });
    const line = advice?.lines.find((one) => one.startsWith("fails:"))?.replace("fails:", "") ?? "";
    expect(() => execSync(line, { cwd: bench.origin, stdio: "pipe" })).toThrow(/Failed Tests 1/);
  });

  test("a brittle test, among names too long for one argument", async () => {
    writeVitest(1);
    bench.write(
      "brittle.test.js",
      `import { expect, test } from "vitest";
       let ready = false;
       for (let i = 0; i < 1500; i++) test("${"long ".repeat(20)}" + i, () => { if (i === 700) ready = true; });
       test("victim", () => { expect(ready).toBe(true); });`,
    );
    const command = [...RUN, "--dir", "."];
    const ends = { tests: "vitest", victim: "brittle.test.js > victim", brittle: true };
    const opened = await bench.open(testsKind, ends, command);
    const changes = await opened.changes();
    const setter = changes.all.find(({ id }) => id.endsWith(" 700"))?.id ?? "";
    expect(changes.mix(none(changes)).environment?.["PARE_CHOSEN"]).toBe("0-1500");
    expect(await outcomes(opened, command, [[], [setter]])).toEqual(["pass", "fail"]);
    const advice = await opened.advice?.({ trigger: [{ id: setter }], patch: [{ id: setter }] });
    const [fails = "", passes = ""] = advice?.lines ?? [];
    expect(fails).toContain("'^(?:victim)$' brittle.test.js");
    expect(execSync(passes.replace("passes:", ""), { cwd: bench.origin, encoding: "utf8" })).toMatch(/2 passed/);
  });

  test("a list gives another order of files", async () => {
    mkdirSync(join(bench.origin, "node_modules"));
    symlinkSync(dirname(VITEST), join(bench.origin, "node_modules", "vitest"));
    bench.write("package.json", '{ "type": "module" }\n');
    bench.write("z.test.js", 'import { test } from "vitest"; test("sets", () => { globalThis.set = true; });\n');
    const victim =
      'import { expect, test } from "vitest"; test("looks", () => { expect(globalThis.set).toBe(undefined); });\n';
    bench.write("a.test.js", victim + "// larger\n".repeat(100));
    bench.write("order.txt", "z.test.js > sets\na.test.js > looks\n");
    const opened = await bench.open(testsKind, { tests: "order.txt", victim: "looks" }, RUN);
    expect(await outcomes(opened, RUN, [[], "all"])).toEqual(["pass", "fail"]);
    await expect(bench.open(testsKind, { tests: "vitest", victim: "looks" }, RUN)).rejects.toThrow(
      /No test runs before/,
    );
  });

  test("a runner that cannot list its tests says why", async () => {
    await expect(
      bench.open(testsKind, { tests: "vitest", victim: "x" }, [process.execPath, "vitest.mjs", "{tests}"]),
    ).rejects.toMatchObject({ code: "NO_TESTS" });
  });
});

describe.skipIf(lacks("python3", "pytest"))("pytest", () => {
  const command = ["pytest", "-q", "{tests}"];

  const writePytest = (): void => {
    bench.write("state.py", "seen = set()\n");
    const files = 5;
    const each = 300 / files;
    for (let file = 0; file < files; file++) {
      const tests = Array.from({ length: each }, (_, i) => {
        const number = file * each + i + 1;
        const body =
          number === 290 ? "assert not {41, 187} <= seen" : number === 100 ? "assert False" : `seen.add(${number})`;
        return `def test_${number}():\n    ${body}\n`;
      });
      bench.write(`test_part${file}.py`, `from state import seen\n${tests.join("")}`);
    }
  };

  test("300 tests in several files", async () => {
    writePytest();
    const opened = await bench.open(testsKind, { tests: "pytest", victim: "test_290" }, command);
    const changes = await opened.changes();
    const idOf = (number: number): string => `test_part${Math.floor((number - 1) / 60)}.py::test_${number}`;
    expect(changes.all.map(({ id }) => id)).toEqual(Array.from({ length: 289 }, (_, i) => idOf(i + 1)));
    const pair = [idOf(41), idOf(187)];
    expect(await outcomes(opened, command, [[idOf(41), idOf(100)], pair])).toEqual(["pass", "fail"]);
    const found = pair.map((id) => ({ id }));
    const advice = await opened.advice?.({ trigger: found.slice(0, 1), patch: found });
    expect(advice?.lines).toEqual([`fails:  pytest -q -p no:randomly ${pair.join(" ")} ${idOf(290)}`]);
  });

  test("a brittle test, a fixture that breaks, and a list of names in another order", async () => {
    bench.write("conftest.py", "import pytest, state\n@pytest.fixture\ndef ready():\n    assert state.seen\n");
    bench.write("state.py", "seen = set()\n");
    bench.write(
      "test_a.py",
      "def test_z(ready):\n    pass\ndef test_set():\n    import state\n    state.seen.add(1)\n",
    );
    bench.write("list.txt", "# set comes first\ntest_a.py::test_set\ntest_a.py::test_z\n");
    const opened = await bench.open(testsKind, { tests: "list.txt", victim: "test_z", brittle: true }, command);
    expect(await outcomes(opened, command, [[], "all"])).toEqual(["pass", "fail"]);
  });

  test("tests that cannot be collected are a mistake with pytest's words", async () => {
    bench.write("test_a.py", "import nothing_of_this_name\n");
    await expect(bench.open(testsKind, { tests: "pytest", victim: "x" }, command)).rejects.toThrow(
      /nothing_of_this_name|error/,
    );
  });
});
