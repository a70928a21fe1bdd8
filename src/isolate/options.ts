/** What `isolate` is told. */
import type { ISOLATION_SETTINGS } from "../settings/isolation.ts";
import type { OptionsOf } from "../settings/setting.ts";
import type { IsolateEvent } from "./events.ts";
import type { Ends } from "./kinds/index.ts";
import type { IsolateOracleOptions } from "./oracle/learn-ends.ts";

/** The options of `isolate`: those of the command line, under the same names. */
export interface IsolateOptions extends IsolateOracleOptions, OptionsOf<typeof ISOLATION_SETTINGS> {
  readonly ends: Ends;
  readonly runsDirectory?: string;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: IsolateEvent) => void;
}
