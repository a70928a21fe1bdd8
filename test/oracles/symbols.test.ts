/** Reports of sanitizers with names that were added by pare: what is read from them is what the program says itself. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { saidBy } from "../../src/oracles/signature.ts";
import { Symbols } from "../../src/oracles/symbols/index.ts";
import { namedReport } from "../../src/oracles/symbols/named-report.ts";
import { buildOf, withoutNames } from "../../src/oracles/symbols/sanitized.ts";
import { readTrial, textOf, tryCandidate, type Trial, type TrialContext } from "../../src/oracles/trial.ts";
import { lacks } from "../support/needs.ts";
import { NEVER, openWorkshop, textCase, type Workshop } from "./workshop.ts";

/** The first character of the input chooses how it fails. */
const SOURCE = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static inline __attribute__((always_inline)) int peek(char *p, int n) { return p[n]; }
__attribute__((noinline)) int over(int n) { char *p = malloc(4); int c = peek(p, n); free(p); return c; }
__attribute__((noinline)) int freed(int n) { char *volatile p = malloc(4); free(p); return p[n - 4]; }
__attribute__((noinline)) int null(int n) { volatile int *p = (int *)(long)(n - 4); return *p; }
__attribute__((noinline)) int again(int n) { volatile char pad[400]; pad[0] = n; return again(n + 1) + pad[0]; }
__attribute__((noinline)) int compare(const void *a, const void *b) { return over(*(const int *)a); }
__attribute__((noinline)) int sorted(int n) { int list[3] = {n, n, n}; qsort(list, 3, sizeof *list, compare); return 0; }
__attribute__((noinline)) void *kept_on_purpose(int n) { return malloc(n); }
__attribute__((noinline)) void *lost(int n) { return malloc(n); }
const char *__lsan_default_suppressions(void) { return "leak:kept_on_purpose\\n"; }
int main(int count, char **words) {
  FILE *file = fopen(words[count - 1], "r");
  int kind = fgetc(file), n = 4;
  fclose(file);
  if (kind == 'o') return over(n);
  if (kind == 'f') return freed(n);
  if (kind == 'n') return null(n);
  if (kind == 'r') return again(n);
  if (kind == 's') return sorted(n);
  void *volatile p = NULL;
  if (kind == 'k') p = kept_on_purpose(40);
  if (kind == 'l') p = lost(40);
  p = NULL;
  if (kind == 'a') abort();
  return 0;
}
`;
const KINDS = ["o", "f", "n", "r", "s", "k", "l", "a", "-"] as const;

const read = (trial: Trial): string => JSON.stringify([trial.code, trial.signal, saidBy(trial, "in.txt")]);

const options = (program: string, again: () => void = () => undefined) => ({
  command: (path: string) => [program, path],
  program,
  reading: read,
  onAgain: again,
  timeout: 60_000,
  signal: NEVER,
});

const COMPILERS = ["gcc", "clang"] as const;

describe.each(COMPILERS)("%s", (compiler) => {
  describe.skipIf(lacks(compiler, "llvm-symbolizer"))("AddressSanitizer", () => {
    let workshop: Workshop;
    let symbols: Symbols;
    let setting: TrialContext;
    const program = (): string => `${workshop.folder}/target`;
    beforeAll(() => {
      workshop = openWorkshop();
      symbols = new Symbols();
      setting = { ...workshop.setting("in.txt"), reports: symbols };
      workshop.build("target.c", SOURCE, [compiler, "-g", "-O1", "-fsanitize=address", "-o", "target", "target.c"]);
    });
    afterAll(async () => {
      await symbols.close();
      await workshop.close();
    });

    test.each(KINDS)("input %s: the same is read from both", async (kind) => {
      const input = textCase("in.txt", kind);
      const own = read(await tryCandidate(setting, input, options(program())));
      const first = await readTrial(setting, input, options(program()));
      const second = await readTrial(setting, input, options(program()));
      expect([read(first), read(second)]).toEqual([own, own]);
    });

    test("a report that is known is believed: the program runs once", async () => {
      let again = 0;
      const counted = options(program(), () => again++);
      const input = textCase("in.txt", "o");
      await readTrial(setting, input, counted);
      again = 0;
      const trial = await readTrial(setting, input, counted);
      expect(again).toBe(0);
      expect(textOf(trial.stderr)).toMatch(/#0 0x[0-9a-f]+ in peek .*target\.c:\d+/);
      expect(textOf(trial.stderr)).toMatch(/#1 0x[0-9a-f]+ in over .*target\.c:\d+/);
      expect(textOf(trial.stderr)).toMatch(
        /^SUMMARY: AddressSanitizer: heap-buffer-overflow .*target\.c:\d+.* in peek$/m,
      );
    });

    test("leaks are suppressed by names: they are never believed without", async () => {
      let again = 0;
      const input = textCase("in.txt", "l");
      for (let run = 0; run < 2; run++)
        await readTrial(
          setting,
          input,
          options(program(), () => again++),
        );
      expect(again).toBe(2);
    });

    test("who has an opinion on names in the options of a sanitizer is left alone", () => {
      const trialWith = (name: string, value: string): unknown =>
        new Symbols().trial(setting, textCase("in.txt", "o"), {
          ...options(program()),
          environment: { PATH: process.env["PATH"] ?? "", [name]: value },
        });
      expect(trialWith("ASAN_OPTIONS", "detect_leaks=0:symbolize=1")).toBeUndefined();
      expect(trialWith("LSAN_OPTIONS", "suppressions=list.txt")).toBeUndefined();
      expect(trialWith("ASAN_SYMBOLIZER_PATH", "")).toBeUndefined();
      expect(trialWith("PATH", "/nowhere")).toBeUndefined();
    });

    test("a symbolizer that knows nothing: the same is read", async () => {
      const answers = "#!/bin/sh\nwhile read -r _; do printf '??\\n??:0:0\\n\\n'; done\n";
      const ignorant = workshop.write("llvm-symbolizer", answers, 0o755);
      const environment = { PATH: process.env["PATH"] ?? "", ASAN_SYMBOLIZER_PATH: ignorant };
      const nameless = new Symbols();
      const input = textCase("in.txt", "o");
      const own = await tryCandidate(setting, input, { ...options(program()), environment });
      const trial = await nameless.trial(setting, input, { ...options(program()), environment });
      await nameless.close();
      expect(read(trial as Trial)).toBe(read(own));
    });

    test("a symbolizer that ends at once: what counts is what the program says itself", async () => {
      const broken = workshop.write("llvm-symbolizer", "#!/bin/sh\nexit 1\n", 0o755);
      const environment = { PATH: process.env["PATH"] ?? "", ASAN_SYMBOLIZER_PATH: broken };
      const mute = new Symbols();
      let own = 0;
      // The sanitizer may be ended by a signal while it writes to the symbolizer: what it says then is chance.
      const trial = await mute.trial(setting, textCase("in.txt", "o"), {
        ...options(program(), () => own++),
        environment,
      });
      await mute.close();
      expect([trial !== undefined, own]).toEqual([true, 1]);
    });
  });
});

describe.skipIf(lacks("gcc", "addr2line"))("where only addr2line is there", () => {
  let workshop: Workshop;
  afterEach(() => workshop.close());

  test("it is asked, and the same is read", async () => {
    workshop = openWorkshop();
    workshop.build("target.c", SOURCE, ["gcc", "-g", "-O1", "-fsanitize=address", "-o", "target", "target.c"]);
    const symbols = new Symbols();
    const setting = workshop.setting("in.txt");
    const program = `${workshop.folder}/target`;
    const environment = { PATH: process.env["PATH"] ?? "", ASAN_SYMBOLIZER_PATH: "/usr/bin/addr2line" };
    let again = 0;
    for (const kind of ["o", "f", "r"]) {
      const input = textCase("in.txt", kind);
      const own = read(await tryCandidate(setting, input, { ...options(program), environment }));
      for (let run = 0; run < 2; run++) {
        const trial = await symbols.trial(setting, input, { ...options(program, () => again++), environment });
        expect(trial === undefined ? "" : read(trial)).toBe(own);
      }
    }
    await symbols.close();
    expect(again).toBe(3);
  });
});

test("a program without a sanitizer is no business of ours", () => {
  expect(buildOf(process.execPath)).toBe("plain");
  expect(buildOf(import.meta.filename)).toBeUndefined();
  expect(buildOf("/nowhere")).toBeUndefined();
});

test("options of the user stay, and come first", () => {
  expect(withoutNames({ ASAN_OPTIONS: "detect_leaks=0", OTHER: "x" })).toMatchObject({
    ASAN_OPTIONS: "detect_leaks=0:symbolize=0",
    UBSAN_OPTIONS: "symbolize=0",
    OTHER: "x",
  });
});

describe("a report with addresses", () => {
  const known: Record<string, readonly { readonly name?: string; readonly at?: string }[]> = {
    "/a b/(prog)+0x10": [
      { name: "inner", at: "a.c:1:2" },
      { name: "outer", at: "a.c:9:1" },
    ],
    "/lib/c.so+0x20": [{ name: "start" }],
  };
  const named = (text: string): Promise<string> =>
    namedReport(text, (module, offset) =>
      Promise.resolve((known[`${module}+${offset}`] ?? []).map(({ name, at }) => ({ name, at }))),
    );

  test("calls that were inlined are frames; what nobody knows stays as it is", async () => {
    const report = [
      "    #0 0x7f10  (/a b/(prog)+0x10) (BuildId: 00ff)",
      "    #1 0x7f20  (/lib/c.so+0x20)",
      "    #2 0x7f30  (/lib/gone.so+0x30) (BuildId: 00ff)",
      "    #3 0x7f40  (<unknown module>)",
      "freed by thread T0 here:",
      "    #0 0x7f20  (/lib/c.so+0x20)",
      "SUMMARY: AddressSanitizer: SEGV (/a b/(prog)+0x10) (BuildId: 00ff) ",
    ];
    expect((await named(report.join("\n"))).split("\n")).toEqual([
      "    #0 0x7f10 in inner a.c:1:2",
      "    #1 0x7f10 in outer a.c:9:1",
      "    #2 0x7f20 in start (/lib/c.so+0x20)",
      "    #3 0x7f30  (/lib/gone.so+0x30) (BuildId: 00ff)",
      "    #4 0x7f40  (<unknown module>)",
      "freed by thread T0 here:",
      "    #0 0x7f20 in start (/lib/c.so+0x20)",
      "SUMMARY: AddressSanitizer: SEGV a.c:1:2 in inner",
    ]);
  });

  test("a report that has its names, and text that is none, stay as they are", async () => {
    const text = "    #0 0x7f10 in f /src/a.c:3:4\n#1 is a number (a+0x1)\nplain\n";
    expect(await named(text)).toBe(text);
  });
});
