/** What `--effect` can say. */
import { UserError } from "../../core/errors.ts";

export type EffectName = "memory" | "time" | "output" | "stdout" | "stderr" | "value";

export type EffectChoice =
  | { readonly kind: "coverage"; readonly reader: string }
  /**
   * At least so many bytes, milliseconds, bytes, or whatever the last number on standard output counts; "original": as much as the
   * original has.
   */
  | { readonly kind: EffectName; readonly least: number | "original"; readonly typed: string };

const BYTES: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };
const MILLISECONDS: Readonly<Record<string, number>> = { "": 1000, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

const size = (typed: string): number | undefined => {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)([kmgt]?)(?:i?b)?$/i.exec(typed) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (BYTES[unit.toLowerCase()] as number));
};

const duration = (typed: string): number | undefined => {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(typed) ?? [];
  return amount === undefined ? undefined : Number(amount) * (MILLISECONDS[unit] as number);
};

const plain = (typed: string): number | undefined => (/^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : undefined);

const AMOUNTS: Readonly<Record<EffectName, (typed: string) => number | undefined>> = {
  memory: size,
  time: duration,
  output: size,
  stdout: size,
  stderr: size,
  value: plain,
};

/** What is maximized, as it is typed: sizes of streams are told from their contents. */
const MAXIMIZED: Readonly<Record<string, EffectName>> = {
  "stderr/size": "stderr",
  "stdout/size": "stdout",
  "output/size": "output",
  memory: "memory",
  time: "time",
  value: "value",
};

/** "coverage:READER", "memory>=1G", "time>=10s", "output>=1M", "value>=42", "maximize:stderr/size". */
export const parseEffect = (typed: string): EffectChoice => {
  const [, reader] = /^coverage:(.+)$/s.exec(typed) ?? [];
  if (reader !== undefined) return { kind: "coverage", reader };
  const [, most] = /^maximize:(.*)$/s.exec(typed) ?? [];
  if (most !== undefined) {
    const kind = Object.hasOwn(MAXIMIZED, most) ? MAXIMIZED[most] : undefined;
    if (kind !== undefined) return { kind, least: "original", typed };
  }
  const [, name = "", amount = ""] = /^(\w+)\s*>=\s*(\S+)$/.exec(typed) ?? [];
  const least = Object.hasOwn(AMOUNTS, name) ? AMOUNTS[name as EffectName](amount) : undefined;
  if (least !== undefined) return { kind: name as EffectName, least, typed };
  throw new UserError("BAD_EFFECT", `--effect cannot be ${JSON.stringify(typed)}.`, {
    advice: `Give coverage:READER, 'memory>=1G', 'time>=10s', 'output>=1M' (or stdout, stderr), 'value>=42' for the last number on standard output (quoted, for > means something to shells), or maximize:WHAT with one of ${Object.keys(MAXIMIZED).join(", ")}.`,
  });
};
