/** Binary files, the real programs that judge them, and reductions with their answers. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { onTestFinished } from "vitest";
import { select, type Configuration } from "../../src/core/configuration.ts";
import { Unparsable } from "../../src/core/errors.ts";
import type { Parsed } from "../../src/core/format.ts";
import type { FileFormat } from "../../src/formats/pieces.ts";
import { claimText, minimalities } from "../../src/core/claim.ts";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import { binary } from "../../src/pipelines/binary.ts";
import { played } from "../passes/support.ts";

export const caseOf = (bytes: Uint8Array): TestCase =>
  fileCase({ path: "input", mode: 0o644, bytes: () => bytes }, bytes.length);

export const bytesOf = (source: TestCase): Buffer => Buffer.from(onlyFile(source).bytes());

export interface Said {
  readonly code: number | null;
  readonly out: string;
}

export interface Workshop {
  readonly directory: string;
  /** A program on a file with these bytes, whose path takes the place of "FILE". */
  readonly run: (bytes: Uint8Array, program: string, ...args: readonly string[]) => Said;
}

/** Until the test ends. */
export const workshop = (suffix = ""): Workshop => {
  const directory = mkdtempSync(join(tmpdir(), "pare-binary-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, `file${suffix}`);
  return {
    directory,
    run: (bytes, program, ...args) => {
      writeFileSync(file, bytes);
      const { status, stdout, stderr } = spawnSync(
        program,
        args.map((arg) => (arg === "FILE" ? file : arg)),
      );
      return { code: status, out: `${stdout.toString("latin1")}${stderr.toString("latin1")}` };
    },
  };
};

export interface Reduced {
  readonly bytes: Buffer;
  readonly claims: readonly string[];
  /** Different candidates that were tested. */
  readonly tests: number;
}

/** Each candidate is tested once. */
export const reduced = (bytes: Uint8Array, fails: (candidate: Buffer) => boolean): Reduced => {
  const known = new Map<string, boolean>();
  const { result, claims } = played(binary()(caseOf(bytes)), (candidate) => {
    const key = candidate.key();
    const answer = known.get(key) ?? fails(bytesOf(candidate));
    known.set(key, answer);
    return answer;
  });
  return {
    bytes: bytesOf(result),
    claims: minimalities(claims).map(claimText),
    tests: known.size,
  };
};

/** The same bytes with some of them changed, or cut off at the end. */
export const damaged = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(Math.max(0, bytes.length - 1)), fc.nat(255)), { maxLength: 4 }),
      fc.oneof(fc.constant(bytes.length), fc.nat(bytes.length)),
    )
    .map(([edits, length]) => {
      const copy = Uint8Array.from(bytes);
      for (const [place, byte] of edits) copy[place] = byte;
      return copy.subarray(0, length);
    });

export type Taken = Parsed<TestCase, Configuration<number>>;

/** `undefined` where the format does not apply. */
export const parsed = (format: FileFormat, bytes: Uint8Array): Taken | undefined => {
  try {
    return format.parse(caseOf(bytes));
  } catch (error) {
    if (error instanceof Unparsable) return undefined;
    throw error;
  }
};

/** Without the deltas whose numbers, counted around, are in the list. */
export const withoutUnits = ({ input, render }: Taken, gone: readonly number[]): Buffer => {
  const numbers = new Set(gone.map((number) => number % input.length));
  const kept = Array.from({ length: input.length }, (_, i) => i).filter((i) => !numbers.has(i));
  return bytesOf(
    render(
      select(
        input,
        kept.map((i) => ({ from: i, to: i + 1 })),
      ),
    ),
  );
};
