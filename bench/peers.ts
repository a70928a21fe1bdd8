/** pare against every installed peer on a folder of cases: one after the other, in turn, under the same cap. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readCases, type BenchCase } from "./peers/cases.ts";
import { installPeers } from "./peers/install.ts";
import { printed, reportOf } from "./peers/report.ts";
import type { Tool } from "./peers/tool.ts";
import { chooseTools, missingTools } from "./peers/tools.ts";
import { runTrial, type TrialOptions, type TrialResult } from "./peers/trial.ts";

const HELP = `npm run bench -- [options]

  --cases DIR        folder of cases (the project's own: examples/cases)
  --only CASE,…      only these
  --tools NAME,…     only these peers, and pare (all that are installed)
  --cap SECONDS      of a trial (600)
  --jobs 1,2         numbers of jobs; a tool that has no such option runs with 1 only
  --no-smallest      pare by its defaults: whole programs with their names (it is told --smallest otherwise)
  --keep DIR         write every result to DIR/CASE.TOOL
  --json [FILE]      also as one JSON object, in a file or as the last line
  --install          install the peers that can be installed, and end
  --help             this text

A case is a folder with case.json ({"file", "c", "binary"}), that file, and interesting.sh, which is run where the file lies and
ends with 0 if it is interesting. Needs Linux and gcc. Run nothing else meanwhile.
`;

/** --json may stand alone. */
const completed = (args: readonly string[]): string[] =>
  args.map((arg, i) => (arg === "--json" && (args[i + 1] ?? "--").startsWith("--") ? "--json=-" : arg));

const { values } = parseArgs({
  args: completed(process.argv.slice(2)),
  allowNegative: true,
  options: {
    cases: { type: "string", default: fileURLToPath(new URL("../examples/cases", import.meta.url)) },
    only: { type: "string", default: "" },
    tools: { type: "string", default: "" },
    cap: { type: "string", default: "600" },
    jobs: { type: "string", default: "1,2" },
    smallest: { type: "boolean", default: true },
    keep: { type: "string" },
    json: { type: "string" },
    install: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const names = (list: string): string[] => list.split(",").filter((name) => name !== "");

/** The trials of a case: for each number of jobs every tool once, so that tools take turns. */
const trialsOf = (subject: BenchCase, tools: readonly Tool[]): readonly TrialOptions[] =>
  names(values.jobs)
    .map(Number)
    .flatMap((jobs) =>
      tools.flatMap((tool) => {
        const program = tool.supports(subject) && (jobs === 1 || tool.parallel) && tool.program(subject);
        return program
          ? [{ tool, program, subject, jobs, cap: Number(values.cap), smallest: values.smallest, keep: values.keep }]
          : [];
      }),
    );

const line = ({ case: name, tool, jobs, status, runs, seconds, final, said }: TrialResult): string => {
  const figures = `${runs} runs, ${seconds.toFixed(1)} s, ${final.bytes} bytes, ${final.tokens} tokens`;
  return `${name}  ${tool} -j ${jobs}: ${figures}, ${status}${said === undefined ? "" : `\n${said}`}`;
};

const measure = async (): Promise<void> => {
  const tools = chooseTools(names(values.tools));
  const trials: TrialResult[] = [];
  if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });
  const cases = readCases(values.cases, names(values.only));
  const missing = missingTools(tools, cases);
  if (missing.length > 0)
    console.error(`not installed, and left out: ${missing.join(", ")} (--install gets what comes as a package)`);
  for (const options of cases.flatMap((subject) => trialsOf(subject, tools))) {
    const trial = await runTrial(options);
    trials.push(trial);
    console.error(line(trial));
  }
  const report = reportOf(trials);
  console.log(`\n${printed(report)}`);
  if (values.json === "-") console.log(JSON.stringify(report));
  else if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report)}\n`);
};

if (values.help) console.log(HELP);
else if (values.install) installPeers();
else await measure();
