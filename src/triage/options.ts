/** What `triage` is told, and what it tells. */
import type { Refinements } from "../oracles/refinements.ts";
import type { OptionsOf } from "../settings/setting.ts";
import type { TRIAGE_SETTINGS } from "../settings/triage.ts";

export interface TriageOptions extends OptionsOf<typeof TRIAGE_SETTINGS> {
  /** Folders, files and patterns as typed; paths of a list as bytes. */
  readonly inputs: readonly (string | Buffer)[];
  /** `{}` is the path of the input; `@@` too. */
  readonly command: readonly string[];
  /** What must hold of a failing run. */
  readonly refine?: Refinements;
  /** The folder of the results; "triaged" unless given. */
  readonly output?: string;
  /** The language of the inputs, where it is known. */
  readonly language?: string;
  /** Builds the program where `since` has it tested. */
  readonly build?: string;
  readonly cwd?: string;
  readonly runsDirectory?: string;
  /** What was typed, for reports. */
  readonly commandLine?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: TriageNote) => void;
}

/** A bug as it stands, for those who watch. */
export interface BucketRow {
  readonly id: number;
  readonly title: string;
  readonly files: number;
  /** The bytes of its best input before and now. */
  readonly before: number;
  readonly now: number;
  readonly state: "waiting" | "reducing" | "done" | "known" | "fixed" | "flaky";
}

export type TriageNote =
  | { readonly type: "note"; readonly text: string }
  /** So many files are sorted, or bugs reduced. */
  | { readonly type: "task"; readonly name: string; readonly done: number; readonly tests: number }
  /** The target was run once. */
  | { readonly type: "execution" }
  | { readonly type: "rows"; readonly rows: readonly BucketRow[] };
