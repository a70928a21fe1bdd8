/** What the test of an isolation is. */
import type { Refinements } from "../../oracles/refinements.ts";
import type { ISOLATION_TEST_SETTINGS } from "../../settings/isolation.ts";
import type { OptionsOf } from "../../settings/setting.ts";

/** Either a command, whose behaviour at both ends is learnt, or a script whose exit codes decide. */
export interface IsolateOracleOptions extends OptionsOf<typeof ISOLATION_TEST_SETTINGS> {
  /** What it does at both ends becomes the test. `{}` is the candidate; `{flags}` and `{tests}` stand for words. */
  readonly command?: readonly string[];
  readonly refine?: Refinements;
}
