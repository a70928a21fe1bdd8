/** Vouches for what journals hold: the test that has given the outcomes is the one that the run began with. */
import type { FileJournal } from "../journals/file.ts";
import { checkPins, type Mark, type Pins } from "./pins.ts";

export interface WatchOptions {
  readonly pins: Pins;
  /** What the test is made of, as the run knows it; as it is now unless given. */
  readonly content?: string;
  /** Those that are open. */
  readonly journals: () => Iterable<FileJournal>;
  /** The test has changed or was touched, and what was learnt since the last look is forgotten. */
  readonly onDoubt?: () => void;
  /** Called with what `vouch` throws while nobody waits for it. */
  readonly onBroken: (error: unknown) => void;
}

/** Parts are looked at so often, and for at most one part in so many of the time. */
const LOOK_MS = 1000;
export const LOOK_SHARE = 50;

export class Watch {
  readonly #options: WatchOptions;
  readonly #content: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#content = options.content ?? options.pins.mark().content;
  }

  /** For a journal that is opened: what it holds of another test, or of one that somebody has touched since, is forgotten. */
  get mark(): Mark {
    return { content: this.#content, state: this.#options.pins.mark().state };
  }

  /** Throws TEST_CHANGED or `Touched`; then what was learnt since the last time is forgotten. */
  vouch(): void {
    const { pins, journals, onDoubt } = this.#options;
    try {
      checkPins(pins);
    } catch (error) {
      for (const journal of journals()) journal.check({ content: this.#content });
      onDoubt?.();
      throw error;
    }
    for (const journal of journals()) if (journal.isUnchecked) journal.check(this.mark);
  }

  /** Looks now and then, until it is closed or something has changed. */
  begin(): void {
    const look = (): void => {
      try {
        this.vouch();
        this.begin();
      } catch (error) {
        this.#options.onBroken(error);
      }
    };
    this.#timer = setTimeout(look, Math.max(LOOK_MS, LOOK_SHARE * this.#options.pins.ms));
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
