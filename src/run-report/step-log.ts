/** The accepted steps of a run, from the original to where it has come, as pages and reports show them. */
import { statSync } from "node:fs";
import type { BookStep, StepLog } from "../reporters/reduce/report-data.ts";
import { sha256 } from "../runs/identity.ts";
import { readSteps, type StoredStep } from "../runs/steps/steps.ts";
import { readWitnesses, type Witness } from "../runs/steps/witnesses.ts";
import { assembled, edited, whole, type Piece } from "../web/steps/diff.ts";

/** What the book is made of. */
export interface StepLogOptions {
  readonly steps: string;
  readonly witnesses: string;
  readonly original: Uint8Array;
  /** The size of the original, as steps have one. */
  readonly size: number;
  /** The content is the bytes of one file. */
  readonly plain: boolean;
}

/** Contents larger than that are not shown: the book begins with the first step that is smaller. */
const MAX_SHOWN = 2 << 20;
/** The number of steps that are remembered, as pieces of the original, evenly over the way: no step is far from one, and none is copied for it. */
const REMEMBERED = 64;

/** Reads again only what has changed, so that a page can ask often. */
export class StepReader {
  readonly #options: StepLogOptions;
  #steps: ReadonlyMap<number, StoredStep> = new Map();
  #numbers: ReadonlyMap<string, number> = new Map();
  #witnesses: ReadonlyMap<string, Witness> = new Map();
  #stepsSize = -1;
  #witnessesSize = -1;
  readonly #kept = new Map<number, readonly Piece[]>();

  constructor(options: StepLogOptions) {
    this.#options = options;
  }

  get plain(): boolean {
    return this.#options.plain;
  }

  step(number: number): StoredStep | undefined {
    return this.#steps.get(number);
  }

  /** The numbers of the steps on the way to one, the original (0) first; empty when a record on the way was lost. */
  wayTo(number: number): readonly number[] {
    this.#refresh();
    const way: number[] = [];
    for (let at = number; at !== 0;) {
      const step = this.#steps.get(at);
      if (step === undefined || way.length > this.#steps.size) return [];
      way.push(at);
      at = step.base;
    }
    return [0, ...way.toReversed()];
  }

  /** The number of the step with that key; 0, the original, for the empty key; `undefined` when there is none. */
  numberOf(key: string): number | undefined {
    this.#refresh();
    return key === "" ? 0 : this.#numbers.get(key);
  }

  /** The number of the last step that was written. */
  get last(): number {
    this.#refresh();
    return [...this.#steps.keys()].reduce((most, number) => Math.max(most, number), 0);
  }

  /** `undefined` when a record on its way was lost. */
  content(number: number): Uint8Array | undefined {
    const way = this.wayTo(number);
    if (way.length === 0) return undefined;
    const content = assembled(this.#options.original, this.#pieces(way));
    return number === 0 || sha256(content) === this.#steps.get(number)?.sha256 ? content : undefined;
  }

  witness(number: number): Witness | undefined {
    this.#refresh();
    return this.#witnesses.get(this.#steps.get(number)?.key ?? "");
  }

  /** By the keys of steps. */
  get witnesses(): ReadonlyMap<string, Witness> {
    this.#refresh();
    return this.#witnesses;
  }

  /**
   * The steps up to one; those behind `after` where that is on the way, for a page that has the others. `most`: bytes of the content it
   * begins with; `undefined` where all are larger.
   */
  book(
    tip: number,
    { after, most = MAX_SHOWN }: { readonly after?: number; readonly most?: number } = {},
  ): StepLog | undefined {
    const way = this.wayTo(tip);
    const known = after === undefined ? -1 : way.indexOf(after);
    if (known >= 0)
      return { plain: this.#options.plain, goesOn: true, steps: way.slice(known + 1).map((n) => this.#step(n)) };
    const size = (number: number): number => (number === 0 ? this.#options.size : (this.#steps.get(number)?.size ?? 0));
    const first = way.findIndex((number) => size(number) <= most);
    if (first < 0) return undefined;
    const number = way[first] ?? 0;
    return {
      plain: this.#options.plain,
      goesOn: false,
      leftOut: first,
      start: { number, size: size(number), content: this.content(number) ?? new Uint8Array() },
      steps: way.slice(first + 1).map((each) => this.#step(each)),
    };
  }

  #step(number: number): BookStep {
    const { key = "", size = 0, edits = [] } = this.#steps.get(number) ?? {};
    const witness = this.#witnesses.get(key);
    return { number, key, size, edits, ...(witness !== undefined && { at: witness.at }) };
  }

  #pieces(way: readonly number[]): readonly Piece[] {
    const every = Math.ceil(way.length / REMEMBERED);
    const from = way.findLastIndex((number) => number === 0 || this.#kept.has(number));
    let pieces = this.#kept.get(way[from] as number) ?? whole(this.#options.original);
    for (let at = from + 1; at < way.length; at++) {
      const number = way[at] as number;
      pieces = edited(pieces, this.#steps.get(number)?.edits ?? []);
      if (at % every === 0 || at === way.length - 1) this.#keep(number, pieces);
    }
    return pieces;
  }

  #keep(number: number, pieces: readonly Piece[]): void {
    if (this.#kept.size >= 2 * REMEMBERED) this.#kept.delete([...this.#kept.keys()][0] as number);
    this.#kept.set(number, pieces);
  }

  #refresh(): void {
    const { steps, witnesses } = this.#options;
    const sizes = [steps, witnesses].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    if (sizes[0] !== this.#stepsSize) {
      this.#stepsSize = sizes[0] as number;
      this.#steps = readSteps(steps);
      this.#numbers = new Map([...this.#steps].map(([number, { key }]) => [key, number]));
    }
    if (sizes[1] !== this.#witnessesSize) {
      this.#witnessesSize = sizes[1] as number;
      this.#witnesses = readWitnesses(witnesses);
    }
  }
}
