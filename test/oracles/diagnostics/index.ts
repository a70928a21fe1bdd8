/** All diagnostics of the corpus. */
import { c } from "./c.ts";
import { compiled } from "./compiled.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { scripts } from "./scripts.ts";

export const diagnostics: readonly Diagnostic[] = [...c, ...scripts, ...compiled];
