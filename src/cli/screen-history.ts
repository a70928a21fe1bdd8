/** The accepted steps of a run under way, rebuilt from its directory for whoever looks back. */
import { join } from "node:path";
import type { ReduceOptions } from "../reduce/options.ts";
import { readOriginal } from "../reduce/original.ts";
import { contentOf } from "../runs/content.ts";
import { applyEdits } from "../runs/edits.ts";
import { readSteps, type Step } from "../runs/steps.ts";
import type { History } from "../tui/history.ts";

/** So many rebuilt steps are remembered, evenly over all of them: no step is far from one. */
const REMEMBERED = 64;

/** As it stands now; `undefined` when the original cannot be read any more. `runs` is where runs live. */
export const historyOf = (run: string, options: ReduceOptions, runs: string): History | undefined => {
  try {
    const { source, shape } = readOriginal(options, runs);
    return historyFrom(contentOf(source, shape), readSteps(join(run, "steps.jsonl")));
  } catch {
    return undefined;
  }
};

/** The steps on the way to the last one, numbered from 1 in their order. */
const historyFrom = (original: Uint8Array, steps: ReadonlyMap<number, Step>): History => {
  const way = wayTo(steps);
  const every = Math.max(1, Math.ceil(way.length / REMEMBERED));
  const rebuilt = new Map<number, Uint8Array>([[0, original]]);
  const content = (number: number): Uint8Array | undefined => {
    let at = number;
    while (!rebuilt.has(at)) at--;
    let bytes = rebuilt.get(at) as Uint8Array;
    try {
      for (; at < number; at++) {
        bytes = applyEdits(bytes, way[at]?.edits ?? []);
        if ((at + 1) % every === 0) rebuilt.set(at + 1, bytes);
      }
    } catch {
      return undefined;
    }
    return bytes;
  };
  return {
    count: way.length,
    step: (number) => {
      const step = way[number - 1];
      return step && { key: step.key, size: step.size, base: number - 1 };
    },
    content: (number) => (number < 0 || number > way.length ? undefined : content(number)),
  };
};

/** From the first step to the last one that was written; empty when a record on the way was lost. */
const wayTo = (steps: ReadonlyMap<number, Step>): readonly Step[] => {
  const way: Step[] = [];
  for (let at = [...steps.keys()].reduce((most, number) => Math.max(most, number), 0); at !== 0;) {
    const step = steps.get(at);
    if (step === undefined || way.length > steps.size) return [];
    way.push(step);
    at = step.base;
  }
  return way.toReversed();
};
