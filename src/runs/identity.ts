/** What makes two invocations the same run. */
import { createHash } from "node:crypto";

/** All of it decides the bytes of the result; nothing else does. */
export interface Identity {
  /** The base name: tests see it. */
  readonly name: string;
  /** The digest of the original's content. */
  readonly input: string;
  /** `ProcessOracle.identity`. */
  readonly oracle?: unknown;
  /** What lies beside the candidate: base name and digest. */
  readonly beside: readonly (readonly [name: string, digest: string])[];
  /** Those options that can change the result. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The version of pare. */
  readonly version: string;
}

/** SHA-256 over the identity written down in one way only. */
export const identityHash = (identity: Partial<Identity>): string => sha256(canonical(identity));

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** JSON with sorted members; what is undefined is not there. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
};
