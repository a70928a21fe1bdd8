/** The usages of all commands: what the man page and docs/guide/command-line.md are made of. */
import type { Usage } from "./arguments.ts";
import { SUITE_COMPARE, SUITE_ORDER, SUITE_QUICK, SUITE_REDUCE, SUITE_SELECT } from "./suite/usages.ts";
import { ALGORITHMS, CHECK, ISOLATE, REDUCE, REPORT, TRIAGE, WORKER } from "./usages.ts";

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
  REPORT,
  WORKER,
  ALGORITHMS,
];

/** How a command is typed: "pare check INPUT [options] [-- COMMAND ARG...]". */
export const synopsisOf = (usage: Usage): string =>
  ["pare", usage.name, inputOf(usage), "[options]", ...(usage.settings.includes("test") ? ["[-- COMMAND ARG...]"] : [])]
    .filter((word) => word !== "")
    .join(" ");

const inputOf = ({ takesInput, inputWords }: Usage): string =>
  inputWords ?? (takesInput === "several" ? "INPUT..." : takesInput ? "INPUT" : "");
