/** The way from the original to the best: every accepted step as edits of the one before, so that each can be rebuilt. */
import { existsSync } from "node:fs";
import type { TestCase } from "../../core/test-case.ts";
import { Log, readLog } from "../../journals/log.ts";
import { contentOf, type ContentForm } from "./content.ts";
import { applyEdits, editsBetween, type StoredEdit } from "./edits.ts";
import { sha256 } from "../identity.ts";

export interface StoredStep {
  /** The digest by which the journal knows it. */
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  /** The number of the step it is relative to; 0 is the original. */
  readonly base: number;
  readonly edits: readonly StoredEdit[];
}

/** Steps are numbered from 1; damaged records are left out, and what is relative to them cannot be rebuilt. */
export const readSteps = (path: string): ReadonlyMap<number, StoredStep> => {
  const steps = new Map<number, StoredStep>();
  if (existsSync(path)) readLog(path, (record) => take(steps, record));
  return steps;
};

const take = (steps: Map<number, StoredStep>, record: Record<string, unknown>): void => {
  const { number, ...step } = record as unknown as StoredStep & { readonly number: number };
  steps.set(number, step);
};

/** The content of a step; `undefined` when a record on its way was lost. */
export const rebuild = (
  original: Uint8Array,
  steps: ReadonlyMap<number, StoredStep>,
  number: number,
): Uint8Array | undefined => {
  const way: StoredStep[] = [];
  for (let at = number; at !== 0;) {
    const step = steps.get(at);
    if (step === undefined || way.length > steps.size) return undefined;
    way.push(step);
    at = step.base;
  }
  const bytes = way.toReversed().reduce((before, { edits }) => applyEdits(before, edits), original);
  return number === 0 || sha256(bytes) === steps.get(number)?.sha256 ? bytes : undefined;
};

/** Writes steps down while a run goes on. What an earlier session has written is recognised, not written again. */
export class StepWriter {
  readonly #log: Log;
  readonly #numbers = new Map<string, number>();
  #last: number;
  #at = 0;
  readonly #shape: ContentForm;
  #current: TestCase;

  constructor(path: string, original: TestCase, shape: ContentForm) {
    const steps = new Map<number, StoredStep>();
    this.#log = Log.open(path, (record) => take(steps, record)).log;
    for (const [number, { key }] of steps) this.#numbers.set(key, number);
    this.#last = Math.max(0, ...steps.keys());
    this.#numbers.set(original.key(), 0);
    this.#shape = shape;
    this.#current = original;
  }

  /** The number of the step the run has come to. */
  get at(): number {
    return this.#at;
  }

  take(best: TestCase): void {
    const known = this.#numbers.get(best.key());
    if (known === undefined) this.#append(best);
    else this.#at = known;
    this.#current = best;
  }

  sync(): void {
    this.#log.sync();
  }

  close(): void {
    this.#log.close();
  }

  #append(best: TestCase): void {
    const after = contentOf(best, this.#shape);
    const edits = editsBetween(contentOf(this.#current, this.#shape), after);
    const number = ++this.#last;
    const key = best.key();
    this.#log.append({ number, key, size: best.size, sha256: sha256(after), base: this.#at, edits });
    this.#numbers.set(key, number);
    this.#at = number;
  }
}
