/** What compilers define by themselves, as data: the ones that conditions ask for most. */
import type { Definitions } from "./preprocessor-values.ts";

const EVERYWHERE = {
  __GNUC__: "12",
  __GNUC_MINOR__: "2",
  __STDC__: "1",
  __STDC_HOSTED__: "1",
  __linux__: "1",
  __linux: "1",
  __unix__: "1",
  __unix: "1",
  __ELF__: "1",
  __LP64__: "1",
  __x86_64__: "1",
  __CHAR_BIT__: "8",
  __SIZEOF_INT__: "4",
  __SIZEOF_LONG__: "8",
  __SIZEOF_POINTER__: "8",
  __OPTIMIZE__: "1",
} as const;

const BY_LANGUAGE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  c: { ...EVERYWHERE, __STDC_VERSION__: "201710" },
  objc: { ...EVERYWHERE, __STDC_VERSION__: "201710", __OBJC__: "1" },
  cpp: { ...EVERYWHERE, __cplusplus: "201703", __GNUG__: "12" },
  cuda: { ...EVERYWHERE, __cplusplus: "201703", __CUDACC__: "1" },
};

/** A guess: a wrong one costs a test. */
export const predefined = (language: string): Definitions => new Map(Object.entries(BY_LANGUAGE[language] ?? {}));
