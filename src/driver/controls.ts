/** What a person can do to a run: pause, go on, skip the pass, stop. */
import { Listeners } from "../core/listeners.ts";

export type Control = "pause" | "resume" | "skip" | "stop";

/** The hand on the wheel; a run listens to it while it lasts. */
export class Controls {
  readonly #listeners = new Listeners<[Control]>();
  #paused = false;

  get paused(): boolean {
    return this.#paused;
  }

  /** No new tests are started until `resume`; those under way finish. */
  pause(): void {
    this.#paused = true;
    this.#listeners.tell("pause");
  }

  resume(): void {
    this.#paused = false;
    this.#listeners.tell("resume");
  }

  /** The rest of the current pass is not tested: its questions count as unresolved, and nothing is claimed of them in the end. */
  skip(): void {
    this.#listeners.tell("skip");
  }

  /** Ends the run with the best so far. */
  stop(): void {
    this.#listeners.tell("stop");
  }

  /** Returns the function that ends the listening. */
  listen(listener: (control: Control) => void): () => void {
    return this.#listeners.add(listener);
  }
}
