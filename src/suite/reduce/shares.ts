/** How many candidates of one test are run at once: one, as long as there are tests enough for all workers; the last tests share them. */

/** What one test has of the workers. */
export interface Share {
  readonly share: number;
  /** Tells when it may have changed. */
  listen(listener: () => void): () => void;
}

export class Shares implements Share {
  readonly #jobs: number;
  #waiting: number;
  #active = 0;
  readonly #listeners = new Set<() => void>();

  /** `tests`: how many there are. */
  constructor(jobs: number, tests: number) {
    this.#jobs = jobs;
    this.#waiting = tests;
  }

  begin(): void {
    this.#waiting--;
    this.#active++;
    this.#tell();
  }

  end(): void {
    this.#active--;
    this.#tell();
  }

  /** The share of each test that is under way. */
  get share(): number {
    return this.#waiting > 0 ? 1 : Math.max(1, Math.floor(this.#jobs / Math.max(1, this.#active)));
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
