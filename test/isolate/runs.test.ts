/** What a run of an isolation is about, what it keeps, and what it tells when it is stopped late. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { IsolateEvent } from "../../src/isolate/events.ts";
import { isolate } from "../../src/isolate/isolate.ts";
import type { IsolateResult } from "../../src/isolate/result.ts";
import type { Entry } from "../../src/isolate/mixture.ts";
import { filesNamedIn } from "../../src/isolate/pinned.ts";
import type { IsolationClosing } from "../../src/reporters/isolate/closing.ts";
import { triggerTitle } from "../../src/reporters/isolate/words.ts";
import { complaint, directoryWith, found, idsOf } from "./e2e-support.ts";

/** Fails as soon as a.txt says "bad". */
const CHECK = '! grep -q bad "$1/a.txt"\n';
const FILES = {
  "check.sh": CHECK,
  "old/a.txt": "one\ntwo\nthree\n",
  "old/b.txt": "x\n",
  "old/c.txt": "y\n",
  "new/a.txt": "one\nbad\nthree\n",
  "new/b.txt": "xx\n",
  "new/c.txt": "yy\n",
};
const COMMAND = ["sh", "check.sh", "{}"];
const ends = { paths: ["old", "new"] } as const;

const journalOf = ({ run }: IsolateResult): string => readFileSync(join(run, "journal.jsonl"), "utf8");

describe("a run", () => {
  test("without some changes has another bad end, which is tested first", async () => {
    const cwd = directoryWith(FILES);
    const first = await found({ cwd, ends, command: COMMAND });
    expect(idsOf(first.trigger)).toEqual(["a.txt:2"]);
    const before = journalOf(first);

    const { code } = await complaint({ cwd, ends, command: COMMAND, except: ["a.txt:2"] });

    expect(code).toBe("SAME_OUTCOME");
    expect(journalOf(first)).toBe(before);
  });

  test("that cannot go on keeps what it has learnt", async () => {
    const cwd = directoryWith(FILES);
    const first = await found({ cwd, ends, command: COMMAND });

    renameSync(join(cwd, "new"), join(cwd, "away"));
    const { code } = await complaint({ cwd, ends, command: COMMAND });
    renameSync(join(cwd, "away"), join(cwd, "new"));
    const again = await found({ cwd, ends, command: COMMAND });

    expect(code).toBe("NO_INPUT");
    expect(again.tests.recalled).toBeGreaterThan(0);
    expect(idsOf(again.trigger)).toEqual(idsOf(first.trigger));
  });

  test("that never began leaves nothing", async () => {
    const cwd = directoryWith(FILES);
    await complaint({ cwd, ends, command: ["true"] });
    expect(readdirSync(join(cwd, ".pare"))).toEqual([".gitignore"]);
  });

  test("is about the files that its command names", async () => {
    const cwd = directoryWith(FILES);
    const first = await found({ cwd, ends, command: COMMAND });
    writeFileSync(join(cwd, "check.sh"), '! grep -q xx "$1/b.txt"\n');

    const second = await found({ cwd, ends, command: COMMAND });

    expect(idsOf(first.trigger)).toEqual(["a.txt:2"]);
    expect(idsOf(second.trigger)).toEqual(["b.txt:1"]);
    expect(second.tests.recalled).toBe(0);
  });

  test("that is stopped between the search and the proof tells what was found", async () => {
    const cwd = directoryWith(FILES);
    const stop = new AbortController();
    const onEvent = (event: IsolateEvent): void => {
      if (event.type === "level" && event.changes === 1) stop.abort();
    };
    const result = await found({ cwd, ends, command: COMMAND, jobs: 1, signal: stop.signal, onEvent });
    expect(result).toMatchObject({ status: "stopped", reason: "signal" });
    expect(idsOf(result.trigger)).toEqual(["a.txt:2"]);
    expect(result.proof.badMinusTriggerPasses).toBeUndefined();
  });

  test("says at first how many changes there are", async () => {
    const cwd = directoryWith(FILES);
    const left: number[] = [];
    const { result } = isolate({
      cwd,
      ends,
      command: COMMAND,
      jobs: 1,
      onEvent: (event) => event.type === "level" && left.push(event.changes),
    });
    await result;
    expect(left[0]).toBe(3);
    expect(left.at(-1)).toBe(1);
  });
});

test("two archives are compared file by file, and their patches can be written when the run has cleaned up", async () => {
  const cwd = directoryWith(FILES);
  for (const end of ["old", "new"]) execFileSync("tar", ["czf", `${end}.tgz`, end], { cwd });

  const { kind, trigger, files } = await found({
    cwd,
    ends: { paths: ["old.tgz", "new.tgz"] },
    command: COMMAND,
  });

  expect(kind).toBe("folders");
  expect(idsOf(trigger)).toEqual(["a.txt:2"]);
  const [culprit] = files.culprit;
  const textOf = (entry: Entry | undefined): string =>
    entry?.kind === "file" ? Buffer.from(entry.bytes()).toString() : "";
  expect(textOf(culprit?.from)).toBe(FILES["old/a.txt"]);
  expect(textOf(culprit?.to)).toBe(FILES["new/a.txt"]);
});

test("files are found in words of a command and in lines for a shell", () => {
  const cwd = directoryWith({ "a.c": "1", "my file.txt": "2", "b.sh": "3", "sub/c": "4" });
  const names = (words: readonly string[]): readonly string[] => filesNamedIn(words, cwd).map(([name]) => name);
  expect(names(["gcc", "{flags}", "a.c", "my file.txt", "sub"])).toEqual(["a.c", "my file.txt"]);
  expect(names(["sh", "-c", "./b.sh && node <sub/c 'a.c'; x=a.c"])).toEqual(["./b.sh", "sub/c", "a.c"]);
  expect(names(["x".repeat(5000), "nul\0byte", ""])).toEqual([]);
});

test("a bisection that is stopped has come closer all the same", async () => {
  const cwd = directoryWith({ "check.sh": "! grep -q 11 n\n" });
  const git = (...words: readonly string[]): void => {
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", ...words], { cwd, stdio: "ignore" });
  };
  git("init");
  for (let n = 1; n <= 17; n++) {
    writeFileSync(join(cwd, "n"), Array.from({ length: n }, (_, i) => `${i + 1}\n`).join(""));
    git("add", ".");
    git("commit", "-m", `c${n}`);
  }
  const options = { cwd, ends: { git: { good: "HEAD~16", bad: "HEAD" } }, command: ["sh", "check.sh"], jobs: 1 };

  const stopped = await found({ ...options, level: "commits", maxTests: 2 });
  const complete = await found({ ...options, level: "commits" });

  expect(stopped).toMatchObject({ status: "stopped", reason: "max-tests" });
  expect(stopped.trigger.map(({ message }) => message)).toEqual(["c10", "c11", "c12", "c13"]);
  expect(complete.trigger.map(({ message }) => message)).toEqual(["c11"]);
});

test("of two causes each does it alone, and that is said", async () => {
  const cwd = directoryWith({ ...FILES, "check.sh": '! grep -qE "bad|xx" "$1/a.txt" "$1/b.txt"\n' });
  const result = await found({ cwd, ends, command: COMMAND });
  expect(idsOf(result.trigger)).toEqual(["a.txt:2", "b.txt:1"]);
  expect(result.causes).toBe(2);
  expect(triggerTitle({ ...result, noun: "change" } as unknown as IsolationClosing)).toBe(
    "the 2 changes that do it, each without the others",
  );
  expect(result.proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
});
