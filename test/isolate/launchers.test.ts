/** Launchers in isolations: what they start is started, with the same answer. */
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IsolateEvent } from "../../src/isolate/events.ts";
import { isolate } from "../../src/isolate/isolate.ts";
import { makeRepository } from "./repository.ts";
import { directoryWith, free, type Asked } from "./e2e-support.ts";

const PROGRAM = `#!/bin/sh
test "$npm_lifecycle_event" = "$LAUNCHED" || { echo "started by $npm_lifecycle_event" >&2; exit 9; }
if grep -q BROKEN "\${1:-.}/b.txt"; then echo "broken" >&2; exit 3; fi
`;

const FILES = {
  "package.json": '{"name": "app", "version": "1.0.0", "scripts": {"check": "look"}}\n',
  "node_modules/.bin/look": PROGRAM.replaceAll("$LAUNCHED", "npx"),
  "old/a.txt": "one\ntwo\n",
  "old/b.txt": "one\ntwo\nthree\n",
  "new/a.txt": "one\nother\n",
  "new/b.txt": "one\nBROKEN\nthree\n",
};

/** The answer, and what people are told of launchers. */
const answered = async (
  options: Asked,
): Promise<{ readonly trigger: readonly string[]; readonly told: readonly string[] }> => {
  const events: IsolateEvent[] = [];
  const { result } = isolate({ ...options, jobs: 1, fresh: true, onEvent: (event) => void events.push(event) });
  const told = (): readonly string[] =>
    events.flatMap((event) => (event.type === "warning" && event.code === "LAUNCHER" ? [event.message] : []));
  return { trigger: (await result).trigger.map(({ id }) => id), told: told() };
};

test("two directories in a project, and a program of a package", async () => {
  const cwd = directoryWith(FILES);
  chmodSync(join(cwd, "node_modules/.bin/look"), 0o755);
  const asked: Asked = { cwd, ends: { paths: ["old", "new"] }, command: ["npx", "look", "{}"] };
  const quick = await answered(asked);
  expect(quick.told).toEqual([expect.stringMatching(/^Every test starts look itself, as npx would start it/)]);
  expect(quick.trigger).toEqual(["b.txt:2"]);
  expect(await answered({ ...asked, keepLauncher: true })).toEqual({ trigger: quick.trigger, told: [] });
});

test("two revisions, and a script of the manifest", async () => {
  const files = (b: string) => ({
    "package.json": FILES["package.json"],
    ".gitignore": "node_modules\n.pare\n",
    "b.txt": b,
  });
  const { path } = makeRepository(free(), [
    { message: "good", files: files("one\ntwo\nthree\n"), tag: "good" },
    { message: "bad", files: files("one\nBROKEN\nthree\n") },
  ]);
  const installed = directoryWith({ ".bin/look": PROGRAM.replaceAll("$LAUNCHED", "check") });
  chmodSync(join(installed, ".bin/look"), 0o755);
  symlinkSync(installed, join(path, "node_modules"));
  const asked: Asked = { cwd: path, ends: { git: { good: "good" } }, command: ["npm", "run", "--silent", "check"] };
  const quick = await answered(asked);
  expect(quick.told).toEqual([expect.stringMatching(/^Every test starts look itself, as npm would start it/)]);
  expect(await answered({ ...asked, keepLauncher: true })).toEqual({ trigger: quick.trigger, told: [] });
});
