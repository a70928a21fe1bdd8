import { appendFileSync, copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closingOf } from "../../src/cli/reduction/closing.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { closingJson } from "../../src/reporters/reduce/json.ts";
import { cleanRuns } from "../../src/runs/list.ts";
import { mistake, newPlace } from "./support.ts";

test("in place goes on from the kept original after a clean-up, and still refuses work by hand", async () => {
  const { directory } = newPlace(["needle"]);
  const options = { cwd: directory, input: "input.txt", test: "./test.sh", inPlace: true };
  await reduce({ ...options, maxTests: 5 }).result;
  cleanRuns(join(directory, ".pare"));
  expect((await reduce(options).result).status).toBe("complete");
  cleanRuns(join(directory, ".pare"));
  appendFileSync(join(directory, "input.txt"), "needle by hand");
  expect((await mistake(reduce(options).result)).code).toBe("CHANGED_IN_PLACE");
});

test("a finished run speaks of the script that was named now, and never replaces it", async () => {
  const { directory } = newPlace(["needle"]);
  copyFileSync(join(directory, "test.sh"), join(directory, "n2.sh"));
  const options = { cwd: directory, input: "input.txt" };
  await reduce({ ...options, test: "./n2.sh" }).result;
  const result = await reduce({ ...options, test: "./test.sh" }).result;
  expect(result.description).toBe("./test.sh exits with 0");
  const error = await mistake(reduce({ ...options, test: "./test.sh", output: "test.sh" }).result);
  expect(error.code).toBe("SAME_FILE");
  expect(readFileSync(join(directory, "test.sh"), "utf8")).toContain("grep");
  const rate = { shows: 1, runs: 2, rate: 0.5, low: 0, high: 1, confidence: 0.999 };
  expect(closingJson(closingOf({ ...result, rate }, { input: "x", directory }))).toContain('"rate":{"shows":1');
});
