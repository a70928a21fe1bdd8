/** Those who look at a run: each is told how it stands, seldom enough to cost nothing. */

/** Takes what is to be sent; answers when it was handed on. */
export type Send = (message: string) => Promise<unknown>;

interface Viewer {
  readonly send: Send;
  readonly leave: () => void;
  /** A message is on its way: a slow viewer gets fewer, never a queue. */
  busy: Promise<unknown> | undefined;
}

const TELL_MS = 250;
/** A viewer that has stopped reading keeps nobody from ending. */
const LAST_MS = 1000;

export class Viewers {
  readonly #state: (last: boolean) => string;
  readonly #viewers = new Set<Viewer>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told = 0;
  #ended = false;

  /** `state`: the message of now; the last one has all that is asked for later, too. */
  constructor(state: (last: boolean) => string) {
    this.#state = state;
  }

  get size(): number {
    return this.#viewers.size;
  }

  /** Sends the state at once; resolves when the viewer is to be left alone. */
  async watch(send: Send, onLeave: (leave: () => void) => void): Promise<void> {
    if (this.#ended) return void (await send(this.#state(true)));
    await new Promise<void>((resolve) => {
      const viewer: Viewer = { send, leave: resolve, busy: undefined };
      this.#viewers.add(viewer);
      onLeave(() => {
        this.#viewers.delete(viewer);
        resolve();
      });
      void this.#sendTo(viewer, this.#state(false));
    });
  }

  tell(): void {
    if (this.#viewers.size === 0 || this.#timer !== undefined) return;
    const wait = Math.max(0, TELL_MS - (performance.now() - this.#told));
    this.#timer = setTimeout(() => void this.#tellNow(), wait);
    this.#timer.unref();
  }

  /** The last state goes to everybody; who does not take it in time is left without it, for pare ends. */
  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    const message = this.#viewers.size === 0 ? "" : this.#state(true);
    const sent = [...this.#viewers].map(async (viewer) => {
      await viewer.busy;
      await this.#sendTo(viewer, message);
    });
    let late: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([Promise.all(sent), new Promise((resolve) => (late = setTimeout(resolve, LAST_MS)))]);
    clearTimeout(late);
    for (const { leave } of this.#viewers) leave();
    this.#viewers.clear();
  }

  async #tellNow(): Promise<void> {
    this.#timer = undefined;
    this.#told = performance.now();
    if (this.#viewers.size === 0) return;
    const message = this.#state(false);
    const free = [...this.#viewers].filter(({ busy }) => busy === undefined);
    await Promise.all(free.map((viewer) => this.#sendTo(viewer, message)));
  }

  #sendTo(viewer: Viewer, message: string): Promise<unknown> {
    viewer.busy = viewer
      .send(message)
      .catch(() => this.#viewers.delete(viewer))
      .finally(() => {
        viewer.busy = undefined;
      });
    return viewer.busy;
  }
}
