/** The content of a file that is there at both ends, and what can be taken over of it. */
import type { Range } from "../../core/configuration.ts";
import type { Change } from "../change.ts";
import { isBinary, shownBytes } from "./binary.ts";
import { lineChanges } from "./line-changes.ts";
import type { FilePair } from "./pairs.ts";
import { apart } from "./part.ts";
import { composed, piecesOf } from "./pieces.ts";
import { sourceOf } from "./sources.ts";
import { sameBytes } from "./tree.ts";

export interface Content {
  readonly changes: readonly Change[];
  /** As those of a part. */
  readonly hunks: Int32Array;
  functions(): Int32Array;
  /** Some of the changes, not all and not none. */
  bytes(picked: readonly Range[]): Uint8Array;
  /** Why a mixture makes no sense, in words; nothing if it may. */
  readonly check?: (bytes: Uint8Array) => string | undefined;
}

export const contentOf = async (pair: FilePair, withFunctions: boolean): Promise<Content> => {
  const { good, bad } = pair;
  if (sameBytes(good.entry, bad.entry)) return whole([], good.entry.bytes);
  const [goodBytes, badBytes] = [good.entry.bytes(), bad.entry.bytes()];
  if (isBinary(goodBytes) || isBinary(badBytes)) {
    const texts = { old: shownBytes(goodBytes), new: shownBytes(badBytes) };
    return whole([{ id: good.path, file: good.path, what: "binary", ...texts }], good.entry.bytes);
  }
  const pieces = piecesOf(goodBytes, badBytes);
  const { functions, check } = await sourceOf(good.path, pieces, withFunctions);
  return {
    changes: lineChanges(pieces, pair),
    hunks: hunksOf(pieces.firsts),
    functions,
    bytes: (picked) => composed(pieces, picked),
    ...(check === undefined ? {} : { check: (bytes) => check(bytes) }),
  };
};

const whole = (changes: readonly Change[], bytes: () => Uint8Array): Content => ({
  changes,
  hunks: apart(changes.length),
  functions: () => apart(changes.length),
  bytes,
});

const hunksOf = (firsts: Int32Array): Int32Array => {
  const hunks = new Int32Array(firsts.at(-1) ?? 0);
  for (let hunk = 0; hunk + 1 < firsts.length; hunk++) hunks.fill(hunk, firsts[hunk], firsts[hunk + 1]);
  return hunks;
};
