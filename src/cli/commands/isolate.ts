/** `pare isolate`: finds the change that made it fail. */
import { resolve } from "node:path";
import { redactWords } from "../../cluster/connection/servers.ts";
import type { IsolateEvent } from "../../isolate/events.ts";
import { isolate } from "../../isolate/isolate.ts";
import type { Ends } from "../../isolate/kinds/index.ts";
import { writeAdvice, writePatches, writePatchHere } from "../../isolate/output/patch-files.ts";
import type { IsolateResult } from "../../isolate/result.ts";
import { isolationJson } from "../../reporters/isolate/json.ts";
import { isolationLines } from "../../reporters/isolate/text.ts";
import { Audience } from "../../reporters/registry.ts";
import type { ModeFor } from "../../runs/audience.ts";
import { eventFile, type EventFile } from "../../runs/event-file.ts";
import { readArguments } from "../arguments.ts";
import { isolateBackend } from "../cluster/backend.ts";
import { EXIT } from "../failure.ts";
import { isolationClosing } from "../isolation/closing.ts";
import { endsOf } from "../isolation/ends.ts";
import { againWith } from "../isolation/next.ts";
import { writtenPlaces, type WrittenPlaces } from "../isolation/places.ts";
import { reportOf } from "../isolation/report.ts";
import { forgottenDashes } from "../mistakes.ts";
import type { Settings } from "../settings.ts";
import { stageOf } from "../stage.ts";
import { listenForStop, type Stopping } from "../stopping.ts";
import type { Terminal } from "../terminal.ts";
import { filesOfEnds, toldMode } from "../report-mode.ts";
import { ISOLATE } from "../usages.ts";
import { given } from "../../core/maybe.ts";
import type { IsolateOptions } from "../../isolate/options.ts";
import { ISOLATION_SETTINGS } from "../../settings/isolation.ts";
import { optionsFrom } from "../../settings/setting.ts";
import { refinementsOf } from "../reduction/options.ts";

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input, more, settings } = readArguments(ISOLATE, typed, terminal);
  const forgotten = settings.command === undefined && forgottenDashes({ usage: ISOLATE, typed, ...terminal });
  if (forgotten) throw forgotten;
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
  readonly #audience = new Audience();
  readonly #stopping: Stopping;
  #events: EventFile | undefined;

  constructor(ends: Ends, settings: Settings, terminal: Terminal, typed: readonly string[], places: WrittenPlaces) {
    this.#places = places;
    this.#ends = ends;
    this.#settings = settings;
    this.#terminal = terminal;
    this.#typed = typed;
    this.#stopping = listenForStop({ late: () => this.#late(), budget: settings.budget });
  }

  async run(): Promise<number> {
    const { events } = this.#settings;
    try {
      if (events !== undefined)
        this.#events = eventFile(resolve(this.#terminal.directory, events), this.#modeFor(events));
      await this.#openReporters();
      const options = {
        ...isolateOptionsOf(this.#ends, this.#settings),
        cwd: this.#terminal.directory,
        signal: this.#stopping.signal,
        onEvent: (event: IsolateEvent) => this.#see(event),
      };
      const { result } = isolate(options, await isolateBackend(this.#settings, this.#terminal.directory));
      return await this.#finish(await result);
    } catch (error) {
      this.#audience.break("BROKEN", String(error));
      if (this.#stopping.code === undefined) throw error;
      this.#say("stopped before the search began; nothing was changed");
      return this.#stopping.code;
    } finally {
      this.#stopping.release();
      await this.#audience.add({ type: "gone" });
      this.#events?.close();
    }
  }

  #see(event: IsolateEvent): void {
    this.#events?.write(event);
    this.#audience.see(event);
  }

  async #openReporters(): Promise<void> {
    const { report } = this.#places;
    const stage = await stageOf(this.#settings, this.#terminal, {
      title: this.#typed.join(" "),
      ...(report !== undefined && { report: (text) => report.put(text, this.#modeFor(report.path)) }),
    });
    await this.#audience.open(stage);
  }

  async #finish(result: IsolateResult): Promise<number> {
    const { directory, environment } = this.#terminal;
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
    const about = {
      ends: this.#ends,
      patches,
      directory,
      typed: this.#typed,
      timeouts: this.#audience.progress.tests.timeouts,
    };
    const closing = isolationClosing(result, { ...about, written, stoppedByHand: code !== undefined });
    await this.#audience.add({
      type: "closing",
      account: {
        lines: (paint, columns) => isolationLines(closing, paint, columns),
        json: () => isolationJson(closing),
        places: result.trigger.filter(({ file }) => file !== undefined),
        ...(report !== undefined && { report: () => reportOf(report.path, { closing, patches, environment }) }),
      },
    });
    return code ?? (result.trigger.length === 0 ? EXIT.broken : EXIT.fine);
  }

  #modeFor(path: string): ModeFor {
    const { directory } = this.#terminal;
    return toldMode(filesOfEnds(this.#ends, directory), path, directory);
  }

  /** The search did not end in time; its journal is on the disk. */
  #late(): void {
    this.#audience.break("INTERRUPTED", "stopped");
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

const isolateOptionsOf = (ends: Ends, settings: Settings): IsolateOptions => {
  const refine = refinementsOf(settings);
  return {
    ends,
    ...given({ command: settings.command }),
    ...(Object.keys(refine).length > 0 && { refine }),
    ...optionsFrom(ISOLATION_SETTINGS, settings),
  };
};
