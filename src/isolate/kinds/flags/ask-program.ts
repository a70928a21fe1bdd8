/** Asks a program something before the search: which options it has, which tests there are. */
import { MAX_TIMER_MS } from "../../../core/stopped.ts";
import { openRunner } from "../../../runner/index.ts";

export interface ProgramOutput {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface AskOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
}

const MAX_OUTPUT = 256 * 1024 * 1024;

/** What it says, however it ends. It runs as tests do: nothing of it is left, even if pare is killed. Throws a `UserError` when there is no such program. */
export const askProgram = async (
  command: readonly string[],
  { cwd, signal, environment }: AskOptions,
): Promise<ProgramOutput> => {
  const runner = openRunner();
  try {
    const env = { ...(process.env as Record<string, string>), ...environment };
    const job = { command, cwd, env, timeout: MAX_TIMER_MS, keep: MAX_OUTPUT };
    const { code, stdout, stderr } = await runner.run(job, signal);
    return { code, stdout: Buffer.from(stdout).toString(), stderr: Buffer.from(stderr).toString() };
  } finally {
    await runner.close();
  }
};
