/** The accepted steps as a browser holds them: any of them can be rebuilt, and compared with the one before or with the start. */
import type { BookStep } from "../../reporters/reduce/report-data.ts";
import { assembled, compared, edited, isBinary, readable, whole, type Piece, type DiffPiece } from "./diff.ts";
import { allFiles, changedFiles } from "./files.ts";

export type ShownStep = Omit<BookStep, "key">;

export interface Book {
  /** Contents are the bytes of one file; else of an archive. */
  readonly plain: boolean;
  /** The number of steps before the start. */
  readonly leftOut: number;
  readonly start: { readonly number: number; readonly size: number; readonly content: Uint8Array };
  readonly steps: readonly ShownStep[];
}

type Pieces = readonly Piece[];

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
  change(place: number): readonly DiffPiece[] {
    const step = this.book.steps[place - 1];
    if (step === undefined) return this.plain(place);
    const before = this.content(place - 1);
    return this.#compared(before, edited(whole(before), step.edits));
  }

  /** What has changed since the start. */
  sinceStart(place: number): readonly DiffPiece[] {
    return this.#compared(this.book.start.content, this.#pieces(place));
  }

  /** The content of a step. */
  plain(place: number): readonly DiffPiece[] {
    const bytes = this.content(place);
    return this.book.plain ? readable([{ kind: "same", bytes }], this.binary, false) : allFiles(bytes);
  }

  #compared(before: Uint8Array, pieces: Pieces): readonly DiffPiece[] {
    return this.book.plain
      ? readable(compared(before, pieces), this.binary)
      : changedFiles(before, assembled(before, pieces));
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
