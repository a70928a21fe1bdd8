/** What people are told by a worker. */
export type WorkerNote =
  /** The connection was lost, and is there again. */
  | { readonly type: "lost" | "back" }
  | { readonly type: "opening" | "ready" | "over"; readonly run: string; readonly title: string }
  /** It takes no part in the run. */
  | { readonly type: "unfit"; readonly run: string; readonly title: string; readonly reason: string }
  /** Messages that were not acted upon. */
  | { readonly type: "refused"; readonly what: string; readonly reason: string; readonly count: number }
  /** Something went wrong that does not end the worker. */
  | { readonly type: "trouble"; readonly message: string; readonly count: number }
  | { readonly type: "draining"; readonly running: number };
