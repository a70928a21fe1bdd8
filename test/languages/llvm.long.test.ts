/** LLVM's verifier on what the repair makes of cut modules, and on what a reduction asks about. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { llvmLanguage } from "../../src/languages/llvm/language.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { draws } from "../support/seeds.ts";
import { lacks } from "../support/needs.ts";
import { languageNamed, reduced, sampleText } from "../passes/support.ts";
import { generatedModule } from "./llvm-modules.ts";
import { sampled } from "../support/whole.ts";

const { parse, repair } = llvmLanguage;

/** What LLVM says against a module; nothing if it takes it. */
const complaint = (text: string): string | undefined => {
  const { status, stderr } = spawnSync("opt", ["-passes=verify", "-disable-output", "-"], {
    input: text,
    encoding: "utf8",
  });
  return status === 0 ? undefined : (stderr.split("\n")[0] ?? "");
};

/** From this version on, pointers have no types. */
const OPAQUE = 15;
const version = Number(
  /version (\d+)/.exec(spawnSync("opt", ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1] ?? 0,
);
const pointer = version >= OPAQUE ? "ptr" : "i32*";

const PROGRAMS: Readonly<Record<string, string>> = {
  "lists.c":
    "struct l { int v; struct l *n; double w[4]; }; void *malloc(unsigned long); int printf(const char *, ...);\n" +
    "static struct l *push(struct l *l, int v) { struct l *n = malloc(sizeof *n); n->v = v; n->n = l; n->w[v & 3] = v; return n; }\n" +
    "int sum(struct l *l) { int s = 0; for (; l; l = l->n) { if (l->v % 3 == 0) continue; if (l->v > 9) break; s += l->v; } return s; }\n" +
    'int main(int c, char **v) { struct l *l = 0; for (int i = 0; i < c * 10; i++) l = push(l, i); printf("%d\\n", sum(l)); return 0; }\n',
  "ways.c":
    "int puts(const char *); int abs(int); typedef int (*op)(int);\n" +
    'int pick(int x) { switch (x) { case 0: return 3; case 1: case 2: return x * 7; case 10: puts("ten"); break; default: return x; } return -1; }\n' +
    "static op table[] = { pick, abs }; int call(int i) { return table[i & 1](i); }\n" +
    "int go(int x) { static void *at[] = { &&a, &&b }; goto *at[x & 1]; a: x += 1; b: return x; }\n",
  "kinds.c":
    "typedef float v4 __attribute__((vector_size(16))); struct big { int a[10]; long b; };\n" +
    "v4 mix(v4 a, v4 b) { return a * b + a; } __int128 wide(__int128 a, long b) { return a * b + (a >> 3); }\n" +
    "int atom(int *p) { int e = 1; __atomic_compare_exchange_n(p, &e, 2, 0, 5, 0); return __atomic_fetch_add(p, 3, 5) + e; }\n" +
    "struct big ret(struct big x, int i) { x.a[i] = 3; x.b += i; return x; } long double ld(long double x) { return x * 2 + 1; }\n" +
    "int va(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = 0; while (n--) s += __builtin_va_arg(l, int); return s; }\n" +
    "int vla(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; int s = 0; for (int i = n; i-- > 0;) s += a[i]; return s + va(2, 1, 2); }\n",
  "throws.cpp":
    "struct E { int x; ~E(); }; int risky(int); struct B { virtual int go(int) = 0; virtual ~B(); };\n" +
    "int run(B &b, int n) { int s = 0; E e{n}; try { for (int i = 0; i < n; i++) s += b.go(risky(i)); } catch (E &x) { return x.x; } catch (int i) { throw; } return s; }\n",
};

/** Ten real files. */
const REAL: readonly (readonly [file: string, ...flags: readonly string[]])[] = [
  ["lists.c", "-O0"],
  ["lists.c", "-O2"],
  ["lists.c", "-O1", "-g"],
  ["ways.c", "-O0", "-g"],
  ["ways.c", "-O1"],
  ["kinds.c", "-O0"],
  ["kinds.c", "-O2"],
  ["kinds.c", "-O1", "-g"],
  ["throws.cpp", "-O0"],
  ["throws.cpp", "-O1", "-g"],
];

const MODULES = sampled(15, 50);
/** Of each real file. */
const CUTS = sampled(6, 20);

const compiled = (file: string, flags: readonly string[]): string =>
  spawnSync("clang", [...flags, "-w", "-S", "-emit-llvm", "-x", file.endsWith("c") ? "c" : "c++", "-", "-o", "-"], {
    input: PROGRAMS[file],
    encoding: "utf8",
  }).stdout;

/** Instructions, blocks and items go by chance; what a line goes on with goes with it. */
const someLines = (text: string, seed: number): string => {
  const random = draws(seed).next;
  const share = random();
  return text
    .replaceAll(/\n\s+(?=to label|i\d+ -?\d+, label|cleanup|catch|filter|\]|unwind)/g, " ")
    .split("\n")
    .filter((line) => /^(?:define|\}|%|declare [^\n]*@llvm\.)/.test(line) || random() < share)
    .join("\n");
};

