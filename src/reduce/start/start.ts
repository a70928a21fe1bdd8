/** The original is tested before anything else: does it show the failure, how long does it take, every time? */
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { ORIGINAL_RUNS } from "../../oracles/flaky.ts";
import type { Rate } from "../../core/rate.ts";
import { measureRate, rateOf, rateWords } from "../../oracles/rate.ts";

export interface StartOptions {
  readonly oracle: ProcessOracle;
  readonly source: TestCase;
  /** Where the original lies, for the line that repeats its test. */
  readonly path: string;
  /** The test sees what an assembler makes of the text of the original. */
  readonly isAssembled?: boolean;
  /** In milliseconds. */
  readonly timeout: number;
  /** More than once; an earlier session may have done so. */
  readonly thorough: boolean;
  readonly flaky: boolean;
  /** How many tests at once, those beside the first run included. */
  readonly jobs: number;
  /** Waits for what runs beside the first run, when that has ended. */
  readonly beside?: (first: Finding) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface Start {
  readonly finding: Finding;
  /** How long each run took. */
  readonly samples: readonly number[];
  readonly rate: Rate;
  /** What all runs that fail say about the failure, and the output of one. */
  readonly said: readonly string[];
  readonly output: string;
}

/** Runs of an original that shows it every time. */
const MIN_RUNS = 3;
/** Runs of one that does not: enough to say how often. */
const MANY = 20;
/** When the first runs took so long in all, there are no further ones. */
const SETTLE_TIMEOUT_MS = 30_000;

/** Throws NOT_FAILING when it never shows, and FLAKY when it sometimes does and nobody has allowed for that. */
export const testOriginal = async (options: StartOptions): Promise<Start> => {
  const findings: Finding[] = [];
  const run = async (): Promise<boolean> => {
    options.signal.throwIfAborted();
    findings.push(await options.oracle.test(options.source, { timeout: options.timeout }, options.signal));
    return findings.at(-1)?.outcome === "fail";
  };
  const rate = await (options.flaky ? measureRate(run, ORIGINAL_RUNS) : repeated(run, findings, options));
  const finding = findings.find(({ outcome }) => outcome === "fail");
  if (finding === undefined) throw notFailing(options, findings[0] as Finding);
  if (rate.rate < 1 && !options.flaky) throw flakyOriginal(rate);
  return {
    finding,
    samples: findings.map(({ ms }) => ms),
    rate,
    said: commonSayings(findings),
    output: finding.evidence?.output ?? "",
  };
};

const commonSayings = (findings: readonly Finding[]): readonly string[] => {
  const [first = [], ...others] = findings
    .filter(({ outcome }) => outcome === "fail")
    .map(({ evidence }) => evidence?.said ?? []);
  return first.filter((line) => others.every((said) => said.includes(line)));
};

/** A few runs that show it are enough; else many tell how often, if at all. A run that does not end in time is not repeated. */
const repeated = async (
  run: () => Promise<boolean>,
  findings: readonly Finding[],
  { thorough, jobs, beside }: StartOptions,
): Promise<Rate> => {
  const spent = (): number => findings.reduce((sum, { ms }) => sum + ms, 0);
  const isLate = (): boolean => findings.at(-1)?.evidence?.timedOut === true;
  let shows = 0;
  let wanted = thorough ? MIN_RUNS : 1;
  // Runs that all agree are not repeated for ever; once they do not, the rate is worth the time.
  const goesOn = (runs: number): boolean =>
    (shows > 0 && shows < runs) || (spent() < SETTLE_TIMEOUT_MS && !(shows === 0 && isLate()));
  for (let runs = 0; runs < wanted && goesOn(runs);) {
    // Two of them have room for what runs beside the first run.
    const together = Math.min(runs === 0 ? Math.max(1, jobs - 2) : jobs, wanted - runs);
    const shown = (await Promise.all(Array.from({ length: together }, run))).filter(Boolean).length;
    if (runs === 0) await beside?.(findings[0] as Finding);
    runs += together;
    shows += shown;
    if (shown < together) wanted = MANY;
  }
  return rateOf(shows, findings.length);
};

const notFailing = ({ oracle, path, timeout, isAssembled = false }: StartOptions, finding: Finding): UserError => {
  const { outcome, reason, evidence } = finding;
  const why = reason === undefined ? "" : ` (${reason})`;
  const output = evidence?.output === undefined ? "It printed nothing." : `It printed:\n${evidence.output.trimEnd()}`;
  const advice =
    evidence?.timedOut === true
      ? `It ran into the limit of ${timeout / 1000} s: give a longer --timeout.`
      : isAssembled
        ? "The test saw the original as it is after disassembling and assembling. If only the file itself shows the failure, give --format bytes."
        : "If the failure shows in your directory but not in a copy, a file is missing: `pare check` finds it, and --with PATH adds it.";
  return new UserError(
    "NOT_FAILING",
    `The original does not show the failure: the test answers "${outcome}"${why}. Condition: ${oracle.description}.\n${output}\n` +
      `To repeat it:\n${oracle.repeatLine(path)}`,
    { advice, cause: finding },
  );
};

const FLAKY_ADVICE =
  "Make the test repeatable (seeds, clocks, addresses, shared state), or use --flaky, which repeats the test and decides by statistics.";

const flakyOriginal = (rate: Rate): UserError =>
  new UserError("FLAKY", `The oracle is flaky: the original shows the failure only sometimes. It ${rateWords(rate)}.`, {
    advice: FLAKY_ADVICE,
    cause: rate,
  });

/** A best that was found to fail does not do so every time. */
export const flakyBest = (size: number, rate: Rate): UserError =>
  new UserError(
    "FLAKY",
    `The oracle is flaky: a candidate of ${size} bytes failed when it was found, and now the failure ${rateWords(rate)}.`,
    {
      advice: FLAKY_ADVICE,
      cause: rate,
    },
  );
