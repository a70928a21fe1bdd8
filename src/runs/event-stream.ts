/** The events of a run, for whoever iterates over them. */

/** Events for as many readers as there are; each sees what happens from when it begins to read. */
export class EventStream<E> implements AsyncIterable<E> {
  readonly #readers = new Set<Reader<E>>();
  #ended = false;

  push(event: E): void {
    for (const reader of this.#readers) reader.push(event);
  }

  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.end();
  }

  [Symbol.asyncIterator](): AsyncIterator<E> {
    const reader = new Reader<E>(() => this.#readers.delete(reader));
    if (this.#ended) reader.end();
    else this.#readers.add(reader);
    return reader;
  }
}

class Reader<E> implements AsyncIterator<E> {
  readonly #events: E[] = [];
  readonly #leave: () => void;
  #wake: (() => void) | undefined;
  #ended = false;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  push(event: E): void {
    this.#events.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<E>> {
    if (this.#events.length === 0 && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
    const value = this.#events.shift();
    return value === undefined ? { done: true, value: undefined } : { done: false, value };
  }

  return(): Promise<IteratorResult<E>> {
    this.#leave();
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }
}