describe.skipIf(lacks("opt", "clang"))("LLVM's verifier takes", () => {
  test(`${MODULES} generated modules, as they are and cut line by line`, () => {
    for (let seed = 0; seed < MODULES; seed++) {
      const text = generatedModule(seed, pointer);
      expect({ seed, complaint: complaint(text) }).toEqual({ seed, complaint: undefined });
      const cut = repair(someLines(text, seed));
      expect({ seed, cut, complaint: complaint(cut) }).toEqual({ seed, cut, complaint: undefined });
    }
  });

  test.each(REAL)("%s %s %s, which needs no repair, and nearly all that is cut from it", (file, ...flags) => {
    const text = compiled(
      file,
      flags.filter((flag) => flag !== undefined),
    );
    expect(text.length).toBeGreaterThan(100);
    expect(parse(text).errors).toBe(0);
    expect(repair(text)).toBe(text);
    const complaints = Array.from({ length: CUTS }, (_, seed) => complaint(repair(someLines(text, seed)))).filter(
      Boolean,
    );
    expect(complaints.slice(1)).toEqual([]);
  });

  test("at least 95 % of what reductions by default ask about", async () => {
    const language = await languageNamed("llvm");
    const wanted: readonly (readonly [text: string, holds: (text: string) => boolean])[] = [
      [compiled("lists.c", ["-O1"]), (text) => /phi [^\n]*\n[^}]*br i1 [^}]*call[^\n]*@printf/.test(text)],
      [compiled("lists.c", ["-O0", "-g"]), (text) => /srem i32 [^\n]*, 3, !dbg/.test(text)],
      [compiled("ways.c", ["-O1"]), (text) => text.includes("switch i32") && text.includes("blockaddress")],
      [compiled("kinds.c", ["-O2"]), (text) => /cmpxchg/.test(text) && /<4 x float>/.test(text)],
      [compiled("throws.cpp", ["-O1"]), (text) => text.includes("landingpad") && text.includes("@__cxa_begin_catch")],
      ...(pointer === "ptr" ? [] : [[sampleText("llvm/sample.ll"), (text: string) => text.includes("fmul")] as const]),
    ];
    const complaints: string[] = [];
    let asked = 0;
    for (const [text, holds] of wanted) {
      expect(holds(text)).toBe(true);
      reduced(auto({ language, rename: false, valid: "whole" }), text, (candidate) => {
        const said = complaint(candidate);
        asked++;
        if (said !== undefined) complaints.push(said);
        return said === undefined && holds(candidate);
      });
    }
    expect(asked).toBeGreaterThan(100);
    expect(complaints.slice(Math.floor(0.05 * asked))).toEqual([]);
  });
});
