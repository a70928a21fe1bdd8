/** "At least so much" as an oracle: memory, time, output, or a number that the command prints. */
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../../core/verdict.ts";
import { commandLine } from "../../oracles/command.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { repeatLine } from "../../oracles/repeat-line.ts";
import { endingOf, endingWords } from "../../oracles/signature.ts";
import { evidenceOf, type TrialContext, tryCandidate } from "../../oracles/trial.ts";
import type { ProcessExit } from "../../runner/index.ts";
import type { EffectChoice } from "./effect.ts";
import { EFFECTS, type EffectName } from "./effects.ts";

type Quantity = Extract<EffectChoice, { readonly kind: EffectName }>;

/** How much of the effect there was, and is. */
export interface EffectAccount {
  /** As typed. */
  readonly effect: string;
  readonly unit: string;
  readonly original: number;
  readonly result: number;
}

export interface EffectOracle extends ProcessOracle {
  /** For effects that are an amount: runs the result once more. */
  account?(result: TestCase, terms: { readonly timeout: number; readonly signal: AbortSignal }): Promise<EffectAccount>;
}

export interface QuantityOptions {
  readonly setting: TrialContext;
  readonly words: readonly string[];
  readonly effect: Quantity;
  readonly original: TestCase;
  /** How it ends does not count. */
  readonly anyVerdict: boolean;
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly close: () => Promise<void>;
}

const KEEP_BYTES = 64 * 1024;
/** How much of a stream is kept when its size is asked for: what is longer counts as that long. */
const MEASURED_BYTES = 16 * 2 ** 20;
/** The limit of a run as a multiple of the time that is asked for: slow runs must be let run. */
const TIMEOUT_FACTOR = 10;
/** How often the original is run to learn how much it has. */
const RUNS = 3;

/** Runs the original first. */
export const quantityOracle = async (options: QuantityOptions): Promise<EffectOracle> => {
  const { setting, words, effect, anyVerdict } = options;
  const { kind, typed } = effect;
  const { isOutput = false, isTime = false, slack, unit } = EFFECTS[kind];
  const { subject } = setting;
  const measure = measuringOf(setting, words, kind);
  const first = await measureOriginal(options, measure);
  const [{ exit }] = first;
  const least = effect.least === "original" ? leastOf(first, options) : effect.least;
  const limit = effect.least === "original" ? `${rounded(least)}` : typed.replace(/^\w+\s*>=\s*/, "");
  const ending = anyVerdict || exit.timedOut ? undefined : wordsOf(exit);
  // Of an output that is long enough so much is kept that it can be seen to be.
  const keep = isOutput ? least + 1 : KEEP_BYTES;
  const patience = (timeout: number): number => (isTime ? Math.max(timeout, TIMEOUT_FACTOR * least) : timeout);
  const command = commandLine(setting, words);
  return {
    description:
      effect.least === "original" ? `${typed}: at least ${amountWords(least, kind)}, as the original has` : typed,
    // What is learnt anew every time, and never comes out alike, must not make another run of it.
    identity: {
      kind: "quantity",
      command: words,
      effect: effect.least === "original" && slack === undefined ? { ...effect, least } : effect,
      ending,
      stdin: subject.stdin,
    },
    repeatLine: (path, candidate) => repeatLine({ subject, path, candidate, command: (at) => command(at, candidate) }),
    test: async (candidate, { timeout }, signal): Promise<Finding> => {
      const seen = await measure(candidate, { timeout: patience(timeout), keep, signal });
      const { timedOut, ...evidence } = evidenceOf(seen.exit);
      return {
        ...judge(seen, { least, limit, ending }),
        ms: seen.exit.ms,
        evidence: { ...evidence, ...(timedOut && { timedOut }) },
      };
    },
    account: async (result, { timeout, signal }) => {
      const { amount } = await measure(result, { timeout: patience(timeout), keep: MEASURED_BYTES, signal });
      return {
        effect: typed,
        unit,
        original: rounded(Math.min(...first.map((one) => one.amount))),
        result: rounded(amount),
      };
    },
    close: options.close,
  };
};

/** Once, or as often as it takes to learn how much is always there. */
const measureOriginal = async (
  options: QuantityOptions,
  measure: MeasureAmount,
): Promise<readonly [Amount, ...Amount[]]> => {
  const { effect, original, timeout, signal } = options;
  const terms = { timeout, keep: MEASURED_BYTES, signal };
  const first = await measure(original, terms);
  const more: Amount[] = [];
  if (effect.least === "original" && !first.exit.timedOut)
    while (more.length < RUNS - 1) more.push(await measure(original, terms));
  return [first, ...more];
};

/** The least of the runs. */
const leastOf = (runs: readonly Amount[], { effect, setting, timeout }: QuantityOptions): number => {
  const { slack, isFraction = false } = EFFECTS[effect.kind];
  const least = Math.min(...runs.map(({ amount }) => amount)) * (slack ?? 1);
  const isEndless = runs.some(({ exit }) => exit.timedOut);
  if (!isEndless && !Number.isNaN(least)) return isFraction ? least : Math.floor(least);
  const why = isEndless ? `does not end within ${timeout / 1000} s` : "prints no number";
  throw new UserError("NO_EFFECT", `There is nothing to maximize: the command ${why} on ${setting.subject.name}.`, {
    advice: "Run the command by hand on it; --timeout gives it more time.",
  });
};

const rounded = (amount: number): number => Math.round(amount * 1000) / 1000;

const amountWords = (amount: number, kind: EffectName): string => `${rounded(amount)} ${EFFECTS[kind].unit}`.trimEnd();

const wordsOf = (exit: ProcessExit): string => {
  const own = endingOf(exit);
  return own === undefined ? "does not end" : endingWords(own);
};

interface Wanted {
  readonly least: number;
  readonly limit: string;
  readonly ending: string | undefined;
}

const judge = ({ exit, amount }: Amount, { least, limit, ending }: Wanted): Verdict => {
  if (exit.timedOut) return unresolved("timeout");
  const words = wordsOf(exit);
  if (ending !== undefined && words !== ending) return { outcome: "pass", reason: words };
  return amount >= least ? { outcome: "fail" } : { outcome: "pass", reason: `less than ${limit}` };
};

interface Amount {
  readonly exit: ProcessExit;
  /** Bytes, milliseconds, or the number that was printed; not a number if there was none. */
  readonly amount: number;
}

interface AmountTerms {
  /** In milliseconds. */
  readonly timeout: number;
  /** How much of each stream is kept, in bytes: what is longer counts as that long. */
  readonly keep: number;
  readonly signal: AbortSignal;
}

type MeasureAmount = (candidate: TestCase, terms: AmountTerms) => Promise<Amount>;

/** Throws a `UserError` where memory cannot be measured. */
const measuringOf = (setting: TrialContext, words: readonly string[], kind: EffectName): MeasureAmount => {
  const command = commandLine(setting, words);
  const { amount, wrapper } = EFFECTS[kind];
  const wrap = wrapper?.();
  return async (candidate, { timeout, keep, signal }) => {
    const data = setting.scratch.directory([]);
    const file = `${data.path}/measured`;
    const measured = (path: string): readonly string[] => {
      const own = command(path, candidate);
      return wrap?.(own, file) ?? own;
    };
    try {
      const exit = await tryCandidate(setting, candidate, { command: measured, timeout, signal, keep });
      return { exit, amount: amount(exit, file) };
    } finally {
      data.remove();
    }
  };
};
