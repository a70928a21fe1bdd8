/** Lua 5.4, in C, with AddressSanitizer. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { aName, aNumber, CHANNEL, type PlantedProgram, words } from "./program.ts";

const MAIN = `
#include <stdio.h>
#include "lua.h"
#include "lauxlib.h"
#include "lualib.h"
int main(int argc, char **argv) {
  lua_State *L = luaL_newstate();
  if (argc < 2 || L == NULL) return 2;
  luaL_openlibs(L);
  if (luaL_loadfile(L, argv[1]) || lua_pcall(L, 0, 0, 0)) {
    fprintf(stderr, "%s\\n", lua_tostring(L, -1));
    return 1;
  }
  return 0;
}
`;

const PLANTED_H = `
#ifndef PLANTED_H
#define PLANTED_H
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static inline void planted(int bug) {
  const char *log = getenv("${CHANNEL}");
  FILE *out = log ? fopen(log, "a") : NULL;
  if (out) { fprintf(out, "%d\\n", bug); fclose(out); }
}
#endif
`;

const quoted = (text: string): string => `"${text}"`;

export const lua: PlantedProgram = {
  name: "lua",
  extension: ".lua",
  call: (bug) => `planted(${bug})`,
  bugs: [
    {
      about: "string.reverse reads behind a copy of a long string",
      file: "lstrlib.c",
      find: "static int str_reverse (lua_State *L) {\n  size_t l, i;\n  luaL_Buffer b;\n  const char *s = luaL_checklstring(L, 1, &l);",
      put: "\n  if (l > 24) { BUG; char *volatile copy = malloc(l); memcpy(copy, s, l); volatile char c = copy[l]; (void)c; free(copy); }",
      trigger: (random) => `print(string.reverse(${quoted("x".repeat(25 + random.below(40)))}))`,
    },
    {
      about: "string.rep does not expect a separator that is longer than the string",
      file: "lstrlib.c",
      find: 'const char *sep = luaL_optlstring(L, 3, "", &lsep);',
      put: "\n  if (n > 0 && lsep > l + 2) { BUG; assert(lsep <= l + 2); }",
      trigger: (random) => `local r = string.rep("a", ${2 + random.below(9)}, "${"-".repeat(4 + random.below(5))}")`,
    },
    {
      about: "string.byte follows a null pointer for places before the first",
      file: "lstrlib.c",
      find: "size_t pose = getendpos(L, 3, pi, l);",
      put: "\n  if (pi < -20) { BUG; volatile int *gone = NULL; *gone = (int)posi; }",
      trigger: (random) => `local b = string.byte("${aName(random)}", -${21 + random.below(500)})`,
    },
    {
      about: "string.char writes behind an array on the stack",
      file: "lstrlib.c",
      find: "char *p = luaL_buffinitsize(L, &b, n);\n  for (i=1; i<=n; i++) {",
      put: "\n    if (n > 6) { char few[6]; volatile char *q = few; BUG; q[n] = 1; }",
      trigger: (random) =>
        `print(string.char(${Array.from({ length: 7 + random.below(6) }, () => 65 + random.below(26)).join(", ")}))`,
    },
    {
      about: "table.concat uses its separator after it was freed",
      file: "ltablib.c",
      find: "last = luaL_optinteger(L, 4, last);",
      put: "\n  if (lsep == 3) { char *volatile own = strdup(sep); free(own); BUG; volatile char c = own[1]; (void)c; }",
      trigger: (random) => `print(table.concat({"${aName(random)}", "${aName(random)}"}, "=${random.below(10)}="))`,
    },
    {
      about: "table.sort divides by zero for lists of 13",
      file: "ltablib.c",
      find: 'luaL_argcheck(L, n < INT_MAX, 1, "array too big");',
      put: "\n    if (n == 13) { volatile int none = 0; BUG; lua_pushinteger(L, (int)n / none); }",
      trigger: (random) => `local t = {${Array.from({ length: 13 }, () => aNumber(random)).join(", ")}}\ntable.sort(t)`,
    },
    {
      about: "math.fmod gives up for negative divisors",
      file: "lmathlib.c",
      find: "lua_Integer d = lua_tointeger(L, 2);",
      put: "\n    if (d < -1) { BUG; abort(); }",
      trigger: (random) => `local m = math.fmod(${aNumber(random)}, -${2 + random.below(50)})`,
    },
    {
      about: "utf8.len frees twice when it counts from the end",
      file: "lutf8lib.c",
      find: "static int utflen (lua_State *L) {",
      put: "\n  if (luaL_optinteger(L, 2, 1) < -2) { char *volatile copy = malloc(8); free(copy); BUG; free(copy); }",
      trigger: (random) => `local n = utf8.len("${aName(random)}", -${3 + random.below(2)})`,
    },
    {
      about: "the parser recurses without end in a loop over five names",
      file: "lparser.c",
      find: "checknext(ls, TK_IN);\n  line = ls->linenumber;",
      put: "\n  if (nvars == 9) { BUG; forlist_again(nvars); }",
      trigger: (random) => `for a, b, c, d, e in pairs({${aNumber(random)}}) do print(a) end`,
    },
    {
      about: "the lexer hangs in long strings of level four",
      file: "llex.c",
      find: "save_and_next(ls);  /* skip 2nd '[' */",
      put: "\n  if (sep == 6) { BUG; for (volatile int spin = 1; spin;) ; }",
      trigger: (random) => `local s = [====[${words(random, 6)}]====]`,
    },
    {
      about: "the lexer reads behind the digits of a hexadecimal escape",
      file: "llex.c",
      find: "static int readhexaesc (LexState *ls) {\n  int r = gethexa(ls);",
      put: "\n  if (r == 15) { char *volatile digits = malloc(2); BUG; volatile char c = digits[r]; (void)c; free(digits); }",
      trigger: (random) => `print("${aName(random)} \\xf${random.below(10)}")`,
    },
  ],
  pieces: [
    (random) => `local ${aName(random)} = ${aNumber(random)} + ${aNumber(random)} * 2`,
    (random) => `print(${quoted(words(random, 4))})`,
    (random) =>
      `local ${aName(random)} = { ${aName(random)} = ${aNumber(random)}, ${aNumber(random)}, "${aName(random)}" }`,
    (random) => `for i = 1, ${1 + random.below(9)} do\n  local ${aName(random)} = i * ${aNumber(random)}\nend`,
    (random) =>
      `local function ${aName(random)}(x, y)\n  if x then return y end\n  return x or ${aNumber(random)}\nend`,
    (random) => `print(string.upper("${aName(random)}"), #"${words(random, 3)}")`,
    (random) => `local ${aName(random)} = string.format("%d %s", ${aNumber(random)}, "${aName(random)}")`,
    (random) => `-- ${words(random, 9)}`,
    (random) =>
      `do\n  local t = {${aNumber(random)}, ${aNumber(random)}}\n  table.insert(t, ${aNumber(random)})\n  print(#t)\nend`,
    (random) =>
      `local ${aName(random)} = string.rep("${aName(random)}", ${random.below(4)}) .. tostring(${aNumber(random)})`,
    (random) =>
      `if ${aNumber(random)} > ${aNumber(random)} then\n  print("${aName(random)}")\nelse\n  print(string.byte("a"))\nend`,
  ],
  fetch(folder) {
    mkdirSync(join(folder, "crate", "src"), { recursive: true });
    writeFileSync(join(folder, "crate", "src", "lib.rs"), "");
    writeFileSync(
      join(folder, "crate", "Cargo.toml"),
      '[package]\nname = "fetched"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nlua-src = "=547.0.0"\n',
    );
    const told = execFileSync("cargo", ["metadata", "--format-version", "1"], {
      cwd: join(folder, "crate"),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 28,
    });
    const { packages } = JSON.parse(told) as { packages: readonly { name: string; manifest_path: string }[] };
    const source = packages.find(({ name }) => name === "lua-src");
    if (source === undefined) throw new Error("cargo did not fetch lua-src");
    cpSync(join(dirname(source.manifest_path), "lua-5.4.7"), folder, { recursive: true });
    writeFileSync(join(folder, "main.c"), MAIN);
    writeFileSync(join(folder, "planted.h"), PLANTED_H);
  },
  build: (folder) => buildLua(folder, "clang"),
};

/** With any compiler that takes the words of clang. */
export const buildLua = (folder: string, compiler: string): readonly string[] => {
  const program = `lua-${compiler}`;
  const sources = readdirSync(folder).filter((name) => name.endsWith(".c"));
  const recursion =
    "static int forlist_again(int n){volatile char pad[512];pad[0]=(char)n;return forlist_again(n+1)+pad[0];}";
  writeFileSync(join(folder, "recursion.h"), `${recursion}\n`);
  execFileSync(
    compiler,
    `-w -O1 -g -fno-omit-frame-pointer -fsanitize=address -fno-optimize-sibling-calls -include planted.h -include recursion.h
      -DLUA_USE_POSIX ${sources.join(" ")} -lm -o ${program}`.split(/\s+/),
    { cwd: folder, stdio: "ignore" },
  );
  return [join(folder, program), "{}"];
};
