/** Real diagnostics with decoys: pare ends on the failure of the input. Those that take longer. */
import { checkAll } from "./diagnostics/check.ts";
import { diagnostics } from "./diagnostics/index.ts";

checkAll(diagnostics.filter(({ isQuick }) => isQuick !== true));
