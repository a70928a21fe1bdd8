/** The one JSON object that ends standard output. */
import type { Reporter, Stage } from "./reporter.ts";

export const jsonReporter =
  ({ out }: Stage): Reporter =>
  (_, event) => {
    if (event.type === "closing" && event.account.json !== undefined) out.json(event.account.json());
  };
