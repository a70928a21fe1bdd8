/** Tests of a binary form: the search is about its text, which an assembler turns into what tests see. */
import { execFile, spawnSync } from "node:child_process";
import { entriesCase, fileCase, onlyFile, type CaseFile, type TestCase } from "../core/test-case.ts";
import { unresolved } from "../core/verdict.ts";
import type { ProcessOracle } from "./oracle.ts";

/** A program that reads a text from its standard input and prints its binary form. */
export interface Assembler {
  /** Whether there is a binary form of the candidate; `assembled` then has it at once. */
  assemble(candidate: TestCase, signal: AbortSignal): Promise<boolean>;
  /** The candidate in its binary form; throws where there is none. */
  assembled(candidate: TestCase): TestCase;
}

/** The most that an assembler or a disassembler may print. */
const MAX_PRINTED_BYTES = 512 * 1024 * 1024;
/** An assembler that takes longer does not end. */
const ASSEMBLE_TIMEOUT_MS = 60_000;

const LIMITS = { encoding: "buffer", maxBuffer: MAX_PRINTED_BYTES, timeout: ASSEMBLE_TIMEOUT_MS } as const;

export const assemblerOf = (program: string, words: readonly string[]): Assembler => {
  const known = new WeakMap<CaseFile, Uint8Array>();
  return {
    assemble: async (candidate, signal) => {
      const file = onlyFile(candidate);
      const bytes = known.get(file) ?? (await printed(program, words, file.bytes(), signal));
      signal.throwIfAborted();
      if (bytes !== undefined) known.set(file, bytes);
      return bytes !== undefined;
    },
    assembled: (candidate) => {
      const file = onlyFile(candidate);
      const bytes = known.get(file) ?? printedAtOnce(program, words, file.bytes());
      known.set(file, bytes);
      return withBytes(candidate, bytes);
    },
  };
};

/** `undefined` where the program refuses the text. */
const printed = (
  program: string,
  words: readonly string[],
  text: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> =>
  new Promise((resolve) => {
    const { stdin } = execFile(program, words, { ...LIMITS, signal }, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
    // A program that has seen enough does not read the rest.
    stdin?.on("error", () => {});
    stdin?.end(text);
  });

/** Throws where the program refuses its input. */
export const printedAtOnce = (program: string, words: readonly string[], input: Uint8Array): Uint8Array => {
  const { error, status, stdout, stderr } = spawnSync(program, words, { ...LIMITS, input });
  if (error === undefined && status === 0) return stdout;
  throw new Error(`${program}: ${error?.message ?? (stderr.toString().trim() || `exit ${status}`)}`);
};

/** The same case with another content of its only file. */
export const withBytes = (source: TestCase, bytes: Uint8Array): TestCase => {
  const file = { ...onlyFile(source), bytes: (): Uint8Array => bytes };
  return source.words === undefined ? fileCase(file, bytes.length) : entriesCase({ ...source, files: [file] });
};

/** A text without a binary form is not asked about. */
export const withAssembler = (oracle: ProcessOracle, assembler: Assembler | undefined): ProcessOracle =>
  assembler === undefined
    ? oracle
    : {
        description: oracle.description,
        identity: oracle.identity,
        repeatLine: (path, candidate) => oracle.repeatLine(path, candidate && assembler.assembled(candidate)),
        test: async (candidate, terms, signal) => {
          const startedAt = performance.now();
          if (await assembler.assemble(candidate, signal))
            return await oracle.test(assembler.assembled(candidate), terms, signal);
          return { ...unresolved("invalid"), ms: performance.now() - startedAt };
        },
        close: () => oracle.close(),
      };
