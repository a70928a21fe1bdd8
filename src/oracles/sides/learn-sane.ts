/** Finds out with which compilers `--sane` can look at an original, and what it has already. */
import { UserError } from "../../core/errors.ts";
import { fileCase, type TestCase } from "../../core/test-case.ts";
import { quote } from "../command-line.ts";
import type { Subject } from "../oracle.ts";
import { textOf, tryCandidate, type Trial, type TrialContext } from "../trial.ts";
import { sideCommand } from "./line.ts";
import { NOT_BUILT, reportsIn, type SaneTest } from "./sane.ts";

export interface SaneLesson {
  readonly setting: TrialContext;
  readonly original: TestCase;
  /** The lines of the test: its compiler is used, with the flags that decide what a program means. */
  readonly texts: readonly string[];
  /** In milliseconds, for each run. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Told what cannot be looked at, and what the original has itself. */
  readonly warn: (message: string) => void;
}

/** Rejects with a `UserError` where the original is no C or C++, or nothing here compiles it. */
export const learnSane = async (lesson: SaneLesson): Promise<SaneTest> => {
  const { subject } = lesson.setting;
  const sources = sourcesOf(subject);
  const { compilers, flags } = compilersIn(lesson.texts, isCpp(subject.name));
  const warning = await firstThatCompiles(lesson, compilers, (compiler, how) =>
    warnLine([compiler, ...flags], sources, how),
  );
  if (warning === undefined) throw doesNotCompile(compilers);
  const run = await sanitizedRun(lesson, compilers, { flags, sources });
  const reported = run === undefined ? [] : reportsIn(run.trial);
  if (reported.length > 0)
    lesson.warn(
      `The original has undefined behaviour itself: ${reported.join(", ")}. Candidates with the same are accepted.`,
    );
  const known = [...new Set([...reportsIn(warning.trial), ...reported])].toSorted();
  return { warn: warning.line, ...(run !== undefined && { run: run.line }), known };
};

const SOURCE = /\.(?:c|i|cc|cpp|cxx|c\+\+|C|ii)$/;
const CPP = /\.(?:cc|cpp|cxx|c\+\+|C|ii|hh|hpp)$/;

const isCpp = (name: string): boolean => CPP.test(name);

/** As words of a line. */
const sourcesOf = ({ kind = "file", name, inputs = [] }: Subject): readonly string[] => {
  const all = kind === "files" ? inputs.map(({ path }) => path) : [name];
  const sources = all.filter((path) => SOURCE.test(path));
  if (kind !== "directory" && sources.length > 0) return sources.map(quote);
  throw new UserError("USAGE", "--sane is for C and C++ files.", {
    advice: "Leave it out, or give a command that checks candidates with --passes.",
  });
};

const COMPILER =
  /(?:^|[\s;&|('"])((?:[\w.+-]*\/)*(?:[\w.]+-)*(?:gcc|g\+\+|clang\+\+|clang|cc|c\+\+)(?:-[\d.]+)?)(?=\s)([^;&|\n]*)/;
/** Flags that decide what a program means, or what it includes. */
const MEANING =
  /^-(?:[IDU].+|std=.*|m(?:32|64|x32)|f(?:no-)?(?:wrapv|strict-aliasing|signed-char|unsigned-char|exceptions|rtti|permissive|gnu89-inline|ms-extensions))$/;
/** The same with a value that is the next word. */
const VALUED = /^-(?:[IDU]|include|isystem|iquote|idirafter)$/;

interface Compilers {
  readonly compilers: readonly string[];
  readonly flags: readonly string[];
}

const compilersIn = (texts: readonly string[], cpp: boolean): Compilers => {
  const [, own, rest = ""] = texts.map((text) => COMPILER.exec(text)).find((found) => found !== null) ?? [];
  const words = rest.split(/\s+/).filter((word) => word !== "");
  const flags: string[] = [];
  for (const [index, word] of words.entries()) {
    if (VALUED.test(word)) flags.push(word, words[index + 1] ?? "");
    else if (MEANING.test(word)) flags.push(word);
  }
  const usual = cpp ? ["g++", "clang++"] : ["gcc", "clang"];
  return { compilers: [...new Set([...(own === undefined ? [] : [own]), ...usual])], flags };
};

/** With optimisation more is seen; a compiler that crashes with it may still look. */
const WAYS = ["-O2 -c -o /dev/null", "-fsyntax-only"] as const;

const warnLine = (compiler: readonly string[], sources: readonly string[], how: string): string => {
  const each = sources.map((source) => `${compiler.join(" ")} -Wall -Wextra ${how} ${source}`);
  return `export LC_ALL=C; ${each.join(" && ")}`;
};

interface Ran {
  readonly line: string;
  readonly trial: Trial;
}

const runOn = async (lesson: SaneLesson, line: string, candidate = lesson.original): Promise<Ran> => {
  const { setting, timeout, signal } = lesson;
  const command = sideCommand(line, setting.subject);
  return { line, trial: await tryCandidate(setting, candidate, { command, timeout, signal }) };
};

const firstThatCompiles = async (
  lesson: SaneLesson,
  compilers: readonly string[],
  lineOf: (compiler: string, how: string) => string,
): Promise<Ran | undefined> => {
  for (const compiler of compilers)
    for (const how of WAYS) {
      const ran = await runOn(lesson, lineOf(compiler, how));
      if (ran.trial.code === 0) return ran;
    }
  return undefined;
};

const doesNotCompile = (compilers: readonly string[]): UserError =>
  new UserError(
    "NO_COMPILER",
    `No compiler accepts the original, so --sane cannot look at it: ${compilers.join(", ")}.`,
    {
      advice: "Install gcc or clang, add missing headers with --with PATH, or leave --sane out.",
    },
  );

const PROBE = "int main(void) { return 0; }\n";

/** The line that builds with sanitizers and runs, and what it says of the original. */
const sanitizedRun = async (
  lesson: SaneLesson,
  compilers: readonly string[],
  { flags, sources }: { readonly flags: readonly string[]; readonly sources: readonly string[] },
): Promise<Ran | undefined> => {
  const { name } = lesson.setting.subject;
  const probe = fileCase({ path: name, mode: 0o644, bytes: () => Buffer.from(PROBE) }, PROBE.length);
  const isFile = sources.length === 1;
  for (const compiler of compilers) {
    const { trial } = await runOn(lesson, runLine([compiler], [quote(name)]), isFile ? probe : lesson.original);
    if (isFile ? trial.code !== 0 : /fsanitize|cannot find/.test(textOf(trial.stderr))) continue;
    const ran = await runOn(lesson, runLine([compiler, ...flags], sources));
    if (ran.trial.code !== NOT_BUILT && !ran.trial.timedOut) return ran;
    lesson.warn(
      ran.trial.timedOut
        ? "--sane: the original does not end with sanitizers in time, so candidates are refused by warnings alone."
        : "--sane: the original does not link to a program, so candidates are refused by warnings alone.",
    );
    return undefined;
  }
  lesson.warn(
    `--sane: there is no compiler with sanitizers here (tried ${compilers.join(", ")}), so candidates are refused by warnings alone.`,
  );
  return undefined;
};

const runLine = (compiler: readonly string[], sources: readonly string[]): string =>
  `${compiler.join(" ")} -w -g -O0 -fsanitize=undefined,address ${sources.join(" ")} -o ./pare-sane -lm || exit ${NOT_BUILT}; ` +
  "ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=0 ./pare-sane < /dev/null > /dev/null";
