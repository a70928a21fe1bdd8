/** The oracle of an isolation. */
import { UserError } from "../../core/errors.ts";
import { unresolved, type Finding, type Verdict } from "../../core/verdict.ts";
import { quote } from "../../oracles/command-line.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { filledLine, shellWords, withPrograms } from "../../oracles/sides/line.ts";
import { refusalOf } from "../../oracles/sides/passes.ts";
import { evidenceOf } from "../../oracles/trial.ts";
import type { Mixture } from "../mixture.ts";
import { buildLine, type MixtureTester, type CommandOf, type RunAt } from "./bench.ts";
import { commandFor } from "./command-line.ts";
import { endWords, judgeTrial, type IsolateTest, type OutcomeReader } from "./judge.ts";
import type { PlaceTrial } from "./output-terms.ts";

export const commandIn =
  (command: readonly string[], origin: string): CommandOf =>
  ({ path, cwd }, { fills }) =>
    commandFor(command, { path, cwd, origin, ...(fills !== undefined && { fills }) });

export const endsOracle = (bench: MixtureTester, test: IsolateTest, read?: OutcomeReader): ProcessOracle<Mixture> => {
  const command = commandIn(test.command, bench.origin);
  const hang = test.kind === "ends" ? test.refinements.hang : undefined;
  return {
    description: endWords(test).bad,
    identity: test,
    repeatLine: (path, candidate) => repeatLine(bench.origin, test, path, candidate),
    async test(candidate, terms, signal) {
      const timeout = hang === undefined ? terms.timeout : hang * 1000;
      try {
        const ended = await bench.at(candidate, command, { timeout, signal }, async (run) => {
          const finding = await tried(test, run, read);
          if (finding.outcome === "unresolved") return finding;
          return (await refusedIn(bench, test.passes, (other) => run(other, terms.timeout))) ?? finding;
        });
        return "failure" in ended ? ended.failure.finding : ended.used;
      } catch (error) {
        // The program may be a part of the candidate.
        if (!(error instanceof UserError) || error.code !== "NO_COMMAND") throw error;
        return { ...unresolved(error.message), ms: 0 };
      }
    },
    close: () => Promise.resolve(),
  };
};

/** What the first line of `--passes` that does not succeed on a mixture makes of it. */
export const refusedIn = async (
  { origin }: MixtureTester,
  lines: readonly string[] = [],
  run: RunAt,
): Promise<Finding | undefined> => {
  for (const line of lines) {
    const trial = await run(({ path, cwd }, { fills }) =>
      shellWords(filledLine(withPrograms(line, origin, cwd), { "": [path], ...fills })),
    );
    const refusal = refusalOf(line, trial);
    // One that is refused is like neither end.
    if (refusal?.reason !== undefined)
      return { ...unresolved(refusal.reason), ms: trial.ms, evidence: evidenceOf(trial) };
  }
  return undefined;
};

const NOT_REPEATED = unresolved("does not repeat");

/** As many runs as it takes: where the failure always shows, all must agree; where it shows sometimes, one that shows it decides. */
const tried = async (test: IsolateTest, run: () => Promise<PlaceTrial>, read?: OutcomeReader): Promise<Finding> => {
  let ms = 0;
  let first: Finding | undefined;
  for (let runs = 0; runs < test.repeat; runs++) {
    const trial = await run();
    ms = Math.max(ms, trial.ms);
    const finding = findingOf(test, trial, read);
    if (finding.evidence?.timedOut === true) return { ...finding, ms };
    if (test.shows === "sometimes" && finding.outcome === "fail") return { ...finding, ms };
    if (first !== undefined && first.outcome !== finding.outcome) return { ...finding, ...NOT_REPEATED, ms };
    first ??= finding;
  }
  if (first === undefined) throw new Error(`${test.repeat} repeats`);
  return { ...first, ms };
};

/** That it was still running is no limit where it is the failure. */
const findingOf = (test: IsolateTest, trial: PlaceTrial, read?: OutcomeReader): Finding => {
  const verdict: Verdict = judgeTrial(test, trial, read);
  const { timedOut, ...evidence } = evidenceOf(trial);
  const late = timedOut === true && verdict.outcome === "unresolved";
  return { ...verdict, ms: trial.ms, evidence: { ...evidence, ...(late && { timedOut }) } };
};

/** For a candidate that lies at a path: in it when it is what the command runs in, else where pare was started. */
const repeatLine = (origin: string, test: IsolateTest, path: string, candidate?: Mixture): string => {
  const isNamed =
    test.command.some((word) => word.includes("{}")) || (test.kind === "codes" && test.script !== undefined);
  const cwd = isNamed ? origin : path;
  const { fills, environment = {} } = candidate ?? {};
  const words = commandFor(test.command, { path, cwd, origin, ...(fills !== undefined && { fills }) });
  const variables = Object.entries({ PARE_ORIGIN: origin, ...environment });
  const set = variables.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${quote(value)}`]));
  const unset = variables.flatMap(([name, value]) => (value === undefined ? ["-u", name] : []));
  const build = test.build === undefined ? "" : ` && (${buildLine(test.build, { path, cwd })})`;
  const passes = (test.passes ?? []).map((line) => ` && (${filledLine(line, { "": [path], ...fills })})`).join("");
  return `cd ${quote(cwd)}${build}${passes} && ${["env", ...unset, ...set, ...words.map(quote)].join(" ")}`;
};
