/** `pare suite runtime sancov`: prints what programs are linked with. */
import { UserError } from "../../core/errors.ts";
import { SANCOV_RUNTIME } from "../../suite/readers/sancov/runtime.ts";
import type { Terminal } from "../terminal.ts";

const HELP = `Usage: pare suite runtime sancov

Prints the C file to link with a program that is measured with --cover sancov.

Example:
  pare suite runtime sancov > pare-sancov.c
  clang -O1 -g -fsanitize-coverage=inline-bool-flag,pc-table -c prog.c
  clang -c pare-sancov.c && clang prog.o pare-sancov.o -o prog
`;

export const runRuntime = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  if (typed.length === 1 && typed[0] === "sancov") {
    terminal.out.write(SANCOV_RUNTIME);
    return 0;
  }
  if (typed.includes("--help") || typed.includes("-h")) {
    terminal.out.write(HELP);
    return 0;
  }
  throw new UserError("BAD_USAGE", "Only the sancov reader has a runtime.", {
    advice: "pare suite runtime sancov > pare-sancov.c",
  });
};
