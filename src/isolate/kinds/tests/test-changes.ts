/** The changes between the victim alone and the victim after other tests. */
import { elements, type Configuration } from "../../../core/configuration.ts";
import type { Change, Changes, Level } from "../../change.ts";
import type { Mixture } from "../../mixture.ts";
import type { Test } from "./runner.ts";

export interface Mixing {
  /** A change is to leave a test out, not to run it. */
  readonly brittle: boolean;
  /** The victim after these; `size` is the number of changes. */
  readonly mix: (kept: readonly Test[], size: number) => Mixture;
}

export const testChanges = (earlier: readonly Test[], { brittle, mix }: Mixing): Changes => {
  const what = brittle ? "left out" : "run before";
  const all = earlier.map(({ id }): Change => ({ id, what }));
  const keptBy = (chosen: Configuration<Change>): readonly Test[] => {
    const ids = new Set(elements(chosen).map(({ id }) => id));
    return earlier.filter(({ id }) => ids.has(id) !== brittle);
  };
  return { all, levels: levelsOf(earlier), mix: (chosen) => mix(keptBy(chosen), chosen.length) };
};

/** Files first, where there are several. */
const levelsOf = (tests: readonly Test[]): readonly Level[] => {
  let file = -1;
  const files = Int32Array.from(tests, (test, i) => (i > 0 && tests[i - 1]?.file === test.file ? file : ++file));
  const single = { name: "tests", groups: Int32Array.from(tests, (_, i) => i) };
  return file > 0 && file < tests.length - 1 ? [{ name: "files", groups: files }, single] : [single];
};
