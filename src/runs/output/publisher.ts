/** How the result gets to its place: always the verified best, replaced as a whole. */
import type { TestCase } from "../../core/test-case.ts";

/** Where results go. */
export interface ResultSink {
  readonly path: string;
  put(best: TestCase): void;
}

/** How long the output may lag behind the best where that is written quickly. */
const PUBLISH_MS = 100;
/** A large best waits for so long, for each million bytes: mostly a smaller one comes soon. */
const WAIT_MS = 20;
/** A publication is followed by a rest of so many times what it took: large directories keep the disk busy. */
const PUT_SHARE = 20;

export interface PublisherHooks {
  /** Runs before every replacement: what was published must be known to the journal for good. */
  readonly beforehand: () => void;
  /** For how many milliseconds nothing is published if that is long; what comes before it takes its time. */
  readonly rest?: () => number;
  readonly onPublished: (published: { readonly path: string; readonly bytes: number }) => void;
  /** A publication that nobody waited for could not be made. */
  readonly onBroken: (error: unknown) => void;
}

/** Publishes at most ten times a second; the last one always arrives. */
export class Publisher {
  readonly #output: ResultSink;
  readonly #hooks: PublisherHooks;
  #waiting: TestCase | undefined;
  #published: string | undefined;
  /** What the last publication took. */
  #putMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(output: ResultSink, hooks: PublisherHooks) {
    this.#output = output;
    this.#hooks = hooks;
  }

  offer(best: TestCase): void {
    this.#waiting = best;
    const publish = (): void => {
      try {
        this.flush();
      } catch (error) {
        this.#hooks.onBroken(error);
      }
    };
    const lag = Math.max(PUBLISH_MS, WAIT_MS * (best.size / 1e6), PUT_SHARE * this.#putMs, this.#hooks.rest?.() ?? 0);
    this.#timer ??= setTimeout(publish, lag);
  }

  /** Publishes what is waiting, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const best = this.#waiting;
    if (best === undefined) return;
    this.#waiting = undefined;
    this.#hooks.beforehand();
    this.#put(best);
  }

  /** The last one that may be believed, unless it lies there anyway. */
  putBack(best: TestCase): void {
    if (best.key() !== this.#published) this.#put(best);
  }

  #put(best: TestCase): void {
    const startedAt = performance.now();
    this.#output.put(best);
    this.#putMs = performance.now() - startedAt;
    this.#published = best.key();
    this.#hooks.onPublished({ path: this.#output.path, bytes: best.size });
  }

  /** Forgets what is waiting. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }
}
