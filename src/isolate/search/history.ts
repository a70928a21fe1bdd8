/** Bisection of a history: the first step that fails after one that passes, past what cannot be told. */
import { numbered } from "../../core/candidates.ts";
import type { Search, Step } from "../../core/search.ts";
import type { Verdict } from "../../core/verdict.ts";
import { ask, done, later } from "../../core/words.ts";
import type { History } from "../kind.ts";
import type { Mixture } from "../mixture.ts";

/** `from` passes and `to` fails; what lies between could not be told. */
export interface Narrowed {
  readonly from: number;
  readonly to: number;
}

/** So many states between two that are known, before their changes are looked at instead. */
const MAX_STATES = 12;

interface OpenRange extends Narrowed {
  /** States that could not be told. */
  readonly silent: ReadonlySet<number>;
}

export const bisectHistory = (history: History): Search<Mixture, Narrowed> => {
  const states = new Map<number, Mixture>();
  const fetch = async (place: number): Promise<void> => {
    if (!states.has(place)) states.set(place, await history.at(place));
  };

  const go = (open: OpenRange): Search<Mixture, Narrowed> => {
    const at = nextState(open);
    if (at === undefined) return done({ from: open.from, to: open.to });
    const question = (): Search<Mixture, Narrowed> => {
      const state = states.get(at) as Mixture;
      const step: Step = { phase: "commits", removes: open.to - open.from };
      return ask(
        numbered(1, () => state),
        { until: ["fail", "pass"], step },
        (answers) => go(after(open, at, answers.last as Verdict)),
      );
    };
    if (states.has(at)) return question();
    // Those that are asked next, whatever the answer, so that others can be tested meanwhile.
    const coming = [after(open, at, { outcome: "pass" }), after(open, at, { outcome: "fail" })].map(nextState);
    return later(async () => {
      for (const place of states.keys()) if (place < open.from || place > open.to) states.delete(place);
      for (const place of [at, ...coming]) if (place !== undefined) await fetch(place);
      return question();
    });
  };
  return go({ from: 0, to: history.steps.length, silent: new Set() });
};

const after = (open: OpenRange, at: number, { outcome }: Verdict): OpenRange => {
  if (outcome === "pass") return { ...open, from: at };
  if (outcome === "fail") return { ...open, to: at };
  return { ...open, silent: new Set([...open.silent, at]) };
};

/** The middle, or what is nearest to it and not known to be silent. */
const nextState = ({ from, to, silent }: OpenRange): number | undefined => {
  const middle = (from + to) >> 1;
  const between = [...silent].filter((place) => place > from && place < to).length;
  if (between >= MAX_STATES) return undefined;
  // Away from the middle in growing steps: neighbours of what does not build do not build either.
  for (let step = 0; middle - step > from || middle + step < to; step++)
    for (const place of [middle - distance(step, between), middle + distance(step, between)])
      if (place > from && place < to && !silent.has(place)) return place;
  for (let place = from + 1; place < to; place++) if (!silent.has(place)) return place;
  return undefined;
};

const distance = (step: number, tried: number): number => (tried === 0 ? step : step * tried);
