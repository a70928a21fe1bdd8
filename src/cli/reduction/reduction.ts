/** A reduction from the command line: who watches it, and what is said at its end. */
import { UserError } from "../../core/errors.ts";
import { given } from "../../core/maybe.ts";
import { Controls } from "../../driver/controls.ts";
import type { TestCase } from "../../core/test-case.ts";
import type { TestBackend } from "../../reduce/backend.ts";
import type { ReduceEvent } from "../../core/notes.ts";
import { reduceChecked } from "../../reduce/reduce.ts";
import type { ReduceResult } from "../../reduce/result.ts";
import { clusterTally } from "../../reporters/cluster-tally.ts";
import { nearby } from "../../reporters/nearby.ts";
import { closingLines } from "../../reporters/reduce/closing.ts";
import { closingJson } from "../../reporters/reduce/json.ts";
import { Audience } from "../../reporters/registry.ts";
import type { PageView } from "../../reporters/reporter.ts";
import { historyOf, stepsOfRun } from "../../run-report/steps-of-run.ts";
import { eventFile, type EventFile } from "../../runs/event-file.ts";
import type { EffectAccount, EffectOracle } from "../../suite/effects/quantity.ts";
import type { StepHistory } from "../../tui/history.ts";
import { reduceBackend } from "../cluster/backend.ts";
import { EXIT } from "../failure.ts";
import { closingOf } from "./closing.ts";
import { openLive } from "./live-page.ts";
import { aimOf, effectLeft, effectOf, effectWords, withOracle } from "./effect.ts";
import { Explanations } from "./explanations.ts";
import { passingOf, type PassingAccount } from "./keep-passing.ts";
import { limitsOf, optionsOf } from "./options.ts";
import { reportOf, reportPlace } from "./report-file.ts";
import { secretsInResult } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import { stageOf } from "../stage.ts";
import { listenForStop, type Stopping } from "../stopping.ts";
import type { Terminal } from "../terminal.ts";
import { toldMode } from "../report-mode.ts";

export class ReduceCommand {
  readonly #inputs: readonly string[];
  /** As people call them. */
  readonly #input: string;
  readonly #settings: Settings;
  readonly #terminal: Terminal;
  readonly #again: string;
  readonly #audience: Audience;
  readonly #stopping: Stopping;
  readonly #cluster = clusterTally();
  /** In the hands of whoever watches. */
  readonly #controls = new Controls();
  #events: EventFile | undefined;
  #live: PageView | undefined;
  /** What tests are run with, for `--cluster`. */
  #backend: TestBackend | undefined;
  /** The oracle of `--effect`. */
  #effect: EffectOracle | undefined;
  /** What `--keep-passing` tells of the result. */
  #passing: ((result: TestCase) => PassingAccount) | undefined;
  readonly #explanations: Explanations;
  #output: string | undefined;
  #report: ReturnType<typeof reportPlace>;
  /** The run directory, when there is one. */
  #run: string | undefined;

  constructor(inputs: readonly string[], settings: Settings, terminal: Terminal, again: string) {
    this.#inputs = inputs;
    this.#input = inputs.join(" ");
    this.#settings = settings;
    this.#terminal = terminal;
    this.#again = again;
    this.#audience = new Audience(limitsOf(settings));
    const { budget } = settings;
    this.#stopping = listenForStop({ late: () => this.#late(), controls: this.#controls, budget });
    this.#explanations = new Explanations(inputs, settings, { terminal, signal: this.#stopping.signal });
  }

