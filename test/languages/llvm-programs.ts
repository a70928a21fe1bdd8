/** Programs in C and C++, and what clang makes of them. */
import { spawnSync } from "node:child_process";

/** From this version on, pointers have no types. */
const OPAQUE = 15;
const version = Number(
  /version (\d+)/.exec(spawnSync("opt", ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1] ?? 0,
);
export const pointer = version >= OPAQUE ? "ptr" : "i32*";

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
export const REAL: readonly (readonly [file: string, ...flags: readonly string[]])[] = [
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

export const compiled = (file: string, flags: readonly string[]): string =>
  spawnSync("clang", [...flags, "-w", "-S", "-emit-llvm", "-x", file.endsWith("c") ? "c" : "c++", "-", "-o", "-"], {
    input: PROGRAMS[file],
    encoding: "utf8",
  }).stdout;
