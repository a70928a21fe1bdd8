/** `--web`: the live page of a reduction, fed by its events. */
import { basename } from "node:path";
import type { Controls } from "../../driver/controls.ts";
import { progressed, type ProgressEvent } from "../../progress/progressed.ts";
import { beginning, type Limits, type Progress } from "../../progress/state.ts";
import type { ReduceEvent } from "../../core/notes.ts";
import type { StepReader } from "../../run-report/step-log.ts";
import { stepsOfRun } from "../../run-report/steps-of-run.ts";
import { toldBook } from "../../run-report/annotated-log.ts";
import type { Assets } from "../../web/assets.ts";
import type { LiveControl, LiveRun } from "../../web/app.ts";
import type { LivePage } from "../../web/server.ts";
import type { Settings } from "../settings.ts";

export interface Live {
  /** With the token that steers. */
  readonly address: string;
  see(event: ReduceEvent): void;
  /** It ended with an error. */
  broken(code: string, message: string): void;
  close(): Promise<void>;
}

export interface LiveOptions {
  readonly web: NonNullable<Settings["web"]>;
  /** As typed. */
  readonly input: string;
  readonly limits: Limits;
  readonly controls: Controls;
  /** Those of the build unless given. */
  readonly assets?: Assets;
}

/** Throws a `UserError` when the port is taken. What serves is loaded only now. */
export const openLive = async ({ web, input, limits, controls, assets: given }: LiveOptions): Promise<Live> => {
  const [{ serveLive }, { liveAssets }] = await Promise.all([
    import("../../web/server.ts"),
    import("../../web/assets.ts"),
  ]);
  const followed = new Followed(basename(input), limits, controls);
  const assets = given ?? liveAssets();
  const page: LivePage = await serveLive({ run: followed, assets, ...(web !== "auto" && { port: web }) });
  const see = (event: ProgressEvent): void => {
    followed.see(event);
    page.tell();
  };
  return {
    address: page.address,
    see,
    broken: (code, message) => see({ type: "error", code, message, ms: followed.now() }),
    close: () => page.close(),
  };
};

/** A run as it is seen from its events and its directory. */
class Followed implements LiveRun {
  readonly name: string;
  readonly #controls: Controls;
  readonly #startedAt: number = performance.now();
  #progress: Progress;
  #reader: StepReader | undefined;

  constructor(name: string, limits: Limits, controls: Controls) {
    this.name = name;
    this.#controls = controls;
    this.#progress = beginning(limits);
  }

  see(event: ProgressEvent): void {
    this.#progress = progressed(this.#progress, event);
  }

  progress(): Progress {
    return this.#progress;
  }

  now(): number {
    return performance.now() - this.#startedAt;
  }

  book(after?: number): ReturnType<LiveRun["book"]> {
    const reader = this.#steps();
    if (reader === undefined) return undefined;
    const { bestKey, run, steps } = this.#progress;
    const tip = run?.finished === true ? reader.last : (reader.numberOf(bestKey) ?? reader.last);
    const book = reader.book(tip, after === undefined ? {} : { after });
    return book && toldBook(reader, book, steps);
  }

  content(step: number): Uint8Array | undefined {
    return this.#steps()?.content(step);
  }

  output(step: number): string | undefined {
    return this.#steps()?.witness(step)?.output;
  }

  control(control: LiveControl): void {
    this.#controls[control]();
  }

  /** Known as soon as the run has a directory. */
  #steps(): StepReader | undefined {
    const directory = this.#progress.run?.path;
    if (this.#reader !== undefined || directory === undefined) return this.#reader;
    return (this.#reader = stepsOfRun(directory));
  }
}