  async run(): Promise<number> {
    const { events } = this.#settings;
    const { directory } = this.#terminal;
    try {
      this.#report = reportPlace(this.#settings, this.#inputs, directory);
      if (events !== undefined) this.#events = eventFile(events, toldMode(this.#inputs, events, directory));
      await this.#openReporters();
      const about = { cwd: directory, signal: this.#stopping.signal };
      this.#backend = await reduceBackend(this.#settings, directory);
      this.#effect = await effectOf(this.#inputs, this.#settings, about);
      this.#passing = await passingOf(this.#inputs, this.#settings, about);
      const result = await this.#reduce();
      const effect = await effectLeft(this.#effect, result.case, this.#settings, this.#stopping.signal);
      this.#stopping.forgetBudget();
      return await this.#finish(result, effect);
    } catch (error) {
      this.#audience.break(error instanceof UserError ? error.code : "BROKEN", String(error));
      const explained = await this.#explanations
        .of(error)
        .catch((other: unknown) => (this.#stopping.signal.aborted ? error : other));
      if (this.#stopping.earlyCode !== undefined) return this.#stoppedEarly(this.#stopping.earlyCode);
      throw explained;
    } finally {
      this.#stopping.release();
      await this.#audience.add({ type: "gone" });
      await this.#effect?.close();
      this.#events?.close();
    }
  }

  async #openReporters(): Promise<void> {
    const { web, report = "" } = this.#settings;
    const controls = this.#controls;
    const place = this.#report;
    const [limits, now] = [limitsOf(this.#settings), () => this.#audience.now()];
    const page = async (port: NonNullable<typeof web>): Promise<PageView> =>
      (this.#live = await openLive({ web: port, input: this.#input, controls, limits, now }));
    const stage = await stageOf(this.#settings, this.#terminal, {
      title: this.#input,
      screen: { wheel: controls, history: (key) => this.#history(key), address: () => this.#live?.address },
      ...(web !== undefined && { page: () => page(web) }),
      ...(place !== undefined && {
        report: (text) => place.put(text, toldMode(this.#inputs, report, this.#terminal.directory)),
      }),
    });
    await this.#audience.open(stage);
  }

  async #reduce(): Promise<ReduceResult> {
    const options = {
      ...withOracle(optionsOf(this.#inputs, this.#settings), this.#effect),
      cwd: this.#terminal.directory,
      signal: this.#stopping.signal,
      controls: this.#controls,
      commandLine: this.#again,
      ...given({ aim: aimOf(this.#settings) }),
      onEvent: (event: ReduceEvent) => this.#see(event),
      onLearnt: (description: string) => this.#explanations.judgeLesson(description),
      onBest: (best: TestCase) => void this.#audience.add({ type: "content", best }),
    };
    return await reduceChecked(options, this.#backend).result;
  }

  /** The steps up to the best. */
  #history(bestKey: string): StepHistory | undefined {
    const reader = this.#run === undefined ? undefined : stepsOfRun(this.#run);
    return reader && historyOf(reader, bestKey);
  }

  #see(event: ReduceEvent): void {
    this.#events?.write(event);
    if (event.type === "run") this.#run = event.path;
    if (event.type === "oracle") this.#explanations.condition = event.words;
    if (event.type === "published") this.#output = nearby(this.#terminal.directory, event.path);
    if (event.type === "cluster" || event.type === "worker") this.#cluster.see(event);
    this.#audience.see(event);
  }

  async #finish(result: ReduceResult, effect: EffectAccount | undefined): Promise<number> {
    const { directory, environment } = this.#terminal;
    const code = result.status === "stopped" ? this.#stopping.code : undefined;
    const byHand = code !== undefined || result.reason === "stop";
    const { pausedMs } = this.#audience.progress;
    const aim = aimOf(this.#settings);
    const about = { input: this.#input, directory, pausedMs, aim, ...(byHand && { resume: this.#again }) };
    const { explainPasses } = this.#settings;
    const cluster = this.#cluster.figures();
    const passing = this.#passing?.(result.case);
    const own = closingOf(result, about);
    const closing = {
      ...own,
      notes: [
        ...own.notes,
        ...(effect === undefined ? [] : [effectWords(effect)]),
        ...(passing?.notes ?? []),
        ...secretsInResult(result.output.path, environment),
      ],
      ...(effect !== undefined && { effect }),
      ...(passing?.removedAlthoughCovered && { removedAlthoughCovered: passing.removedAlthoughCovered }),
      ...(cluster !== undefined && { cluster }),
      ...(explainPasses === true && { passes: this.#audience.progress.passes }),
    };
    await this.#audience.add({
      type: "closing",
      account: {
        lines: (paint) => closingLines(closing, paint),
        json: () => closingJson(closing),
        report: () => reportOf(result.run, this.#settings, this.#terminal),
      },
    });
    return code ?? EXIT.fine;
  }

  /** Before there was anything to keep. */
  #stoppedEarly(code: number): number {
    this.#say("INTERRUPTED", "stopped before the search began; nothing was changed");
    return code;
  }

  /** The search did not end in time; what was published stays. */
  #late(): void {
    this.#audience.break("INTERRUPTED", "stopped");
    const kept = this.#output === undefined ? "" : `; the best so far is ${this.#output}`;
    this.#say("INTERRUPTED", `stopped${kept}`);
  }

  #say(code: string, message: string): void {
    const { err, out } = this.#terminal;
    if (this.#settings.quiet !== true) err.write(`${message}\nresume with: ${this.#again}\n`);
    if (this.#settings.json === true)
      out.json(JSON.stringify({ status: "error", code, message, advice: `resume with: ${this.#again}` }));
  }
}
