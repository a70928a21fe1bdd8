/** What the steps of a reduction hand to each other. */
import type { Stamped } from "../core/events.ts";
import type { ReduceNote } from "../core/notes.ts";
import type { ReduceRecord } from "../runs/record.ts";
import type { RunContext } from "../runs/run.ts";
import type { OpenOracle, TestBackend } from "./backend.ts";
import type { ChosenLanguage } from "./language.ts";
import type { ReduceOptions } from "./options.ts";
import type { Original } from "./original.ts";
import type { Figures } from "./result.ts";
import type { ReduceSession } from "./session.ts";

export interface ReduceJob {
  readonly options: ReduceOptions;
  readonly backend: TestBackend;
  readonly context: RunContext<ReduceNote, Stamped>;
  readonly original: Original;
  /** The original in figures. */
  readonly input: Figures;
  /** Missing where it does not matter. */
  readonly language: ChosenLanguage | undefined;
  /** What `--with` names, by absolute paths. */
  readonly extraFiles: readonly string[];
}

/** An oracle, and the run it belongs to. */
export interface OpenRun {
  readonly open: OpenOracle;
  readonly session: ReduceSession;
  readonly record: ReduceRecord;
}
