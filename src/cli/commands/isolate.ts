/** `pare isolate`: finds the change that made it fail. */
import { resolve } from "node:path";
import { redactWords } from "../../cluster/redact.ts";
import type { IsolateEvent } from "../../isolate/events.ts";
import { isolate } from "../../isolate/isolate.ts";
import type { Ends } from "../../isolate/kinds/index.ts";
import { writeAdvice, writePatches, writePatchHere } from "../../isolate/output/patch-files.ts";
import type { IsolateResult } from "../../isolate/result.ts";
import { isolationJson } from "../../reporters/isolation-json.ts";
import {
  liveIsolation,
  plainIsolation,
  silentIsolation,
  type IsolationProgress,
} from "../../reporters/isolation-progress.ts";
import { isolationLines } from "../../reporters/isolation-text.ts";
import { visibleLine } from "../../core/visible.ts";
import { paint } from "../../reporters/paint.ts";
import type { ModeFor } from "../../runs/audience.ts";
import { eventFile, type EventFile } from "../../runs/event-file.ts";
import { readArguments } from "../arguments.ts";
import { isolateBackend } from "../cluster/backend.ts";
import { EXIT } from "../failure.ts";
import { isolationClosing } from "../isolation/closing.ts";
import { endsOf } from "../isolation/ends.ts";
import { againWith } from "../isolation/next.ts";
import { isolateOptionsOf } from "../isolation/options.ts";
import { writtenPlaces, type WrittenPlaces } from "../isolation/places.ts";
import { writeReport } from "../isolation/report.ts";
import { nearby } from "../reduction/closing.ts";
import { secretsInIsolation, secretsNote } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import { listenForStop, type Stopping } from "../stopping.ts";
import type { Output, Terminal } from "../terminal.ts";
import { filesOfEnds, toldMode } from "../report-mode.ts";
import { ISOLATE } from "../usages.ts";

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input, more, settings } = readArguments(ISOLATE, typed, terminal);
  const ends = endsOf(input === undefined ? [] : [input, ...more], settings);
  const places = writtenPlaces(ends, settings, terminal.directory);
  // Passwords are not written down.
  return await new Isolation(ends, settings, terminal, redactWords(typed), places).run();
};

class Isolation {
  readonly #ends: Ends;
  readonly #settings: Settings;
  readonly #terminal: Terminal;
  readonly #typed: readonly string[];
  readonly #places: WrittenPlaces;
  readonly #progress: IsolationProgress;
  readonly #stopping: Stopping;
  #events: EventFile | undefined;
  #timeouts = 0;

  constructor(ends: Ends, settings: Settings, terminal: Terminal, typed: readonly string[], places: WrittenPlaces) {
    this.#places = places;
    this.#ends = ends;
    this.#settings = settings;
    this.#terminal = terminal;
    this.#typed = typed;
    this.#progress = progressFor(settings, terminal.err);
    this.#stopping = listenForStop({ late: () => this.#late(), budget: settings.budget });
  }

