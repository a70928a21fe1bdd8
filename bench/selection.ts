/** Some of the lines 0 to n − 1, as a case. */
import type { Case } from "../src/core/case.ts";
import { keyOf, type Configuration } from "../src/core/configuration.ts";

export interface Selection extends Case {
  readonly kept: Configuration<number>;
}

export const selection = (kept: Configuration<number>): Selection => {
  let key: string | undefined;
  return { kept, size: kept.length, key: () => (key ??= keyOf(kept)) };
};
