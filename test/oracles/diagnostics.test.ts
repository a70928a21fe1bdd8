/** Real diagnostics with decoys: pare ends on the failure of the input. A few that are quick; the others are in the long file. */
import { expect, test } from "vitest";
import { checkAll } from "./diagnostics/check.ts";
import { diagnostics } from "./diagnostics/index.ts";

checkAll(diagnostics.filter(({ isQuick }) => isQuick === true));

test("the corpus holds diagnostics of many programs", () => {
  expect(diagnostics.length).toBeGreaterThanOrEqual(24);
});