  async run(): Promise<number> {
    const { events } = this.#settings;
    try {
      if (events !== undefined)
        this.#events = eventFile(resolve(this.#terminal.directory, events), this.#modeFor(events));
      const options = {
        ...isolateOptionsOf(this.#ends, this.#settings),
        cwd: this.#terminal.directory,
        signal: this.#stopping.signal,
        onEvent: (event: IsolateEvent) => this.#see(event),
      };
      const { result } = isolate(options, await isolateBackend(this.#settings, this.#terminal.directory));
      return this.#finish(await result);
    } catch (error) {
      this.#progress.end();
      if (this.#stopping.code === undefined) throw error;
      this.#say("stopped before the search began; nothing was changed");
      return this.#stopping.code;
    } finally {
      this.#stopping.release();
      this.#events?.close();
    }
  }

  #see(event: IsolateEvent): void {
    this.#events?.write(event);
    const { dim } = this.#paintOn(this.#terminal.err);
    if (event.type === "preparing") this.#progress.preparing(event.text);
    if (event.type === "level") this.#progress.level(event);
    if (event.type === "warning") this.#progress.say([`note: ${event.message}`]);
    if (event.type === "worker") this.#progress.say(event.message.split("\n").map(visibleLine));
    if (event.type === "ends")
      this.#progress.say([`good: ${visibleLine(event.good)}`, `bad: ${visibleLine(event.bad)}`]);
    if (event.type === "run")
      this.#progress.say([`${event.titles.good} → ${event.titles.bad}`, dim(runLine(event, this.#terminal.directory))]);
    if (event.type !== "test") return;
    this.#progress.test(event.verdict.outcome, event.step.pass ?? event.step.phase);
    if (event.verdict.reason === "timeout") this.#timeouts++;
  }

  #finish(result: IsolateResult): number {
    const { directory, environment, out, err } = this.#terminal;
    const { json, quiet } = this.#settings;
    const { report, apply, revert } = this.#places;
    const patches = writePatches(result.run, result.files);
    const { culprit, revert: reverse } = result.files;
    const written = [
      ...writeAdvice(result.run, result.advice),
      ...(apply === undefined
        ? []
        : [writePatchHere(apply, "culprit", { changes: culprit, mode: this.#modeFor(".") })]),
      ...(revert === undefined
        ? []
        : [writePatchHere(revert, "revert", { changes: reverse, mode: this.#modeFor(".") })]),
    ].filter((path) => path !== undefined);
    const code = result.status === "stopped" ? this.#stopping.code : undefined;
    const about = { ends: this.#ends, patches, directory, typed: this.#typed, timeouts: this.#timeouts };
    const closing = isolationClosing(result, { ...about, written, stoppedByHand: code !== undefined });
    this.#progress.end();
    if (report !== undefined) {
      const told = writeReport({ place: report, mode: this.#modeFor(report.path) }, closing, patches);
      if (quiet !== true) err.write(secretsNote(secretsInIsolation(told, environment)));
    }
    // With --json, standard output is for programs alone.
    const to = json === true ? err : out;
    const columns = to.isTerminal ? to.columns : Number.POSITIVE_INFINITY;
    const lines = isolationLines(closing, this.#paintOn(to), columns);
    if (quiet !== true) to.write(lines.map((line) => `${line}\n`).join(""));
    if (json === true) out.json(isolationJson(closing));
    return code ?? (result.trigger.length === 0 ? EXIT.broken : EXIT.fine);
  }

  #modeFor(path: string): ModeFor {
    const { directory } = this.#terminal;
    return toldMode(filesOfEnds(this.#ends, directory), path, directory);
  }

  #paintOn(output: Output): ReturnType<typeof paint> {
    const { plain, noColor } = this.#settings;
    return paint(output.isTerminal && plain !== true && noColor !== true);
  }

  /** The search did not end in time; its journal is on the disk. */
  #late(): void {
    this.#progress.end();
    this.#say("stopped; everything learnt so far is kept");
  }

  #say(message: string): void {
    const { err, out } = this.#terminal;
    const advice = `resume with: ${againWith(this.#typed, [])}`;
    if (this.#settings.quiet !== true) err.write(`${message}\n${advice}\n`);
    if (this.#settings.json === true)
      out.json(JSON.stringify({ status: "error", code: "INTERRUPTED", message, advice }));
  }
}

const progressFor = ({ quiet, plain }: Settings, err: Output): IsolationProgress => {
  if (quiet === true) return silentIsolation;
  return err.isTerminal && plain !== true ? liveIsolation(err) : plainIsolation(err);
};

const runLine = ({ jobs, path, resumed }: Extract<IsolateEvent, { type: "run" }>, directory: string): string => {
  const known = resumed === undefined || resumed.outcomes === 0 ? "" : `, resuming: ${resumed.outcomes} answers known`;
  return `${jobs} ${jobs === 1 ? "job" : "jobs"}, ${nearby(directory, path)}${known}`;
};
