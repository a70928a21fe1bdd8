/** The composite action with the package as npm packs it. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ROOT, runAction } from "./composite-action.ts";
import { buildIfMissing } from "./support.ts";

beforeAll(buildIfMissing);

test("isolate hands on its patch, triage its folder, from the package as npm packs it", () => {
  const packs = mkdtempSync(join(tmpdir(), "pare-packed-"));
  onTestFinished(() => rmSync(packs, { recursive: true, force: true }));
  const packed = spawnSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", packs], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const tarball = join(packs, packed.stdout.trim().split("\n").at(-1) ?? "");
  const files = join(packs, "files");
  cpSync(join(ROOT, "examples/ten-tasks/files"), files, { recursive: true });
  const isolated = runAction({
    command: "isolate",
    arguments: `${files}/old ${files}/new -- node ${files}/check.js {}`,
    package: tarball,
  });
  expect(isolated.output).toMatch(/exit-code=0\nresult=\S+culprit\.patch\njson=\{/);
  expect(isolated.summary).toContain("the change that does it");
  const triaged = runAction({
    command: "triage",
    arguments: `${files}/crashes -- node ${files}/target.js {}`,
    package: tarball,
  });
  expect(triaged.output).toMatch(/exit-code=0\nresult=triaged\njson=\{/);
  expect(triaged.summary).toContain("pare triage: 2 bugs in 6 files");
});
