/**
 * The system refuses to execute a file ("text file busy") while any process holds it open for writing, and a process that is just
 * being started holds, until its program is loaded, whatever was open here at that moment. So a job must not start before the
 * starts have ended that were under way while an executable file was written.
 */
let written = 0;

/** An executable file was written and closed. */
export const noteExecutable = (): void => {
  written += 1;
};

export class StartsUnderWay {
  readonly #starts = new Map<Promise<unknown>, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Until another one may begin. */
  async turn(): Promise<void> {
    while (this.#starts.size >= this.#most) await Promise.race(this.#starts.keys());
    const risky = [...this.#starts].flatMap(([start, before]) => (before < written ? [start] : []));
    if (risky.length > 0) await Promise.all(risky);
  }

  get count(): number {
    return this.#starts.size;
  }

  get mustWait(): boolean {
    if (this.#starts.size >= this.#most) return true;
    for (const before of this.#starts.values()) if (before < written) return true;
    return false;
  }

  /** `start` never rejects. */
  async during<T>(start: Promise<T>): Promise<T> {
    this.#starts.set(start, written);
    try {
      return await start;
    } finally {
      this.#starts.delete(start);
    }
  }
}
