/** A search is made anew when answers that it went by turn out to be wrong; its outcome is proved on this machine. */
import type { VerifiedExecutor } from "../cluster/verification.ts";
import type { FileJournal } from "../journals/file.ts";
import { askedAgain } from "../reduce/cluster/notes.ts";
import type { IsolateNote } from "./events.ts";
import type { Causes } from "./causes.ts";
import type { Mixture } from "./mixture.ts";

export interface TrustOptions {
  /** Missing where this machine tests. */
  readonly verified: VerifiedExecutor<Mixture> | undefined;
  readonly journal: FileJournal;
  readonly emit: (note: IsolateNote) => void;
  readonly signal: AbortSignal;
}

/** `search` is stopped by its signal, and what it comes to then is not used. */
export const whileTrusted = async <T>(
  options: TrustOptions,
  search: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  for (;;) {
    const turn = new Turn(options);
    try {
      const result = await search(turn.signal);
      if (!turn.isVoid || options.signal.aborted) return result;
    } catch (error) {
      if (!turn.isVoid) throw error;
    } finally {
      turn.end();
    }
    if (turn.error !== undefined) throw turn.error;
  }
};

class Turn {
  readonly #ending = new AbortController();
  readonly #ends: (() => void)[];
  isVoid = false;
  /** Nobody is left who could be asked. */
  error: Error | undefined;

  constructor({ verified, journal, emit, signal }: TrustOptions) {
    const stop = (): void => this.#ending.abort(signal.reason);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    const release = verified?.onDistrust(({ worker, name, error }) => {
      const message = askedAgain(journal.distrust(worker), name);
      emit({ type: "worker", change: "asked again", name, message });
      this.error ??= error;
      this.isVoid = true;
      stop();
    });
    this.#ends = [() => signal.removeEventListener("abort", stop), () => release?.()];
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  end(): void {
    for (const end of this.#ends) end();
  }
}

/** With the trigger it fails and without it passes: both are tested on this machine, too. Who has said otherwise is not trusted. */
export const proveGap = async (
  verified: VerifiedExecutor<Mixture> | undefined,
  { changes, pair, stopped }: Causes,
  signal: AbortSignal,
): Promise<void> => {
  if (verified === undefined || stopped !== undefined) return;
  for (const chosen of [pair.failing, pair.passing])
    if (!signal.aborted) await verified.settle(changes.mix(chosen), signal);
};
