/** What changes in one place of the tree: some changes, and what lies there when some of them are made. */
import type { Range } from "../../core/configuration.ts";
import type { Change } from "../change.ts";
import type { Entry } from "../mixture.ts";

export interface Part {
  /** By which it is sorted among the others. */
  readonly path: string;
  readonly changes: readonly Change[];
  /** By change: which hunk of the part it belongs to, from 0, not decreasing. */
  readonly hunks: Int32Array;
  /** By hunk: which function of the part it belongs to, likewise. Costly the first time: the file is parsed. */
  functions(): Int32Array;
  /**
   * What lies under the part's paths when the changes of these ranges (in order, neither empty nor touching) are made. Throws
   * `Unrenderable` for what cannot be.
   */
  state(picked: readonly Range[]): ReadonlyMap<string, Entry | undefined>;
}

/** Numbers from 0 to `count`: each is a group of its own. */
export const apart = (count: number): Int32Array => Int32Array.from({ length: count }, (_, index) => index);
