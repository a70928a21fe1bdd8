/** Functions that are called when something happens. */

export class Listeners<Arguments extends readonly unknown[] = []> {
  readonly #all = new Set<(...news: Arguments) => void>();

  /** Returns what ends the listening. */
  add(listener: (...news: Arguments) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  tell(...news: Arguments): void {
    for (const listener of this.#all) listener(...news);
  }
}
