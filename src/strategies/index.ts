/** The registry of strategies. */
import { adaptive } from "./adaptive.ts";
import { gbs } from "./gbs.ts";
import type { ListEntry } from "./registry.ts";
import { segments } from "./segments.ts";

export * from "./registry.ts";
export { adaptive } from "./adaptive.ts";
export { gbs } from "./gbs.ts";
export { segments } from "./segments.ts";
export { verify } from "./verify.ts";

/** List minimisers by name. */
export const list: Readonly<Record<string, ListEntry>> = {
  adaptive: {
    summary:
      "GBS that finds out its direction, and sweeps segments side by side where deltas are independent; the default",
    source: "ours",
    promises: 1,
    reads: [],
    build: () => adaptive,
  },
  gbs: {
    summary: "generalised binary splitting with an on-line estimate of the gap, then verification",
    source: "ours, after Hwang, A Method for Detecting All Defective Members in a Population by Group Testing, 1972",
    promises: 1,
    reads: ["order"],
    build:
      ({ order }) =>
      (c) =>
        gbs(c, order),
  },
  segments: {
    summary: "64 sweeps side by side against the same base, an ordered merge, then verification",
    source: "ours",
    promises: 1,
    reads: [],
    build: () => segments,
  },
};
