/** The usages of all commands: what the man page and docs/guide/command-line.md are made of. */
import { SUITE_COMPARE, SUITE_ORDER, SUITE_QUICK, SUITE_REDUCE, SUITE_SELECT } from "./suite/usages.ts";
import { ALGORITHMS, CHECK, INIT, ISOLATE, REDUCE, REPORT, TRIAGE, WORKER } from "./usages.ts";
import type { Usage } from "./usage.ts";

export const ALL_USAGES: readonly Usage[] = [
  REDUCE,
  ISOLATE,
  TRIAGE,
  SUITE_REDUCE,
  SUITE_SELECT,
  SUITE_ORDER,
  SUITE_QUICK,
  SUITE_COMPARE,
  CHECK,
  INIT,
  REPORT,
  WORKER,
  ALGORITHMS,
];
