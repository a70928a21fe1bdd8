/** What the oracle has seen of every accepted step: its output, how it ended, and when; for people, nothing is decided by it. */
import { existsSync } from "node:fs";
import { given } from "../../core/maybe.ts";
import type { Finding } from "../../core/verdict.ts";
import { Log, readLog } from "../../journals/log.ts";

/** The test by which a step was accepted. */
export interface Witness {
  /** The digest by which the journal knows the step. */
  readonly key: string;
  /** When it was accepted, in milliseconds of all sessions of the run. */
  readonly at: number;
  /** How long the test took; this and the others are missing where an earlier session has tested it ahead of the search. */
  readonly ms?: number;
  readonly output?: string;
  readonly exit?: number;
  readonly signal?: string;
}

/** More of an output is not kept: its end says most. */
const MAX_OUTPUT = 4096;
/** Failures that were found ahead of the walk, and have not been accepted yet. */
const MAX_WAITING = 256;

/** Where a test was run differs from test to test, and says nothing to anybody. */
const SCRATCH = /(?:file:\/\/)?\/[^\s'"():]*\/pare-[^/\s]+\/test-\d+\//g;

/** What a test printed, as it is kept. */
export const keptOutput = (output: string): string => {
  const whole = output.replaceAll(SCRATCH, "").trimEnd();
  return whole.length > MAX_OUTPUT ? `…${whole.slice(-MAX_OUTPUT)}` : whole;
};

/** By key; damaged records are left out. An output that is that of the record before is written only once. */
export const readWitnesses = (path: string): ReadonlyMap<string, Witness> => {
  const witnesses = new Map<string, Witness>();
  if (existsSync(path)) readLog(path, reading(witnesses));
  return witnesses;
};

const reading = (witnesses: Map<string, Witness>): ((record: Record<string, unknown>) => void) => {
  let output: string | undefined;
  return (record) => {
    const { again, ...witness } = record as unknown as Witness & { readonly again?: boolean };
    if (again === true && output !== undefined) return void witnesses.set(witness.key, { ...witness, output });
    if (witness.output !== undefined) ({ output } = witness);
    witnesses.set(witness.key, witness);
  };
};

/** Writes witnesses down while a run goes on; what an earlier session has written stays. */
export class WitnessWriter {
  readonly #log: Log;
  readonly #known: Set<string>;
  readonly #startedAt: number;
  readonly #before: number;
  readonly #waiting = new Map<string, Finding>();
  #last: string | undefined;

  /** `startedAt`: when the session began, by `performance.now()`. */
  constructor(path: string, startedAt: number) {
    this.#startedAt = startedAt;
    const witnesses = new Map<string, Witness>();
    this.#log = Log.open(path, reading(witnesses)).log;
    this.#known = new Set(witnesses.keys());
    const all = [...witnesses.values()];
    this.#before = all.at(-1)?.at ?? 0;
    this.#last = all.findLast(({ output }) => output !== undefined)?.output;
  }

  /** A test has ended. */
  see(key: string, finding: Finding): void {
    if (finding.outcome !== "fail" || this.#known.has(key)) return;
    this.#waiting.set(key, finding);
    if (this.#waiting.size <= MAX_WAITING) return;
    const [oldest = ""] = this.#waiting.keys();
    this.#waiting.delete(oldest);
  }

  /** A step was accepted. */
  take(key: string): void {
    if (this.#known.has(key)) return;
    const finding = this.#waiting.get(key);
    this.#waiting.delete(key);
    this.#known.add(key);
    const at = Math.round(this.#before + performance.now() - this.#startedAt);
    if (finding === undefined) return this.#log.append({ key, at });
    const { exit, signal } = finding.evidence ?? {};
    const output = keptOutput(finding.evidence?.output ?? "");
    this.#log.append({
      key,
      at,
      ms: Math.round(finding.ms * 10) / 10,
      ...given({ exit, signal }),
      ...(output === this.#last ? { again: true } : { output }),
    });
    this.#last = output;
  }

  close(): void {
    this.#log.close();
  }
}
