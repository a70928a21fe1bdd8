/** Launchers of packages: what they would start is started as they would start it, or they are left to do it. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openRunnerSpace, type ProcessJob } from "../../src/runner/index.ts";
import { expectedStart } from "../../src/runner/launchers/expected.ts";
import { withShortCuts } from "../../src/runner/launchers/index.ts";
import { newDirectory } from "../runs/support.ts";
import { never, text } from "./support.ts";

describe("what a launcher is expected to start", () => {
  const project = {
    programs: ["tsc", "eslint"],
    scripts: {
      check: "tsc --noEmit",
      all: "tsc && eslint .",
      test: "node test.js",
      pretest: "true",
      start: "./run.sh",
    },
  };
  it.each([
    ["npx tsc --noEmit", "tsc --noEmit"],
    ["npx --no tsc -p .", "tsc -p ."],
    ["npm exec -- tsc -p .", "tsc -p ."],
    ["npm exec tsc -- -p .", "tsc -p ."],
    ["npm run check", "tsc --noEmit"],
    ["npm run -s check -- --strict", "tsc --noEmit --strict"],
    ["pnpm exec eslint .", "eslint ."],
    ["pnpm check", "tsc --noEmit"],
    ["pnpm tsc", "tsc"],
    ["yarn run check --strict", "tsc --noEmit --strict"],
    ["bunx tsc --noEmit", "tsc --noEmit"],
    ["bun run check", "tsc --noEmit"],
    ["/usr/local/bin/npx tsc", "tsc"],
  ])("%s: %s", (typed, expected) => {
    expect(expectedStart(typed.split(" "), project)).toEqual(expected.split(" "));
  });

  it.each([
    ["a program that is not installed", "npx prettier ."],
    ["words for a shell in the script", "npm run all"],
    ["a script before it", "npm test"],
    ["a script by its path", "npm start"],
    ["a command that starts no program", "npm install tsc"],
    ["no launcher", "tsc --noEmit"],
  ])("%s: it is left to the launcher", (_, typed) => {
    expect(expectedStart(typed.split(" "), project)).toBeUndefined();
  });
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A project whose only program prints what it finds. */
const makeProject = (manifest: string): string => {
  const folder = join(newDirectory(), "app");
  folders.push(folder);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder, "package.json"), manifest);
  const script = '#!/bin/sh\necho "words $@"\npwd\nenv | grep -i "^npm_\\|^PATH\\|^INIT_CWD" | sort\nexit 7\n';
  writeFileSync(join(folder, "node_modules/.bin/show"), script, { mode: 0o755 });
  return folder;
};

const MANIFEST = JSON.stringify({ name: "app", version: "1.0.0", scripts: { see: "show --all" } });

const jobIn = (cwd: string, typed: string): ProcessJob => ({
  command: typed.split(" "),
  cwd,
  env: process.env as Record<string, string>,
  timeout: 60_000,
  keep: 65_536,
});

/** The same job without and with short cuts, and the programs that were started for the latter. */
const both = async (first: ProcessJob, ...others: readonly ProcessJob[]) => {
  const { runner, scratch, close } = openRunnerSpace();
  const started: string[] = [];
  const noting = {
    name: runner.name,
    run: (job: ProcessJob, signal: AbortSignal) => {
      started.push(job.command[0] ?? "");
      return runner.run(job, signal);
    },
    close: () => runner.close(),
  };
  const quick = withShortCuts(noting, { room: scratch.path });
  try {
    const slow = await runner.run(first, never);
    const exits = [];
    for (const job of [first, ...others]) exits.push(await quick.run(job, never));
    return { slow, exits, started };
  } finally {
    await close();
  }
};

/** What a launcher says itself, and the folders above the project, which have no programs. */
const linesOf = (bytes: Uint8Array): readonly string[] =>
  text(bytes)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(">"))
    .map((line) => (line.startsWith("PATH=") ? (line.split(":")[0] as string) : line));

describe("a short cut", () => {
  it.each(["npx show a.b --c", "npm run see -- --more"])(
    "%s: the program finds the same words, folder and environment, and the launcher is started once",
    async (typed) => {
      const job = jobIn(makeProject(MANIFEST), typed);
      const { slow, exits, started } = await both(job, job);
      for (const exit of exits) {
        expect(exit.code).toBe(slow.code);
        expect(linesOf(exit.stdout)).toEqual(linesOf(slow.stdout));
      }
      expect(linesOf(slow.stdout)).toContain(`npm_lifecycle_event=${typed.startsWith("npx") ? "npx" : "see"}`);
      expect(started).toEqual([job.command[0], "show", "show"]);
    },
  );

  it("is not taken where the launcher does not get as far as the program", async () => {
    const job = jobIn(makeProject(MANIFEST), "npx show");
    writeFileSync(join(job.cwd, ".npmrc"), "script-shell=/nowhere/sh\n");
    const { slow, exits, started } = await both(job);
    expect(exits[0]?.code).toBe(slow.code);
    expect(slow.code).not.toBe(7);
    expect(started).toEqual(["npx", "npx"]);
  });

  it("is not taken where there are other packages above", async () => {
    const outer = makeProject(MANIFEST);
    const inner = join(outer, "inner");
    mkdirSync(join(inner, "node_modules/.bin"), { recursive: true });
    writeFileSync(join(inner, "package.json"), MANIFEST);
    writeFileSync(join(inner, "node_modules/.bin/show"), "#!/bin/sh\nexit 7\n", { mode: 0o755 });
    const { exits, started } = await both(jobIn(inner, "npx show"));
    expect(exits[0]?.code).toBe(7);
    expect(started).toEqual(["npx"]);
  });

  it("leads to where the job is, also in its words", async () => {
    const [one, other] = [makeProject(MANIFEST), makeProject(MANIFEST)];
    const { exits } = await both(jobIn(one, `npx show ${one}/x`), jobIn(other, `npx show ${other}/x`));
    expect(linesOf(exits[1]?.stdout ?? new Uint8Array()).slice(0, 2)).toEqual([`words ${other}/x`, other]);
    expect(text(exits[1]?.stdout ?? new Uint8Array())).not.toContain(one);
  });
});
