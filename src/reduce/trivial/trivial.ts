/** A test that tells nothing: inputs with nothing of the original in them fail, too. */
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import type { Probe, Probes } from "./probes.ts";

/** What the probes have shown. */
export interface Tried {
  /** By what was asked, in order. */
  readonly asked: readonly { readonly probe: Probe; readonly finding: Finding }[];
  /** The ones that fail, in words; none where the test tells something. */
  readonly trivial: readonly string[];
  /** How many runs that took. */
  readonly runs: number;
}

export const NOTHING_TRIED: Tried = { asked: [], trivial: [], runs: 0 };

/**
 * At most three runs, and one more before a test is refused: one that lies now and then does tell something. A neutral program has words in
 * common with the original: where these fail in a comment as well, they are what the failure needs. `atOnce`: the first two side by side.
 */
export const tryProbes = async (
  { empty, neutral, inert }: Probes,
  test: (candidate: TestCase) => Promise<Finding | undefined>,
  atOnce = false,
): Promise<Tried> => {
  const asked: Tried["asked"][number][] = [];
  let runs = 0;
  const ask = async (probe: Probe | undefined): Promise<Finding | undefined> => {
    if (probe === undefined) return undefined;
    runs += 1;
    return await withoutProgram(test(probe.candidate));
  };
  const fails = async (probe: Probe | undefined, answer = ask(probe)): Promise<boolean> => {
    const finding = await answer;
    if (probe !== undefined && finding !== undefined) asked.push({ probe, finding });
    return finding?.outcome === "fail";
  };
  const beside = atOnce ? ask(neutral) : undefined;
  // Whoever waits for it hears of it.
  beside?.catch(() => {});
  const isEmpty = await fails(empty);
  const isNeutral = (await fails(neutral, beside)) && (isEmpty || !(await fails(inert)));
  const trivial = [...(isEmpty && empty ? [empty] : []), ...(isNeutral && neutral ? [neutral] : [])];
  if (trivial.length > 0 && !(await fails(trivial[0]))) return { asked: [], trivial: [], runs };
  return { asked, trivial: trivial.map(({ what }) => what), runs };
};

/** An empty program cannot even be started where the input itself is what is executed. */
const withoutProgram = async (finding: Promise<Finding | undefined>): Promise<Finding | undefined> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
};

/** "An empty file shows the failure, too: …" */
export const trivialText = (trivial: readonly string[]): string => {
  const all = trivial.join(" and ");
  const shows = trivial.length > 1 ? "show" : "shows";
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${shows} the failure, too`;
};

export const ALLOW_TRIVIAL = "If such an input is the result that you want, add --allow-trivial.";

export const trivialTest = (trivial: readonly string[], words: string): UserError =>
  new UserError("TRIVIAL", `The test tells nothing. ${trivialText(trivial)}. Condition: ${words}.`, {
    advice: `Make the test depend on what is in the candidate; \`pare check\` says more. ${ALLOW_TRIVIAL}`,
    cause: trivial,
  });
