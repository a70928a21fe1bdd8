/** What the compiler saw of a C or C++ file: includes and macros replaced, as another place to start from. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { onlyFile, type TestCase } from "../../core/test-case.ts";
import { withBytes } from "../../oracles/assembled.ts";
import { fillIn, quote } from "../../oracles/command-line.ts";
import type { Subject } from "../../oracles/oracle.ts";
import { environment, textOf } from "../../oracles/trial.ts";
import { openRunnerSpace, type ProcessExit } from "../../runner/index.ts";
import { PRIVATE_FILE } from "../../runs/audience.ts";
import type { ReduceOptions } from "../options.ts";

export interface PreprocessOptions {
  /** A line for a shell in which `{}` is the input; "auto": the compiler of the oracle's command, else `cc -E -P {}`. */
  readonly command: string;
  readonly subject: Subject;
  /** The words of the command whose behaviour counts, if there is one. */
  readonly tested?: readonly string[];
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Told why there is no other text to start from. */
  readonly warn: (message: string) => void;
}

export interface StartTextOptions extends Pick<PreprocessOptions, "subject" | "signal" | "warn"> {
  readonly options: ReduceOptions;
  readonly source: TestCase;
  /** In milliseconds. */
  readonly timeout: number;
}

/** What the compiler sees of the original, where that is to be the start. */
export const startText = async ({ options, source, ...order }: StartTextOptions): Promise<TestCase | undefined> => {
  const { preprocess: command, command: tested } = options;
  if (command === undefined) return undefined;
  return await preprocessed(source, { ...order, command, ...(tested !== undefined && { tested }) });
};

/** The most that is kept of the preprocessor's output. */
const KEEP_BYTES = 64 * 1024 * 1024;

/**
 * The same file with the text that the preprocessor makes of it, run where pare was started. Undefined, with a warning, where that
 * fails or changes nothing. The same headers give the same text: a resumed run asks again, and has its digest in its identity.
 */
export const preprocessed = async (source: TestCase, options: PreprocessOptions): Promise<TestCase | undefined> => {
  const { subject, warn } = options;
  if (source.files.length !== 1) {
    warn("Only a single file can be preprocessed, so the search starts from the original.");
    return undefined;
  }
  const { path, remove } = placed(source, subject);
  const command = preprocessing(options, path);
  const line = command.map(quote).join(" ");
  try {
    const exit = await ran(command, options);
    const reason = refusal(exit);
    if (reason !== undefined) {
      warn(`The preprocessor ${reason}, so the search starts from the original. It was: ${line}`);
      return undefined;
    }
    const file = onlyFile(source);
    return isSame(exit.stdout, file.bytes()) ? undefined : withBytes(source, exit.stdout);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    warn(`${error.message} The search starts from the original. It was: ${line}`);
    return undefined;
  } finally {
    remove();
  }
};

const refusal = ({ code, signal, stdout, stderr, timedOut, truncated }: ProcessExit): string | undefined => {
  if (timedOut) return "took too long";
  if (signal !== undefined) return `was ended by ${signal}`;
  if (code !== 0) return `exited with ${code} (${textOf(stderr).trim().split("\n")[0] ?? ""})`;
  if (truncated) return "printed more than 64 MB";
  return stdout.length === 0 ? "printed nothing" : undefined;
};

const ran = async (
  command: readonly string[],
  { subject, timeout, signal }: PreprocessOptions,
): Promise<ProcessExit> => {
  const { runner, close } = openRunnerSpace();
  try {
    const env = environment(subject.origin);
    return await runner.run({ command, cwd: subject.origin, env, timeout, keep: KEEP_BYTES }, signal);
  } finally {
    await close();
  }
};

/** Where the text lies among its headers: the input itself, or a copy beside it if it holds something else by now. */
const placed = (source: TestCase, { typed, origin }: Subject): { readonly path: string; remove(): void } => {
  const input = resolve(origin, typed);
  const bytes = onlyFile(source).bytes();
  if (isSame(readFileSync(input), bytes)) return { path: typed, remove: () => undefined };
  const path = join(dirname(input), `.pare-${process.pid}-${basename(input)}`);
  rmSync(path, { force: true });
  writeFileSync(path, bytes, { flag: "wx", mode: PRIVATE_FILE });
  return { path, remove: () => rmSync(path, { force: true }) };
};

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const preprocessing = ({ command, subject, tested }: PreprocessOptions, path: string): readonly string[] => {
  if (command !== "auto") return ["/bin/sh", "-c", command.replaceAll("{}", () => quote(path))];
  return fillIn(compilerOf(tested ?? []) ?? ["cc", "-E", "-P", "{}"], subject, path);
};

const COMPILER = /^(?:[\w.+-]+-)?(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-[\d.]+)?$/;
/** Flags that ask for something else than the preprocessor's output. */
const OTHER = /^-(?:[cSE]|fsyntax-only|M.*|[lL].*|save-temps.*|flto.*|shared|static)$/;
/** Flags whose value is the next word. */
const VALUED =
  /^-(?:[IDUx]|include|imacros|isystem|iquote|idirafter|isysroot|iprefix|target|arch|-param|-sysroot|Xclang)$/;

/** The compiler that is tested, with the flags that matter to a preprocessor. */
const compilerOf = (words: readonly string[]): readonly string[] | undefined => {
  const at = words.findIndex((word) => COMPILER.test(basename(word)));
  if (at < 0) return undefined;
  const kept: string[] = [];
  for (let i = at + 1; i < words.length; i++) {
    const word = words[i] as string;
    if (word === "-o") i++;
    else if (VALUED.test(word)) kept.push(word, words[++i] ?? "");
    else if (word.startsWith("-") && word !== "-" && !OTHER.test(word) && !/^-o./.test(word)) kept.push(word);
  }
  return [words[at] as string, "-E", "-P", ...kept, "{}"];
};
