/** External passes may do anything: what is wrong is told, and the run goes on. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { mistake } from "../runs/support.ts";
import { workshop } from "./support.ts";

/** By lines nothing of a line goes: only a pass can shorten it. */
const TEXT = "first line\nnéedle and thread\nlast line\n";
const MINIMAL = "néedle and thread\n";
const shop = (): ReturnType<typeof workshop> => workshop(TEXT, ["n.*edle"]);

/** Takes " and thread" away, wherever it is. */
const CUT =
  'at=$(LC_ALL=C grep -ob " and thread" "$1" | cut -d: -f1)\n' +
  `[ -z "$at" ] || printf '{"edits":[{"start":%d,"end":%d}]}\\n' "$at" "$((at + 11))"`;

describe("a line that is refused", () => {
  test.each([
    ["overlaps", '{"edits":[{"start":0,"end":4},{"start":3,"end":6}]}', "the edits 0 to 4 and 3 to 6 overlap"],
    ["lies outside the file", '{"edits":[{"start":0,"end":4000}]}', "the edit 0 to 4000 lies outside the file of"],
    ["is no JSON", "Hello", "this is not JSON: Hello"],
    ["is not UTF-8", String.raw`{"edits":[{"start":0,"end":1,"text":"\ud83d"}]}`, 'a "text" is not UTF-8'],
  ])("because it %s is told once; the others count", async (_, line, why) => {
    const { pass, run } = shop();
    const command = pass(`${CUT}\nprintf '%s\\n' '${line}'`);
    const { text, warnings, passes } = await run({ format: "lines", passes: [command] });
    expect(text).toBe("néedle\n");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`PASS_REFUSED The pass pass-1.sh offers what is refused: line`);
    expect(warnings[0]).toContain(why);
    expect(passes).toContain("pass-1.sh");
  });

  test("because it cuts a character apart is told", async () => {
    const { pass, run } = workshop("é needle\n", ["needle"]);
    const { text, warnings } = await run({
      format: "lines",
      passes: [pass(`echo '{"edits":[{"start":0,"end":1}]}'`)],
    });
    expect(text).toBe("é needle\n");
    expect(warnings).toEqual([
      "PASS_REFUSED The pass pass-1.sh offers what is refused: line 1: the edit 0 to 1 cuts a character apart.",
    ]);
  });
});

describe("a pass is switched off", () => {
  test.each([
    ["speaks another protocol", `echo '{"protocol":2}'\n${CUT}`, "it speaks protocol 2, and pare speaks 1"],
    ["prints what is not UTF-8", String.raw`printf '\377\n'`, "what it printed is not UTF-8"],
    ["never ends", "exec sleep 1000", "it did not end within 0.5 s"],
    ["never ends, whatever it is asked", "trap '' TERM INT\nwhile :; do sleep 1; done", "it did not end within 0.5 s"],
    ["prints for ever", `exec yes '{"edits":[{"start":0,"end":1}]}'`, "it did not end within 0.5 s"],
    ["fails", `${CUT}\necho 'no such luck' >&2\nexit 3`, "it exited with 3: no such luck"],
    ["dies", "kill -SEGV $$", "it exited with 139: Segmentation fault"],
  ])("when it %s", async (_, body, why) => {
    const { pass, run } = shop();
    const { text, warnings, result } = await run({ format: "lines", passes: [pass(body)], passTimeout: 500 });
    expect(text).toBe(MINIMAL);
    expect(result.status).toBe("complete");
    expect(warnings).toEqual([`PASS_OFF The pass pass-1.sh is switched off: ${why}.`]);
    expect(result.warnings).toEqual([{ code: "PASS_OFF", message: warnings[0]?.slice("PASS_OFF ".length) }]);
  });

  test("when it prints too much", async () => {
    const { pass, run } = shop();
    const { text, warnings } = await run({ format: "lines", passes: [pass("head -c 70000000 /dev/zero")] });
    expect(text).toBe(MINIMAL);
    expect(warnings).toEqual(["PASS_OFF The pass pass-1.sh is switched off: it printed more than 64 MB."]);
  });

  test("and the next one takes its turn", async () => {
    const { pass, run } = shop();
    const { text, warnings } = await run({ format: "lines", passes: [pass("exit 1"), pass(CUT)] });
    expect(text).toBe("néedle\n");
    expect(warnings).toHaveLength(1);
  });
});

test("two passes that would undo each other's work for ever come to an end", async () => {
  const { pass, run } = workshop("aa\nneedle\n", ["needle", "aa\\|bb\\|  a"]);
  const both = (from: string, to: string): string =>
    `at=$(grep -ob ${from} "$1" | head -n 1 | cut -d: -f1)\n` +
    `[ -z "$at" ] || printf '{"edits":[{"start":%d,"end":%d,"text":"${to}"}]}\\n' "$at" "$((at + 2))"`;
  const { text, warnings } = await run({ format: "lines", passes: [pass(both("aa", "bb")), pass(both("bb", "aa"))] });
  expect(text).toBe("aa\nneedle\n");
  expect(warnings).toEqual([]);
});

test("a run that is stopped does not wait for a pass, and nothing of it is left", async () => {
  const { pass, run, directory } = shop();
  const controller = new AbortController();
  const pids = join(directory, "pids");
  const command = pass(`echo $$ >> "$PARE_ORIGIN/pids"\nsleep 1000`);
  const ending = run({ format: "lines", passes: [command], passTimeout: 1_000_000, signal: controller.signal });
  while (!existsSync(pids) || readFileSync(pids, "utf8") === "") await sleep(10);
  controller.abort();
  const { result } = await ending;
  expect(result).toMatchObject({ status: "stopped", reason: "signal" });
  const pid = Number(readFileSync(pids, "utf8"));
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

describe("a command that cannot be run is a mistake, before anything is tested", () => {
  test.each([
    ["no-such-program --now", 'There is no program "no-such-program"'],
    ["./no-such-file.sh", 'There is no program "./no-such-file.sh"'],
    ["X=1 no-such-program", 'There is no program "no-such-program"'],
    ["echo 'unfinished", "is not a command for sh"],
  ])("%s", async (command, why) => {
    const { run } = shop();
    const { code, message } = await mistake(run({ passes: [command] }));
    expect(code).toBe("NO_PASS");
    expect(message).toContain(why);
  });
});
