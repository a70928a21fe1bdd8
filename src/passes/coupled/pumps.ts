/** Inlining that makes a text longer, for what may become possible then: the search keeps it only if the end is shorter. */
import { growth, inlined } from "./inline.ts";
import { namedThings } from "../support/named.ts";
import type { CoupledPass } from "../../languages/pass.ts";

/** Names with more uses are not worth it. */
const MAX_USES = 4;

export const pumps: CoupledPass = {
  kind: "coupled",
  name: "pumps",
  about: "inlines although the text grows; kept only if the text is shorter a round later",
  grows: true,
  changes: (syntax) =>
    namedThings(syntax)
      .filter(({ uses }) => uses.length <= MAX_USES)
      .flatMap((thing) => inlined(syntax, thing).filter((edits) => growth(edits) >= 0))
      .toSorted((a, b) => growth(a) - growth(b)),
};
