/** Pauses count neither as time nor as speed. */
import type { Progress, Sample } from "./state.ts";

type Clock = Pick<Progress, "pausedMs" | "pausedAt">;

/** The time of a run without its pauses, at a moment of it. */
export const activeMs = ({ pausedMs, pausedAt }: Clock, now: number): number =>
  Math.max(0, Math.min(now, pausedAt ?? now) - pausedMs);

/** What changes when a pause begins or ends. What is compared with later times is moved along. */
export const withPause = (state: Progress, paused: boolean, ms: number): Partial<Progress> => {
  const { pausedAt } = state;
  if (paused) return { paused, pausedAt: pausedAt ?? ms };
  if (pausedAt === undefined) return { paused };
  const lasted = Math.max(0, ms - pausedAt);
  const moved = (sample: Sample): Sample => ({ ...sample, ms: Math.min(ms, sample.ms + lasted) });
  return {
    paused,
    pausedAt: undefined,
    pausedMs: state.pausedMs + lasted,
    lastTestMs: Math.min(ms, state.lastTestMs + lasted),
    samples: state.samples.map(moved),
  };
};
