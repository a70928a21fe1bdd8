/** What counts in an isolation. */
import type { Refinements } from "../../oracles/refinements.ts";

/** Either a command, whose doings at both ends are learnt, or a program whose exit codes say it. */
export interface IsolateOracleOptions {
  readonly command?: readonly string[];
  /** A script: exit 0 = shows the failure, 125 = cannot tell, anything else = it does not. */
  readonly test?: string;
  /** The script, or the command, answers as for `git bisect run`: 0 = good, 125 = cannot tell, 1 to 127 = bad. */
  readonly bisectCodes?: boolean;
  readonly refine?: Refinements;
  /** A line for sh, run where the command runs before it. */
  readonly build?: string;
  readonly repeat?: number;
  /** In milliseconds. */
  readonly timeout?: number | "auto";
  /** Of a test, in bytes. */
  readonly memory?: number;
  readonly sandbox?: boolean;
}
