import { chmodSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IsolateEvent } from "../../src/isolate/events.ts";
import { mistake } from "../runs/support.ts";
import { answerOf, directoryWith, found, idsOf, type Asked } from "./e2e-support.ts";

const LINES = Array.from({ length: 30 }, (_, i) => `line ${i}\n`);
const HONEST = '#!/bin/sh\ngrep -q "changed 11" "$1" && grep -q "changed 17" "$1"\n';

/** The script does what it is told at a number of tests, counted over all sessions. */
const asked = (at: number, act: (script: string) => void): Asked & { readonly script: string } => {
  const cwd = directoryWith({
    "good.txt": LINES.join(""),
    "bad.txt": LINES.map((line, i) => (i % 2 === 1 ? line.replace("line", "changed") : line)).join(""),
    "test.sh": HONEST,
  });
  const script = join(cwd, "test.sh");
  chmodSync(script, 0o755);
  let tests = 0;
  const onEvent = (event: IsolateEvent): void => {
    if (event.type === "test" && ++tests === at) act(script);
  };
  return { cwd, ends: { paths: ["good.txt", "bad.txt"] }, test: "./test.sh", jobs: 1, onEvent, script };
};

test("a script that changes ends an isolation, and what it said is not believed later", async () => {
  const calm = await found(asked(0, () => {}));
  const { script, ...options } = asked(2, (path) => writeFileSync(path, "#!/bin/sh\nexit 0\n"));
  expect((await mistake(found(options))).code).toBe("TEST_CHANGED");
  writeFileSync(script, HONEST);
  expect(idsOf((await found(options)).patch)).toEqual(idsOf(calm.patch));
});

test("a script that is only touched changes nothing", async () => {
  const calm = await found(asked(0, () => {}));
  const { script, ...options } = asked(2, (path) => utimesSync(path, 1, 1));
  const result = await found(options);
  expect(readFileSync(script, "utf8")).toBe(HONEST);
  expect((answerOf(result) as { trigger: unknown }).trigger).toEqual((answerOf(calm) as { trigger: unknown }).trigger);
  expect(result.warnings.map(({ code }) => code)).toContain("TEST_TOUCHED");
});
