/** Real diagnostics with decoys: pare ends on the failure of the input. Those that take longer. */
import { checkAll } from "./diagnostics/check.ts";
import { diagnostics } from "./diagnostics/index.ts";
import { sampleOf } from "../support/whole.ts";

const long = diagnostics.filter(({ isQuick }) => isQuick !== true);
checkAll(sampleOf(long, 8));
