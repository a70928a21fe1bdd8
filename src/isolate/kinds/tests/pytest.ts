/** pytest: runs the node ids it is given in their order. */
import { stripVTControlCharacters } from "node:util";
import { UserError } from "../../../core/errors.ts";
import { askProgram } from "../flags/ask-program.ts";
import { invocation } from "./invocation.ts";
import { type TestRunner, type RunnerTest, plainTest } from "./runner.ts";

/** Nothing that changes the order, neither a plug-in nor what failed the last time, and nothing is written beside the tests. */
const IN_ORDER = ["-p", "no:randomly", "-p", "no:cacheprovider"];
/** Go on after failures, and print a line for the outcome of every test. */
const TOLD = ["--maxfail=0", "-rfEpsxX"];

export const pytestRunner: TestRunner = {
  name: "pytest",
  about: "pytest  the tests that pytest --collect-only lists",
  programs: /^(?:pytest|py\.test)(?:-?[\d.]+)?$/,
  named: plainTest,
  list: async (order) => {
    const { before, after } = invocation(order, pytestRunner);
    const words = [...before, ...after, ...IN_ORDER, "--collect-only", "--verbosity=-1"];
    const said = await askProgram(words, { cwd: order.origin, signal: order.signal });
    const ids = said.stdout
      .split(/\r?\n/)
      .filter((line) => /^\S.*?::\S/.test(line) && !/^(?:ERROR|FAILED) /.test(line));
    if (said.code === 0 && ids.length > 0) return [...new Set(ids)].map(plainTest);
    throw new UserError("NO_TESTS", `pytest cannot list its tests: ${lastWords(`${said.stdout}\n${said.stderr}`)}`, {
      advice: `pare ran: ${words.join(" ")}. You can also write the names into a file: --tests FILE.`,
    });
  },
  select: ({ tests }) => {
    const victim = tests.at(-1)?.id ?? "";
    return {
      choose: (chosen) => ({ words: [...IN_ORDER, ...TOLD, ...idsOf(chosen)] }),
      shown: (chosen) => ["-p", "no:randomly", ...idsOf(chosen)],
      verdict: ({ stdout }) => outcomeOf(victim, stripVTControlCharacters(stdout)),
    };
  },
};

const idsOf = (tests: readonly RunnerTest[]): readonly string[] => tests.map(({ id }) => id);

const MAX_SHOWN = 300;

const lastWords = (output: string): string => output.trim().slice(-MAX_SHOWN);

/** Lines of the short summary: "FAILED a.py::t - assert 1 == 2", "PASSED a.py::t". A name stands at the end of its id when given alone. */
const outcomeOf = (victim: string, output: string): "pass" | "fail" | undefined => {
  const outcomes = new Set<string>();
  for (const line of output.split(/\r?\n/)) {
    const [, outcome = "", rest = ""] = /^(PASSED|FAILED|ERROR|XFAIL|XPASS) (.+)$/.exec(line) ?? [];
    if (rest === victim || rest.startsWith(`${victim} - `)) outcomes.add(outcome);
  }
  if (outcomes.has("FAILED") || outcomes.has("ERROR")) return "fail";
  return outcomes.size > 0 ? "pass" : undefined;
};
