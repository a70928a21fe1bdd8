/** What jobs of a suite ask for. */
import { basename } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

export interface SuiteTerms {
  /**
   * "fitness": does the first test do here what it does where the run was started? "whole": the content is a test, all of the work on
   * it is done. "measure": the content is a candidate, it is run once.
   */
  readonly ask: "fitness" | "whole" | "measure";
  /** The base name, as the command sees it. */
  readonly name: string;
  readonly mode: number;
  /** Of one run, in milliseconds. */
  readonly timeout: number;
}

const ASKED: ReadonlySet<unknown> = new Set(["fitness", "whole", "measure"]);

/** Throws an `Error` for what is none: names become those of files. */
export const termsIn = (terms: unknown): SuiteTerms => {
  const { ask, name, mode, timeout } = (terms ?? {}) as Partial<Record<keyof SuiteTerms, unknown>>;
  const isName = typeof name === "string" && name === basename(name) && !["", ".", ".."].includes(name);
  const isMode = Number.isSafeInteger(mode) && (mode as number) >= 0 && (mode as number) <= 0o777;
  if (!ASKED.has(ask) || !isName || name.includes("\0") || !isMode || typeof timeout !== "number" || !(timeout > 0))
    throw new Error("a job of a suite with terms that are none");
  return { ask: ask as SuiteTerms["ask"], name, mode: mode as number, timeout };
};

/** Nobody has to hold more than that because of a message, in bytes. */
const MAX_BYTES = 2 ** 29;

export const parcelOf = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value), { level: 1 });

/** Throws an `Error` for what is no parcel. */
export const openParcel = (bytes: Uint8Array | undefined): unknown => {
  if (bytes === undefined) throw new Error("an answer without its parcel");
  return JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString()) as unknown;
};
