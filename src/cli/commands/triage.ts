/** `pare triage`: a folder of failing files in, a list of bugs out. */
import { readFileSync } from "node:fs";
import { redactWords } from "../../cluster/connection/servers.ts";
import { UserError } from "../../core/errors.ts";
import { given } from "../../core/maybe.ts";
import type { TestCase } from "../../core/test-case.ts";
import { visibleLine } from "../../core/visible.ts";
import { Controls } from "../../driver/controls.ts";
import { Audience } from "../../reporters/registry.ts";
import type { PageView } from "../../reporters/reporter.ts";
import { historyOf, stepsOfRun } from "../../run-report/steps-of-run.ts";
import { TRIAGE_SETTINGS } from "../../settings/triage.ts";
import { optionsFrom } from "../../settings/setting.ts";
import { pathsIn } from "../../triage/input/files.ts";
import type { TriageEvent, TriageOptions } from "../../triage/options.ts";
import type { TriageResult } from "../../triage/job.ts";
import { stepSummary } from "../../triage/output/ci.ts";
import { triage } from "../../triage/triage.ts";
import type { StepHistory } from "../../tui/history.ts";
import { readArguments } from "../arguments.ts";
import { triageBackend } from "../cluster/backend.ts";
import { EXIT } from "../failure.ts";
import { forgottenDashes } from "../mistakes.ts";
import { openLive } from "../reduction/live-page.ts";
import { refinementsOf } from "../reduction/options.ts";
import { resumeCommand } from "../resume-command.ts";
import type { Settings } from "../settings.ts";
import { stageOf, type StageOptions } from "../stage.ts";
import { listenForStop } from "../stopping.ts";
import type { Terminal } from "../terminal.ts";
import { triageJson, triageLines } from "../triage/closing.ts";
import { TRIAGE } from "../usages.ts";

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input, more, settings } = readArguments(TRIAGE, typed, terminal);
  const { command } = settings;
  if (command === undefined) throw forgottenDashes({ usage: TRIAGE, typed, ...terminal }) ?? noCommand();
  if (input === undefined) throw noFolder();
  const again = resumeCommand(["triage", ...redactWords(typed)]);
  const options: TriageOptions = {
    ...optionsFrom(TRIAGE_SETTINGS, settings),
    ...given({ output: settings.output, language: settings.language, format: settings.format, build: settings.build }),
    inputs: [input, ...more].flatMap((each): readonly (string | Buffer)[] =>
      each === "-" ? pathsIn(readFileSync(0)) : [each],
    ),
    command,
    refine: refinementsOf(settings),
    cwd: terminal.directory,
    commandLine: again,
  };
  return await working(options, settings, terminal, again);
};

const noCommand = (): UserError =>
  new UserError("NO_ORACLE", "No command was given.", {
    advice: "Give the program that fails after --: pare triage crashes/ -- ./target {}",
  });

const noFolder = (): UserError =>
  new UserError("NO_INPUT", "No folder was given: the files to sort.", {
    advice: "pare triage FOLDER -- COMMAND {}; see pare triage --help.",
  });

const working = async (
  options: TriageOptions,
  settings: Settings,
  terminal: Terminal,
  again: string,
): Promise<number> => {
  const audience = new Audience(given({ ms: settings.budget }));
  const controls = new Controls();
  const say = (): void => {
    audience.break("INTERRUPTED", "stopped");
    const advice = `resume with: ${again}`;
    if (settings.quiet !== true) terminal.err.write(`stopped; everything learnt so far is kept\n${advice}\n`);
    if (settings.json === true)
      terminal.out.json(JSON.stringify({ status: "error", code: "INTERRUPTED", message: "stopped", advice }));
  };
  const stopping = listenForStop({ late: say, controls, budget: settings.budget });
  try {
    await audience.open(await stageOf(settings, terminal, stagePlan(options, settings, audience, controls)));
    const watched = {
      ...options,
      controls,
      signal: stopping.signal,
      onEvent: (event: TriageEvent) => see(audience, event),
      onBest: (best: TestCase) => void audience.add({ type: "content", best }),
    };
    const result = await triage(watched, await triageBackend(settings, terminal.directory)).result;
    stopping.forgetBudget();
    const closing = { result, directory: terminal.directory, ...(result.status === "stopped" && { resume: again }) };
    await audience.add({
      type: "closing",
      account: {
        lines: (paint) => triageLines(closing, paint),
        json: () => triageJson(closing),
        summary: () => stepSummary(result.bugs, result.files),
      },
    });
    return stopping.code ?? exitOf(result, settings);
  } catch (error) {
    audience.break("BROKEN", String(error));
    if (stopping.code === undefined) throw error;
    say();
    return stopping.code;
  } finally {
    stopping.release();
    await audience.add({ type: "gone" });
  }
};

/** With --known, something new is what a pipeline waits for. */
const exitOf = ({ bugs }: TriageResult, { known }: Settings): number =>
  known !== undefined && bugs.some(({ state }) => state === "new" || state === "flaky") ? EXIT.broken : EXIT.fine;

const see = (audience: Audience, event: TriageEvent): void => {
  if (event.type === "note") void audience.add({ type: "note", text: visibleLine(event.text) });
  else audience.see(event);
};

/** Screen and page; whoever looks back sees the steps of the bug that is being reduced. */
const stagePlan = (
  { inputs }: TriageOptions,
  { web }: Settings,
  audience: Audience,
  controls: Controls,
): StageOptions => {
  const title = visibleLine(inputs.slice(0, MAX_TITLE).join(" ") + (inputs.length > MAX_TITLE ? " …" : ""));
  let address: string | undefined;
  const page = async (port: NonNullable<typeof web>): Promise<PageView> => {
    const live = await openLive({ web: port, input: title, controls, now: () => audience.now() });
    address = live.address;
    return live;
  };
  const history = (bestKey: string): StepHistory | undefined => {
    const directory = audience.progress.triage?.run;
    const reader = directory === undefined ? undefined : stepsOfRun(directory);
    return reader && historyOf(reader, bestKey);
  };
  return {
    title,
    screen: { wheel: controls, history, address: () => address },
    ...(web !== undefined && { page: () => page(web) }),
  };
};

/** Inputs that are named in a title. */
const MAX_TITLE = 3;
