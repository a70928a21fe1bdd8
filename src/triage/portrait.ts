/** What the smallest input of a bug shows: the output for its report, and what else is wrong with it. */
import { saidBy } from "../oracles/signature.ts";
import type { BugWitness } from "./bucket.ts";
import { caseOf, outputOf, type Target } from "./target.ts";

export interface Portrayed {
  readonly output?: string;
  readonly ms?: number;
  readonly beside: readonly string[];
}

export interface PortraitOptions {
  readonly target: Target;
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string>>;
}

/** Sanitizers go on after their first report where the program was built so: what was hidden behind it shows. */
const GOING_ON = ["ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS", "TSAN_OPTIONS"] as const;

export const portraitOf = async (
  input: Pick<BugWitness, "bytes" | "name"> | undefined,
  { target, signal, environment }: PortraitOptions,
): Promise<Portrayed> => {
  if (input === undefined || signal.aborted) return { beside: [] };
  const { bytes, name } = input;
  const { sight, trial, ms } = await target.see(caseOf(bytes, name), { name, signal });
  const first = "symptom" in sight ? (sight.symptom.beside ?? []) : [];
  if (!("symptom" in sight) || !/Sanitizer|runtime error/.test(sight.symptom.title))
    return { output: outputOf(trial), ms, beside: first };
  const masked = Object.fromEntries(
    GOING_ON.map((option) => [option, [environment[option], "halt_on_error=0"].filter(Boolean).join(":")]),
  );
  const again = await target.see(caseOf(bytes, name), { name, signal, environment: { ...environment, ...masked } });
  const said = saidBy(again.trial, name)?.facts.map(({ text }) => text) ?? [];
  const beside = [...new Set([...first, ...said])].filter((title) => title !== sight.symptom.title);
  return { output: outputOf(trial), ms, beside };
};
