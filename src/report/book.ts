/** The accepted steps of a run, from the original to where it has come, as pages and reports show them. */
import { statSync } from "node:fs";
import type { BookStep, StepBook } from "../reporters/report.ts";
import { applyEdits } from "../runs/edits.ts";
import { readSteps, type Step } from "../runs/steps.ts";
import { readWitnesses, type Witness } from "../runs/witnesses.ts";

/** What the book is made of. */
export interface BookOrder {
  readonly steps: string;
  readonly witnesses: string;
  readonly original: Uint8Array;
  /** The content is the bytes of one file. */
  readonly plain: boolean;
}

/** Contents larger than that are not shown: the book begins with the first step that is smaller. */
const MOST_SHOWN = 2 << 20;

/** Reads again only what has changed, so that a page can ask often. */
export class StepReader {
  readonly #order: BookOrder;
  #steps: ReadonlyMap<number, Step> = new Map();
  #numbers: ReadonlyMap<string, number> = new Map();
  #witnesses: ReadonlyMap<string, Witness> = new Map();
  #stepsSize = -1;
  #witnessesSize = -1;
  #before = new Map<number, Uint8Array>();

  constructor(order: BookOrder) {
    this.#order = order;
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

  /** Of the last step that was written. */
  get last(): number {
    this.#refresh();
    return [...this.#steps.keys()].reduce((most, number) => Math.max(most, number), 0);
  }

  /** `undefined` when a record on its way was lost. */
  content(number: number): Uint8Array | undefined {
    const way = this.wayTo(number);
    if (way.length === 0) return undefined;
    const from = way.findLastIndex((each) => each === 0 || this.#before.has(each));
    let content = way[from] === 0 ? this.#order.original : (this.#before.get(way[from] as number) as Uint8Array);
    try {
      for (const each of way.slice(from + 1)) content = applyEdits(content, this.#steps.get(each)?.edits ?? []);
    } catch {
      return undefined;
    }
    this.#keep(number, content);
    return content;
  }

  witness(number: number): Witness | undefined {
    this.#refresh();
    return this.#witnesses.get(this.#steps.get(number)?.key ?? "");
  }

  /**
   * The steps up to one; those behind `after` where that is on the way, for whoever has the others. `most`: bytes of the content it
   * begins with.
   */
  book(tip: number, { after, most = MOST_SHOWN }: { readonly after?: number; readonly most?: number } = {}): StepBook {
    const way = this.wayTo(tip);
    const known = after === undefined ? -1 : way.indexOf(after);
    if (known >= 0)
      return { plain: this.#order.plain, goesOn: true, steps: way.slice(known + 1).map((n) => this.#step(n)) };
    const size = (number: number): number =>
      number === 0 ? this.#order.original.length : (this.#steps.get(number)?.size ?? 0);
    const first = Math.max(
      0,
      way.findIndex((number) => size(number) <= most),
    );
    const number = way[first] ?? 0;
    return {
      plain: this.#order.plain,
      goesOn: false,
      leftOut: first,
      start: { number, content: this.content(number) ?? new Uint8Array() },
      steps: way.slice(first + 1).map((each) => this.#step(each)),
    };
  }

  #step(number: number): BookStep {
    const { key = "", size = 0, edits = [] } = this.#steps.get(number) ?? {};
    const witness = this.#witnesses.get(key);
    return { number, key, size, edits, ...(witness !== undefined && { at: witness.at }) };
  }

  #keep(number: number, content: Uint8Array): void {
    if (this.#before.size >= 16) this.#before.delete([...this.#before.keys()][0] as number);
    this.#before.set(number, content);
  }

  #refresh(): void {
    const { steps, witnesses } = this.#order;
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
