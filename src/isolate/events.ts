/** What happens during an isolation: the driver's events and those around them. */
import { EVENT_VERSION, type Stamped } from "../core/events.ts";
import type { ReduceNote } from "../core/notes.ts";

export type IsolateNote =
  /** Something that takes a while has begun: "installing both ends". */
  | { readonly type: "preparing"; readonly text: string }
  /** Both ends were tested: how each is recognised, in words. */
  | { readonly type: "ends"; readonly good: string; readonly bad: string; readonly runs: number }
  | {
      readonly type: "run";
      readonly path: string;
      readonly kind: string;
      readonly titles: { readonly good: string; readonly bad: string };
      readonly jobs: number;
      /** What an earlier session left: outcomes that are recalled. */
      readonly resumed?: { readonly outcomes: number };
    }
  /** The search has come so far: these changes are left, at this level. */
  | {
      readonly type: "level";
      readonly goal: "trigger" | "patch";
      readonly name: string;
      readonly changes: number;
    }
  /** Events of a cluster, as in reductions. */
  | Extract<ReduceNote, { readonly type: "cluster" | "worker" }>
  | { readonly type: "warning"; readonly code: string; readonly message: string };

export type IsolateEvent = Stamped | (IsolateNote & { readonly version: number; readonly ms: number });

export const stampNote = (note: IsolateNote, startedAt: number): IsolateEvent => ({
  ...note,
  version: EVENT_VERSION,
  ms: performance.now() - startedAt,
});
