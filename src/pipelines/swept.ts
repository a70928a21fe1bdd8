/** The list strategy of passes: without verification, which is done once, at the very end. */
import { chain, done } from "../core/words.ts";
import { beginning, sweep } from "../strategies/support/sweep.ts";
import type { ListSearch } from "./list-search.ts";

export const swept: ListSearch = (c) => chain(sweep(beginning(c, "backward", 0)), ({ c: kept }) => done(kept));
