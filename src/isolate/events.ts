/** What happens during an isolation: the driver's events and those around them. */
import { EVENT_VERSION } from "../core/events.ts";
import type { IsolateEvent, IsolateNote } from "../core/notes.ts";

export type { IsolateEvent, IsolateNote } from "../core/notes.ts";

export const stampNote = (note: IsolateNote, startedAt: number): IsolateEvent => ({
  ...note,
  version: EVENT_VERSION,
  ms: performance.now() - startedAt,
});
