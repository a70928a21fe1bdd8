/** What runs in a worker thread: kept as text, because it must load without a build and from any bundle. */

/** What a thread says: first that it is ready or why not, then one answer for each value. */
export type ThreadMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly message: string }
  | { readonly kind: "said"; readonly said: unknown }
  | { readonly kind: "threw"; readonly error: unknown };

/** What a thread is told at its start. */
export interface ThreadData {
  /** The address of the module with the predicate. */
  readonly module: string;
  readonly name: string;
}

/**
 * Loads as a script and as a module, for a thread inherits how its process was started. Answers that cannot be cloned are no
 * answers either; what was thrown travels as an error, or as its text.
 */
export const THREAD_SOURCE: string = `
import("node:worker_threads").then(async ({ parentPort, workerData }) => {
  const answer = (message, fallback) => {
    try { parentPort.postMessage(message); } catch { parentPort.postMessage(fallback); }
  };
  const textOf = (error) => { try { return String(error); } catch { return "an error without a text"; } };
  const load = async () => {
    const loaded = await import(workerData.module);
    if (typeof loaded[workerData.name] === "function") return loaded[workerData.name];
    throw new Error('it has no function exported as "' + workerData.name + '"');
  };
  const test = async (predicate, value) => {
    try {
      const said = await predicate(value, { signal: new AbortController().signal });
      answer({ kind: "said", said }, { kind: "said", said: {} });
    } catch (error) {
      answer({ kind: "threw", error }, { kind: "threw", error: textOf(error) });
    }
  };
  try {
    const predicate = await load();
    parentPort.on("message", (value) => test(predicate, value));
    parentPort.postMessage({ kind: "ready" });
  } catch (error) {
    parentPort.postMessage({ kind: "unusable", message: textOf(error) });
  }
});
`;
