/** A search that brings nothing: when that is worth saying, what was tried, and what might help. */
import { count, counted, time } from "./figures.ts";
import { activeMs } from "./pauses.ts";
import type { Progress } from "./state.ts";

/** So many tests without any success are worth a word. */
const MIN_FRUITLESS = 300;
/** So long without progress worth mentioning, too. */
const STANDSTILL_MS = 60_000;
/** Less than this share of the size is not worth mentioning. */
const WORTH_MENTIONING = 0.01;
const MAX_NAMED = 6;

/** Nothing at all could be removed in so many tests; `undefined` before that is worth saying. */
const fruitlessTests = ({ stage, accepted, tests: { committed } }: Progress): number | undefined =>
  stage === "searching" && accepted === 0 && committed >= MIN_FRUITLESS ? committed : undefined;

/** For how long the size has hardly changed, without pauses; `undefined` while that is not long. */
export const standstillMs = (state: Progress, now: number): number | undefined => {
  if (state.stage !== "searching") return undefined;
  const { points } = state.overTime;
  // The latest step before which the input was larger by more than that.
  const worth = points.findLastIndex(([, size]) => size * (1 - WORTH_MENTIONING) > state.best);
  const [at] = points[worth + 1] ?? points[0] ?? [0];
  const ms = activeMs(state, now) - at;
  return ms >= STANDSTILL_MS ? ms : undefined;
};

/** What might help a search in this format. */
const helpFor = (format: string): string => {
  if (/^(?:tree|tokens|json)\b/.test(format))
    return "another unit (--format lines, --format characters), or results that need not parse (--smallest)";
  if (format.startsWith("text"))
    return "a grammar of the language (--language FILE.wasm), or another unit (--format lines, --format characters)";
  if (format === "lines") return "smaller units (--format tokens, --format characters)";
  if (/directory|files|words/.test(format))
    return "a test that needs less of the project (--match says which message counts)";
  return "if the file holds offsets, every removal may break it: a pass of your own can change parts in place (--pass COMMAND)";
};

const named = ({ passes }: Progress): string => {
  const names = passes.map(({ pass }) => pass);
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
};

/** "300 tests, and nothing could be removed. Tried: … What might help: …"; `undefined` where that is not so. */
export const fruitlessText = (state: Progress): string | undefined => {
  const tests = fruitlessTests(state);
  if (tests === undefined) return undefined;
  return `${counted(tests, "test")}, and nothing could be removed yet. Tried: ${named(state)}. What might help: ${helpFor(state.run?.format ?? "")}. pare goes on.`;
};

/** How to end a search that goes on for little; `stop` says how by hand. */
export const standstillText = (state: Progress, now: number, stop: string): string | undefined => {
  const ms = standstillMs(state, now);
  if (ms === undefined) return undefined;
  const { limits } = state;
  const flags = [
    ...(limits.ms === undefined ? ["--budget 10m"] : []),
    ...(limits.size === undefined ? ["--until-size BYTES"] : []),
  ];
  const next = flags.length === 0 ? "" : `; ${flags.join(" or ")} ends such a run`;
  return `hardly any progress for ${time(Math.floor(ms / 1000) * 1000)}: ${stop} (the best is kept)${next}`;
};
