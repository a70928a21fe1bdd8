/** What `triage` is told, and what it tells. */
import type { TriageProgressNote } from "../core/notes.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Controls } from "../driver/controls.ts";
import type { Refinements } from "../oracles/refinements.ts";
import type { ReduceOptions } from "../reduce/options.ts";
import type { EventStamp } from "../runs/run.ts";
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
  /** The units to remove. */
  readonly format?: NonNullable<ReduceOptions["format"]>;
  /** Builds the program where `since` has it tested. */
  readonly build?: string;
  readonly cwd?: string;
  readonly runsDirectory?: string;
  /** What was typed, for reports. */
  readonly commandLine?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: TriageEvent) => void;
  /** In the hands of whoever watches: `skip` leaves the bug that is being reduced as it is. */
  readonly controls?: Controls;
  /** The smallest input so far of the bug that is being reduced. */
  readonly onBest?: (best: TestCase) => void;
}

/** What happens in a triage. */
export type TriageNote = { readonly type: "note"; readonly text: string } | TriageProgressNote;

export type TriageEvent = TriageNote & EventStamp;
