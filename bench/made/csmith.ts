/** Programs of Csmith with fixed seeds on which SDCC stops with an internal error, though GCC accepts them. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Recipe } from "./recipe.ts";

interface Generated {
  readonly name: string;
  readonly seed: number;
  readonly options: readonly string[];
  /** The processor that SDCC compiles for. */
  readonly port: string;
  /** What SDCC must say, as grep's extended pattern. */
  readonly says: string;
  readonly about: string;
}

/** What SDCC does not take at all would hide the rest: structures by value, wide bit-fields. */
const PLAIN =
  "--no-bitfields --no-packed-struct --no-arg-structs --no-return-structs --no-arg-unions --no-return-unions --no-volatiles".split(
    " ",
  );

const size = (functions: number): readonly string[] => ["--max-funcs", String(functions), "--max-block-depth", "3"];

const GENERATED: readonly Generated[] = [
  {
    name: "c-sdcc-hc08-param",
    seed: 9,
    options: [...size(4), "--bitfields", "--packed-struct"],
    port: "hc08",
    says: "Internal Error in file .SDCCast.c.",
    about: "SDCC 4.2 for the HC08 stops in SDCCast.c: it meets a parameter where it expects none.",
  },
  {
    name: "c-sdcc-hc08-link",
    seed: 2005,
    options: [...size(3), ...PLAIN],
    port: "hc08",
    says: "Internal error: validateLink failed in SPEC_NOUN",
    about: "SDCC 4.2 for the HC08 stops because an actual parameter has no type.",
  },
  {
    name: "c-sdcc-pdk15-segment",
    seed: 2003,
    options: [...size(3), ...PLAIN],
    port: "pdk15",
    says: "Internal Error in file .SDCCmem.c.",
    about: "SDCC 4.2 for the PDK15 stops in SDCCmem.c: a symbol has no storage class.",
  },
];

/** The types and limits that Csmith's minimal runtime includes and Debian does not ship; no header of the system is needed. */
const RUNTIME: Readonly<Record<string, string>> = {
  "custom_stdint_x86.h": `typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;
`,
  "custom_limits.h": `#define CHAR_BIT 8
#define INT8_MIN (-128)
#define INT16_MIN (-32767-1)
#define INT32_MIN (-2147483647-1)
#define INT64_MIN (-9223372036854775807LL-1)
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT64_MAX 9223372036854775807LL
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615ULL
#define INT_MIN INT32_MIN
#define INT_MAX INT32_MAX
#define FLT_MAX 3.40282347e+38F
#define DBL_MAX 1.7976931348623157e+308
float fabsf(float);
double fabs(double);
`,
};

const recipeOf = ({ name, seed, options, port, says, about }: Generated): Recipe => ({
  name,
  file: "program.c",
  packages: ["csmith", "libcsmith-dev", "sdcc", "gcc-12"],
  about: `${about} Csmith ${["--seed", seed, ...options].join(" ")}.`,
  script: `gcc-12 -w -fsyntax-only program.c >/dev/null 2>&1 || exit 1
timeout 10 sdcc -m${port} -S program.c -o program.asm 2>&1 | grep -qE "${says}"`,
  make: (path, scratch) => {
    for (const [header, text] of Object.entries(RUNTIME)) writeFileSync(join(scratch, header), text);
    const raw = join(scratch, "raw.c");
    execFileSync("csmith", ["--seed", String(seed), ...options, "-o", raw], { cwd: scratch, stdio: "ignore" });
    const include = [`-I${scratch}`, "-I/usr/include/csmith"];
    execFileSync("gcc-12", ["-E", "-P", "-DCSMITH_MINIMAL", ...include, raw, "-o", path]);
  },
});

export const generated: readonly Recipe[] = GENERATED.map(recipeOf);
