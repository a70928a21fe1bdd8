/** Workers that hold the secret and do not tell the truth: the real worker, with answers that are changed after the test. */
import type { BenchOpener, Reply } from "../../src/cluster/bench.ts";
import type { Finding, Outcome } from "../../src/core/verdict.ts";

/** What is said instead of the truth; the same for an answer that is true. `number`: of the answers so far. */
type Lie = (truth: Finding, number: number) => Finding;

export interface Liar {
  readonly around: (opener: BenchOpener) => BenchOpener;
  /** How many of its answers were wrong, and how many there were. */
  readonly lies: number;
  readonly answers: number;
}

const says = (truth: Finding, outcome: Outcome): Finding => ({ outcome, ms: truth.ms, reason: "as I say" });
const opposite = ({ outcome }: Finding): Outcome => (outcome === "fail" ? "pass" : "fail");

/** Tells the truth about the original, so that it is let in, and lies from then on. */
export const liar = (lie: Lie): Liar => {
  let lies = 0;
  let answers = 0;
  const changed = (reply: Reply): Reply => {
    const truth = reply.body as Finding;
    const said = lie(truth, answers++);
    if (said.outcome !== truth.outcome) lies += 1;
    return { ...reply, body: said, ...(reply.kept !== undefined && { kept: said }) };
  };
  return {
    around: (opener) => async (kit, place) => {
      const bench = await opener(kit, place);
      let isKnown = false;
      return {
        ...bench,
        run: async (content, terms, signal) => {
          const reply = await bench.run(content, terms, signal);
          if (isKnown) return changed(reply);
          isKnown = true;
          return reply;
        },
      };
    },
    get lies() {
      return lies;
    },
    get answers() {
      return answers;
    },
  };
};

const stale = (): Lie => {
  let earlier: Finding | undefined;
  return (truth) => {
    const said = earlier ?? truth;
    earlier = truth;
    return said;
  };
};

/** By what they do. */
export const LIES: Readonly<Record<string, () => Lie>> = {
  "always wrong": () => (truth) => says(truth, opposite(truth)),
  "stale: the answer of an earlier candidate": stale,
  "one in ten wrong": () => (truth, number) => (number % 10 === 3 ? says(truth, opposite(truth)) : truth),
  "fail to everything": () => (truth) => says(truth, "fail"),
  "pass to everything": () => (truth) => says(truth, "pass"),
  "unresolved to everything": () => (truth) => says(truth, "unresolved"),
  "wins are hidden": () => (truth) => (truth.outcome === "fail" ? says(truth, "pass") : truth),
  "one loss in three is called a win": () => (truth, number) =>
    truth.outcome === "pass" && number % 3 === 1 ? says(truth, "fail") : truth,
};
