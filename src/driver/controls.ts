/** What a person can do to a run: pause, go on, skip the pass, stop. */

export type Control = "pause" | "resume" | "skip" | "stop";

/** The hand on the wheel; a run listens to it while it lasts. */
export class Controls {
  readonly #listeners = new Set<(control: Control) => void>();
  #paused = false;

  get paused(): boolean {
    return this.#paused;
  }

  /** No new tests are started until `resume`; those under way finish. */
  pause(): void {
    this.#paused = true;
    this.#tell("pause");
  }

  resume(): void {
    this.#paused = false;
    this.#tell("resume");
  }

  /** The rest of the current pass is not tested: its questions count as unresolved, and nothing is claimed in the end. */
  skip(): void {
    this.#tell("skip");
  }

  /** Ends the run with the best so far. */
  stop(): void {
    this.#tell("stop");
  }

  /** Returns the function that ends the listening. */
  listen(listener: (control: Control) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(control: Control): void {
    for (const listener of this.#listeners) listener(control);
  }
}
