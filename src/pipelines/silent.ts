/** A stage among others: named, and without claims of its own. */
import type { Case } from "../core/case.ts";
import type { Strategy } from "../core/search.ts";
import { chain, done, labelled } from "../core/words.ts";

export const silent =
  <C extends Case>(pass: string, stage: Strategy<C>): Strategy<C> =>
  (source) =>
    chain(labelled(pass, stage(source)), (result) => done(result));
