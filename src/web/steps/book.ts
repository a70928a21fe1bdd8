/** The accepted steps as a browser holds them: any of them can be rebuilt, and compared with the one before or with the start. */
import { assembled, compared, edited, isBinary, readable, whole, type Shown, type StepEdit } from "./diff.ts";

export interface ShownStep {
  readonly number: number;
  readonly size: number;
  readonly edits: readonly StepEdit[];
  readonly at?: number;
  readonly pass?: string;
  readonly tests?: number;
  readonly output?: string;
}

export interface Book {
  readonly plain: boolean;
  /** So many steps come before the start. */
  readonly leftOut: number;
  readonly start: { readonly number: number; readonly content: Uint8Array };
  readonly steps: readonly ShownStep[];
}

type Pieces = ReturnType<typeof whole>;

/** A place in a book: 0 is the start, 1 the first step. The pieces of every 32nd step are kept. */
export class BookReader {
  readonly book: Book;
  readonly binary: boolean;
  readonly #kept = new Map<number, Pieces>();

  constructor(book: Book, earlier?: BookReader) {
    this.book = book;
    this.binary = isBinary(book.start.content);
    // Steps are only ever added to the same start.
    if (earlier !== undefined) this.#kept = earlier.#kept;
  }

  get length(): number {
    return this.book.steps.length;
  }

  content(place: number): Uint8Array {
    return assembled(this.book.start.content, this.#pieces(place));
  }

  /** What the step at a place has changed. */
  change(place: number): readonly Shown[] {
    const step = this.book.steps[place - 1];
    if (step === undefined) return this.plain(place);
    const before = this.content(place - 1);
    return readable(compared(before, edited(whole(before), step.edits)), this.binary);
  }

  /** What has changed since the start. */
  sinceStart(place: number): readonly Shown[] {
    return readable(compared(this.book.start.content, this.#pieces(place)), this.binary);
  }

  /** The content of a step. */
  plain(place: number): readonly Shown[] {
    return readable([{ kind: "same", bytes: this.content(place) }], this.binary, false);
  }

  #pieces(place: number): Pieces {
    let from = place;
    while (from > 0 && !this.#kept.has(from)) from--;
    let pieces = this.#kept.get(from) ?? whole(this.book.start.content);
    for (let at = from; at < place; at++) {
      pieces = edited(pieces, this.book.steps[at]?.edits ?? []);
      if ((at + 1) % 32 === 0) this.#kept.set(at + 1, pieces);
    }
    return pieces;
  }
}
