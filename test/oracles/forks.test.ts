/** Programs that are their own fork servers: what is read from their runs is what the program shows when it is started. */
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forks, hasForkServer } from "../../src/oracles/symbols/forks.ts";
import { Symbols } from "../../src/oracles/symbols/index.ts";
import {
  readTrial,
  textOf,
  tryCandidate,
  type ReadTrialOptions,
  type Trial,
  type TrialContext,
} from "../../src/oracles/trial.ts";
import { lacks } from "../support/needs.ts";
import { NEVER, openWorkshop, textCase, type Workshop } from "./workshop.ts";

/** It talks as AFL's runtime does, and notes each time that it is loaded. EARLY: the input is read before it forks. */
const SOURCE = `
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
const char *variable = "__AFL_SHM_ID";
static char text[64];
static void load(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
}
__attribute__((noinline)) int over(int n) { char *p = malloc(4); int c = p[n]; free(p); return c; }
__attribute__((noinline)) void lose(void) { void *volatile p = malloc(40); p = NULL; }
static void serve(void) {
  unsigned word = 0;
  if (write(199, &word, 4) != 4) return;
  while (read(198, &word, 4) == 4) {
    int status, child = fork();
    if (child == 0) { close(198); close(199); return; }
    if (write(199, &child, 4) != 4 || waitpid(child, &status, 0) < 0 || write(199, &status, 4) != 4) _exit(1);
  }
  _exit(0);
}
int main(int count, char **words) {
  FILE *notes = fopen(LOADS, "a");
  fputs("x", notes);
  fclose(notes);
#ifdef EARLY
  load(words[1]);
#endif
  serve();
#ifndef EARLY
  load(words[1]);
#endif
  if (strstr(text, "over")) return over(4);
  if (strstr(text, "abort")) abort();
  if (strstr(text, "hang")) for (;;) pause();
  if (strstr(text, "leak")) lose();
  if (strstr(text, "print")) puts(text);
  if (strstr(text, "leave")) { if (fork() == 0) { setsid(); execlp("sleep", "sleep", "4711.25", NULL); } }
  if (access("left", F_OK) == 0) return 9;
  if (strstr(text, "write")) close(open("left", O_CREAT | O_WRONLY, 0644));
  return strlen(text) > 60 ? 3 : 0;
}
`;

const KINDS = ["over", "abort", "print", "leak", "write", "write", "nothing", ""];

describe.skipIf(lacks("clang", "llvm-symbolizer"))("a program that is its own fork server", () => {
  let workshop: Workshop;
  let symbols: Symbols;
  let setting: TrialContext;
  const loads = (): number => readFileSync(`${workshop.folder}/loads`, "utf8").length;
  const options = (name: string, more: Partial<ReadTrialOptions> = {}): ReadTrialOptions => ({
    command: (path) => [`${workshop.folder}/${name}`, path],
    program: `${workshop.folder}/${name}`,
    reading: read,
    timeout: 60_000,
    signal: NEVER,
    ...more,
  });
  const read = ({ code, signal, stdout, stderr, timedOut }: Trial): string =>
    JSON.stringify([code, signal, timedOut, textOf(stdout), /ERROR: \w+: [\w-]+/.exec(textOf(stderr))?.[0]]);
  const trial = (text: string, more: Partial<ReadTrialOptions> = {}): Promise<Trial> =>
    readTrial(setting, textCase("in.txt", text), options("target", more));

  beforeAll(() => {
    workshop = openWorkshop();
    const { runner, scratch } = workshop.setting("in.txt");
    symbols = new Symbols(new Forks(runner, scratch));
    setting = { ...workshop.setting("in.txt"), reports: symbols };
    const words = ["-g", "-fsanitize=address", `-DLOADS="${workshop.folder}/loads"`];
    workshop.build("target.c", SOURCE, ["clang", ...words, "-o", "target", "target.c"]);
    workshop.build("early.c", SOURCE, ["clang", ...words, "-DEARLY", "-o", "early", "early.c"]);
  });
  afterAll(async () => {
    await symbols.close();
    await workshop.close();
  });

  test("it is known by the name of AFL's variable", () => {
    expect(hasForkServer(`${workshop.folder}/target`)).toBe(true);
    expect(hasForkServer("/bin/sh")).toBe(false);
    expect(hasForkServer("/nowhere")).toBe(false);
  });

  test("each input shows what it shows when the program is started, and the program is hardly ever loaded", async () => {
    for (const kind of KINDS) {
      const own = read(await tryCandidate(setting, textCase("in.txt", kind), options("target")));
      expect([kind, read(await trial(kind))]).toEqual([kind, own]);
    }
    const before = loads();
    for (let run = 0; run < 20; run++) expect((await trial("abort")).signal).toBe("SIGABRT");
    expect(loads() - before).toBeLessThan(3);
  });

  test("what does not end is ended at its limit, and the next run is as ever", async () => {
    const { timedOut } = await trial("hang", { timeout: 300 });
    expect(timedOut).toBe(true);
    expect((await trial("abort")).signal).toBe("SIGABRT");
  });

  test("an abort ends a run at once", async () => {
    const abort = new AbortController();
    const hanging = trial("hang", { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 100);
    await expect(hanging).rejects.toThrow("enough");
    expect((await trial("abort")).signal).toBe("SIGABRT");
  });

  /** The command lines of all processes. */
  const processes = async (): Promise<string> => {
    const command = (): readonly string[] => ["sh", "-c", "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '"];
    return textOf((await tryCandidate(setting, textCase("in.txt", ""), { ...options("target"), command })).stdout);
  };

  test("what a run leaves behind is gone when it is over", async () => {
    await trial("over");
    await trial("leave");
    expect(await processes()).not.toContain("sleep 4711.25 ");
  });

  test("leaks are left out only where they tell nothing, and nobody has asked for them", async () => {
    expect((await trial("leak", { isLeakFree: true })).code).toBe(0);
    expect((await trial("leak")).code).not.toBe(0);
    const environment = { PATH: process.env["PATH"] ?? "", ASAN_OPTIONS: "detect_leaks=1" };
    expect((await trial("leak", { isLeakFree: true, environment })).code).not.toBe(0);
  });

  test("a program that reads its input before it forks is not believed", async () => {
    for (const kind of ["over", "abort", "over", "nothing"]) {
      const input = textCase("in.txt", kind);
      const own = read(await tryCandidate(setting, input, options("early")));
      expect([kind, read(await readTrial(setting, input, options("early")))]).toEqual([kind, own]);
    }
  });

  test("nothing of it is left after the end", async () => {
    const { runner, scratch } = setting;
    const forks = new Forks(runner, scratch);
    const ended = await forks.trial(setting, textCase("in.txt", "print"), options("target"));
    expect(textOf((ended as Trial).stdout)).toBe("print\n");
    const { directory } = ended as Trial;
    expect(await processes()).toContain(directory);
    await forks.close();
    expect(await processes()).not.toContain(directory);
    expect(existsSync(directory)).toBe(false);
  });
});
