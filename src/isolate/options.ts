/** What `isolate` is told. */
import type { Refinements } from "../oracles/refinements.ts";
import type { IsolateEvent } from "./events.ts";
import type { Ends } from "./kinds/index.ts";

export interface IsolateOptions {
  readonly ends: Ends;
  /** A script: exit 0 = shows the failure, 125 = cannot tell, anything else = it does not. */
  readonly test?: string;
  /** As for `git bisect run`: 0 = good, 125 = cannot tell, 1 to 127 = bad. */
  readonly bisectCodes?: boolean;
  /** What it does at both ends becomes the test. `{}` is the candidate; `{flags}` and `{tests}` stand for words. */
  readonly command?: readonly string[];
  readonly refine?: Refinements;
  /** A line for sh, run before the test where the candidate lies; when it fails, the candidate is unresolved. */
  readonly build?: string;
  /** "commits", "files", "functions", "hunks" or "lines"; "auto" unless given. */
  readonly level?: string;
  /** "trigger" and "patch" end with it; "all" goes on until the bad end without what was found passes. */
  readonly find?: "trigger" | "patch" | "all";
  /** Changes that are left as at the good end, by their ids. */
  readonly except?: readonly string[];
  /** Globs of paths: only these change, all but these change. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Write culprit.patch, or revert.patch, where pare was started. */
  readonly apply?: boolean;
  readonly revert?: boolean;
  /** In milliseconds; "auto", the default, calibrates on the ends. */
  readonly timeout?: number | "auto";
  /** The limit of a test's memory, in bytes. */
  readonly memory?: number;
  readonly repeat?: number;
  readonly sandbox?: boolean;
  readonly jobs?: number;
  /** In milliseconds. */
  readonly budget?: number;
  readonly maxTests?: number;
  readonly fresh?: boolean;
  readonly runsDirectory?: string;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: IsolateEvent) => void;
}
