/** What `--effect` can say. */
import { UserError } from "../../core/errors.ts";
import { EFFECT_NAMES, EFFECTS, type EffectName } from "./effects.ts";

export type EffectChoice =
  | { readonly kind: "coverage"; readonly reader: string }
  /**
   * At least so many bytes, milliseconds, bytes, or whatever the last number on standard output counts; "original": as much as the
   * original has.
   */
  | { readonly kind: EffectName; readonly least: number | "original"; readonly typed: string };

/** "coverage:READER", "memory>=1G", "time>=10s", "output>=1M", "value>=42", "maximize:stderr/size". */
export const parseEffect = (typed: string): EffectChoice => {
  const [, reader] = /^coverage:(.+)$/s.exec(typed) ?? [];
  if (reader !== undefined) return { kind: "coverage", reader };
  const [, most] = /^maximize:(.*)$/s.exec(typed) ?? [];
  if (most !== undefined) {
    const kind = EFFECT_NAMES.find((each) => EFFECTS[each].maximized === most);
    if (kind !== undefined) return { kind, least: "original", typed };
  }
  const [, name = "", amount = ""] = /^(\w+)\s*>=\s*(\S+)$/.exec(typed) ?? [];
  const named = EFFECT_NAMES.find((each) => each === name);
  const least = named && EFFECTS[named].parse(amount);
  if (named !== undefined && least !== undefined) return { kind: named, least, typed };
  throw new UserError("BAD_EFFECT", `--effect cannot be ${JSON.stringify(typed)}.`, {
    advice: `Give coverage:READER, 'memory>=1G', 'time>=10s', 'output>=1M' (or stdout, stderr), 'value>=42' for the last number on standard output (quoted, for > means something to shells), or maximize:WHAT with one of ${EFFECT_NAMES.map((each) => EFFECTS[each].maximized).join(", ")}.`,
  });
};
