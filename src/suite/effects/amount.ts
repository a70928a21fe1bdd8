/** How much a command takes or prints on a candidate. */
import type { TestCase } from "../../core/test-case.ts";
import { commandLine } from "../../oracles/command.ts";
import { layOut } from "../../oracles/layout.ts";
import { environment, type TrialContext } from "../../oracles/trial.ts";
import type { ProcessExit } from "../../runner/index.ts";
import type { EffectName } from "./effect.ts";
import { measuringPeak, peakIn } from "./peak.ts";

export interface Amount {
  readonly exit: ProcessExit;
  /** Bytes, milliseconds, or the number that was printed; not a number if there was none. */
  readonly amount: number;
}

interface AmountTerms {
  /** In milliseconds. */
  readonly timeout: number;
  /** Of each stream, in bytes: what is longer counts as that long. */
  readonly keep: number;
  readonly signal: AbortSignal;
}

export type Measuring = (candidate: TestCase, terms: AmountTerms) => Promise<Amount>;

/** Throws a `UserError` where memory cannot be measured. */
export const measuringOf = (setting: TrialContext, words: readonly string[], kind: EffectName): Measuring => {
  const { subject, scratch, runner, memory } = setting;
  const command = commandLine(setting, words);
  const measuring = kind === "memory" ? measuringPeak() : undefined;
  return async (candidate, { timeout, keep, signal }) => {
    const data = scratch.directory([]);
    const laid = layOut(candidate, subject, scratch);
    try {
      const file = `${data.path}/peak`;
      const own = command(laid.path, candidate);
      const exit = await runner.run(
        {
          command: measuring?.(own, file) ?? own,
          cwd: laid.directory,
          env: environment(subject.origin),
          ...(subject.stdin && { stdin: laid.path }),
          timeout,
          ...(memory !== undefined && { memory }),
          keep,
        },
        signal,
      );
      return { exit, amount: amountOf(kind, exit, file) };
    } finally {
      laid.remove();
      data.remove();
    }
  };
};

const amountOf = (kind: EffectName, exit: ProcessExit, peak: string): number => {
  const { stdout, stderr, ms } = exit;
  if (kind === "memory") return peakIn(peak);
  if (kind === "time") return ms;
  if (kind === "stdout") return stdout.length;
  if (kind === "stderr") return stderr.length;
  if (kind === "output") return stdout.length + stderr.length;
  const numbers = Buffer.from(stdout)
    .toString("utf8")
    .match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu);
  return Number(numbers?.at(-1) ?? Number.NaN);
};
