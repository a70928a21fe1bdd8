/** "At least so much" as an oracle: memory, time, output, or a number that the command prints. */
import type { TestCase } from "../../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../../core/verdict.ts";
import { repeatLine } from "../../oracles/command-line.ts";
import { commandLine } from "../../oracles/command.ts";
import { layOut } from "../../oracles/layout.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { endingOf, endingWords } from "../../oracles/signature.ts";
import { environment, evidenceOf, type Setting } from "../../oracles/trial.ts";
import type { ProcessExit } from "../../runner/index.ts";
import type { EffectChoice, EffectName } from "./effect.ts";
import { measuringPeak, peakIn } from "./peak.ts";

type Quantity = Extract<EffectChoice, { readonly kind: EffectName }>;

const KEEP_BYTES = 64 * 1024;
/** Whoever waits for slow runs must let them run. */
const PATIENCE = 10;

export interface QuantityOracle extends ProcessOracle {
  /** What counts as well; learnt from the original unless any will do. */
  ending: string | undefined;
}

export const quantityOracle = (setting: Setting, words: readonly string[], effect: Quantity): QuantityOracle => {
  const { subject, scratch, runner, memory } = setting;
  const command = commandLine(setting, words);
  const measuring = effect.kind === "memory" ? measuringPeak() : undefined;
  let ending: string | undefined;
  const test = async (
    candidate: TestCase,
    { timeout }: { readonly timeout: number },
    signal: AbortSignal,
  ): Promise<Finding> => {
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
          timeout: effect.kind === "time" ? Math.max(timeout, PATIENCE * effect.least) : timeout,
          ...(memory !== undefined && { memory }),
          // Of an output that is long enough so much is kept that it can be seen to be.
          keep: effect.kind === "output" ? effect.least + 1 : KEEP_BYTES,
        },
        signal,
      );
      const amount = amountOf(effect.kind, exit, file);
      const { timedOut, ...evidence } = evidenceOf(exit);
      return {
        ...judge(exit, amount, { effect, ending }),
        ms: exit.ms,
        evidence: { ...evidence, ...(timedOut && { timedOut }) },
      };
    } finally {
      laid.remove();
      data.remove();
    }
  };
  return {
    get ending() {
      return ending;
    },
    set ending(learnt: string | undefined) {
      ending = learnt;
    },
    words: effect.typed,
    get identity() {
      return { kind: "quantity", command: words, effect, ending, stdin: subject.stdin };
    },
    repeatLine: (path, candidate) => repeatLine({ subject, path, command: (at) => command(at, candidate) }),
    test,
    close: () => Promise.resolve(),
  };
};

const amountOf = (kind: EffectName, exit: ProcessExit, peak: string): number => {
  if (kind === "memory") return peakIn(peak);
  if (kind === "time") return exit.ms;
  if (kind === "output") return exit.stdout.length + exit.stderr.length;
  const numbers = Buffer.from(exit.stdout)
    .toString("utf8")
    .match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu);
  return Number(numbers?.at(-1) ?? Number.NaN);
};

const judge = (
  exit: ProcessExit,
  amount: number,
  { effect, ending }: { readonly effect: Quantity; readonly ending: string | undefined },
): Verdict => {
  if (exit.timedOut) return unresolved("timeout");
  const own = endingOf(exit);
  const words = own === undefined ? "does not end" : endingWords(own);
  if (ending !== undefined && words !== ending) return { outcome: "pass", reason: words };
  return amount >= effect.least
    ? { outcome: "fail" }
    : { outcome: "pass", reason: `less than ${effect.typed.replace(/^\w+>=/, "")}` };
};
