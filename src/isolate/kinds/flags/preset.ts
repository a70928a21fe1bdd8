/** Lists of flags that a tool is asked for, or that are known of it. */
import type { FlagList } from "./flag.ts";

export interface PresetOptions {
  /** What stands before the colon: "-O2"; nothing if nothing does. */
  readonly level: string;
  /** As typed: "gcc-12", "/opt/bin/clang". */
  readonly program: string;
  readonly origin: string;
  readonly signal: AbortSignal;
  /** The output of the user's command with these flags. */
  run(flags: readonly string[]): Promise<string>;
}

/** One file and one line of the registry. */
export interface Preset {
  readonly name: string;
  /** For the help. */
  readonly about: string;
  /** Program names without their folders. */
  readonly programs: RegExp;
  /** What may stand before the colon. */
  readonly levels: RegExp;
  list(options: PresetOptions): Promise<FlagList>;
}
