/** `pare suite runtime sancov`: prints what programs are linked with. */
import { UserError } from "../../core/errors.ts";
import { SANCOV_RUNTIME } from "../../suite/readers/sancov/runtime.ts";
import type { Terminal } from "../terminal.ts";

export const runRuntime = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  if (typed.length === 1 && typed[0] === "sancov") {
    terminal.out.write(SANCOV_RUNTIME);
    return 0;
  }
  throw new UserError("BAD_USAGE", "Only the sancov reader has a runtime.", {
    advice: "pare suite runtime sancov > pare-sancov.c",
  });
};
