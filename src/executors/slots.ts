/** A number of places, and a queue for them. */

export class Slots {
  readonly #waiting: (() => void)[] = [];
  readonly #emptied: (() => void)[] = [];
  #capacity: number;
  #taken = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get capacity(): number {
    return this.#capacity;
  }

  set capacity(capacity: number) {
    this.#capacity = capacity;
    this.#admit();
  }

  /** Waits for a place; returns what gives it back, once. */
  async take(): Promise<() => void> {
    if (this.#taken >= this.#capacity) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken++;
    let held = true;
    return () => {
      if (held) this.#give();
      held = false;
    };
  }

  /** Does the work at a place. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.take();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits until nobody holds a place. */
  async empty(): Promise<void> {
    if (this.#taken > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve));
  }

  #give(): void {
    this.#taken--;
    this.#admit();
    if (this.#taken > 0) return;
    for (const tell of this.#emptied.splice(0)) tell();
  }

  /** Those that are let in hold the place at once. */
  #admit(): void {
    while (this.#taken < this.#capacity && this.#waiting.length > 0) {
      this.#taken++;
      this.#waiting.shift()?.();
    }
  }
}
