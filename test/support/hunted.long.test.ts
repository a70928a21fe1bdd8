/** A hunt with another seed keeps the seeds with which a test failed, and every later run gives them to that test again. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { FailedSeed } from "./seeds.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const file = "test/support/hunted/hunted.fixture.ts";
const place = mkdtempSync(join(tmpdir(), "pare-seeds-"));
const kept = join(place, "failed-seeds.json");
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs the hunted tests, which fail with some seeds; what is kept goes to a file of our own. */
const hunt = (seed: string | undefined): { readonly status: number | null; readonly output: string } => {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const words = [
    "run",
    "--config",
    "test/support/hunted/vitest.config.ts",
    "--reporter=./test/support/seeds-reporter.ts",
  ];
  const { PARE_SEED: _, ...others } = process.env;
  const env = { ...others, PARE_FAILED_SEEDS: kept, ...(seed === undefined ? {} : { PARE_SEED: seed }) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, ...words], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return { status, output: `${stdout}${stderr}` };
};

const keptSeeds = (): readonly FailedSeed[] => JSON.parse(readFileSync(kept, "utf8")) as readonly FailedSeed[];

test("a seed that fails is printed and kept, with its tests; the fixed one then fails because of it until it is mended", () => {
  writeFileSync(kept, "[]\n");
  expect(hunt(undefined).status).toBe(0);
  expect(keptSeeds()).toEqual([]);

  // The hunted tests fail with odd seeds.
  const even = hunt("1000");
  expect(even.status).toBe(0);
  expect(even.output).toContain("The seed is 1000;");
  expect(keptSeeds()).toEqual([]);

  const odd = hunt("1001");
  expect(odd.status).toBe(1);
  const found = [
    { file, test: "a suite > draws by itself", seed: 1001 },
    { file, test: "draws by fast-check", seed: 1001 },
  ];
  expect(keptSeeds()).toEqual(found);
  expect(odd.output).toContain(`PARE_SEED=1001  ${file}  draws by fast-check`);

  const later = hunt(undefined);
  expect(later.status).toBe(1);
  expect(later.output).toContain("PARE_SEED=1001");
  expect(keptSeeds()).toEqual(found);

  writeFileSync(kept, JSON.stringify([{ file, test: "draws by fast-check", seed: 1002 }]));
  expect(hunt(undefined).status).toBe(0);
});
