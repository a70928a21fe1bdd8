/** What happens during an isolation: the driver's events and those around them. */
export type { IsolateEvent, IsolateNote } from "../core/notes.ts";
