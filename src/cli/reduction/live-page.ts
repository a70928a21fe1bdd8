/** `--web`: the live page of a reduction. */
import { basename } from "node:path";
import type { Controls } from "../../driver/controls.ts";
import { beginning, type Limits, type Progress } from "../../progress/state.ts";
import type { PageView } from "../../reporters/reporter.ts";
import type { StepReader } from "../../run-report/step-log.ts";
import { stepsOfRun } from "../../run-report/steps-of-run.ts";
import { annotated } from "../../run-report/annotated-log.ts";
import type { LiveControl, LiveRun } from "../../web/app.ts";
import type { Settings } from "../settings.ts";

export interface LiveOptions {
  readonly web: NonNullable<Settings["web"]>;
  /** As typed. */
  readonly input: string;
  readonly controls: Controls;
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Where the run is to end at the latest: shown before the first event, too. */
  readonly limits?: Limits;
  /** That of the build unless given. */
  readonly script?: string;
}

/** Throws a `UserError` when the port is taken. What serves is loaded only now. */
export const openLive = async ({ web, input, controls, now, limits, script }: LiveOptions): Promise<PageView> => {
  const [{ serveLive }, { liveScript }] = await Promise.all([
    import("../../web/server.ts"),
    import("../../web/assets.ts"),
  ]);
  const followed = new Followed(basename(input), { now, controls, ...(limits !== undefined && { limits }) });
  const page = await serveLive({
    run: followed,
    script: script ?? liveScript(),
    ...(web !== "auto" && { port: web }),
  });
  return {
    address: page.address,
    show: (progress) => {
      followed.show(progress);
      page.tell();
    },
    close: () => page.close(),
  };
};

/** A run as it is seen from its events and its directory. */
class Followed implements LiveRun {
  readonly name: string;
  readonly now: () => number;
  readonly #controls: Controls;
  #progress: Progress;
  #reader: StepReader | undefined;

  constructor(name: string, { now, controls, limits }: Pick<LiveOptions, "now" | "controls" | "limits">) {
    this.name = name;
    this.now = now;
    this.#controls = controls;
    this.#progress = beginning(limits);
  }

  show(progress: Progress): void {
    this.#progress = progress;
  }

  progress(): Progress {
    return this.#progress;
  }

  book(after?: number): ReturnType<LiveRun["book"]> {
    const reader = this.#steps();
    if (reader === undefined) return undefined;
    const { bestKey, run, steps } = this.#progress;
    const tip = run?.finished === true ? reader.last : (reader.numberOf(bestKey) ?? reader.last);
    const book = reader.book(tip, after === undefined ? {} : { after });
    return book && annotated(reader, book, steps);
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
