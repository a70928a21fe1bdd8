/** External passes: commands that are shown the current file and print what could be done to it. */
import { environment } from "../oracles/trial.ts";
import type { ExternalPass } from "../passes/external.ts";
import { openRunnerSpace } from "../runner/index.ts";
import { commandPass } from "./pass.ts";
import { PASS_PROTOCOL } from "./protocol.ts";

export { checkCommand, filesIn, identityOf, programIn } from "./command.ts";

export interface ExternalOptions {
  readonly commands: readonly string[];
  /** Where commands run: the directory pare was started in. */
  readonly origin: string;
  readonly extraFiles: readonly string[];
  /** What the file is in, if that is known. */
  readonly language?: string;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly sandbox?: boolean;
  readonly signal: AbortSignal;
  readonly warn: (code: string, message: string) => void;
}

export interface OpenPasses {
  readonly passes: readonly ExternalPass[];
  /** Ends what still runs. */
  close(): Promise<void>;
}

const DEFAULT_MS = 30_000;
const MAX_QUESTIONS = 1000;

export const openPasses = (options: ExternalOptions): OpenPasses => {
  const { commands, origin, extraFiles, language = "", timeout = DEFAULT_MS, sandbox = false, signal, warn } = options;
  if (commands.length === 0) return { passes: [], close: () => Promise.resolve() };
  const { runner, scratch, close } = openRunnerSpace();
  const env = {
    ...environment(origin),
    PARE_PASS_PROTOCOL: String(PASS_PROTOCOL),
    PARE_LANGUAGE: language,
  };
  const setting = {
    runner,
    scratch,
    origin,
    extraFiles,
    env,
    timeout,
    questions: MAX_QUESTIONS,
    sandbox,
    signal,
    warn,
  };
  return {
    passes: commands.map((command) => commandPass(command, setting)),
    close,
  };
};
