/** Opens everything that tests of an isolation need on this machine. */
import { dirname, resolve } from "node:path";
import { checkSandbox, openRunnerSpace } from "../../runner/index.ts";
import { shortCutText, withShortCuts, type ShortCutOptions } from "../../runner/launchers/index.ts";
import type { Mixture } from "../mixture.ts";
import type { PlacePool } from "../places/pool.ts";
import { openBench } from "./bench.ts";
import type { OutcomeReader } from "./judge.ts";
import { learnEnds, type LearntEnds, type IsolateOracleOptions } from "./learn-ends.ts";

export interface OpenIsolateOracleOptions {
  readonly options: IsolateOracleOptions;
  /** The directory pare was started in. */
  readonly origin: string;
  readonly places: PlacePool;
  readonly good: Mixture;
  readonly bad: Mixture;
  /** `identity` of an earlier oracle that was asked the same. */
  readonly earlier?: unknown;
  /** Absolute paths besides the origin that tests in a sandbox may read, wherever they lie. */
  readonly readable?: readonly string[];
  /** Reads the outcome from what a run has printed. */
  readonly verdict?: OutcomeReader;
  /** Lines of outputs that say nothing about the failure. */
  readonly chatter?: RegExp;
  readonly onWarning: (code: string, message: string) => void;
  readonly signal: AbortSignal;
}

export interface OpenIsolateOracle extends LearntEnds {
  /** Ends the processes; the places are closed by who opened them, afterwards. */
  close(): Promise<void>;
}

/** Rejects with a `UserError` when the ends are not as they should be; then nothing is left open but the places. */
export const openIsolateOracle = async (given: OpenIsolateOracleOptions): Promise<OpenIsolateOracle> => {
  const { options, origin, places, good, bad, earlier, readable = [], verdict, chatter, onWarning, signal } = given;
  const { build, memory, sandbox, test, keepLauncher = false } = options;
  if (sandbox === true) checkSandbox();
  const { runner: plain, close } = openRunnerSpace();
  const onFound: ShortCutOptions["onFound"] = (...jobs) => onWarning("LAUNCHER", shortCutText(...jobs));
  const runner = keepLauncher ? plain : withShortCuts(plain, { room: places.root, onFound });
  try {
    const script = test === undefined ? [] : [dirname(resolve(origin, test))];
    const bench = openBench({
      places,
      runner,
      origin,
      ...(build !== undefined && { build }),
      ...(memory !== undefined && { memory }),
      ...(sandbox === true && { sandbox: { readable: [...readable, ...script] } }),
      ...(chatter !== undefined && { chatter }),
      onWarning,
    });
    return { ...(await learnEnds({ bench, options, good, bad, earlier, ...(verdict && { verdict }), signal })), close };
  } catch (error) {
    await close();
    throw error;
  }
};
