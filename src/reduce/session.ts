/** The run directory of a reduction: a session with steps, witnesses and an output that is published. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/maybe.ts";
import type { Journal } from "../core/journal.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import type { FileJournal } from "../journals/file.ts";
import { replaceFile } from "../runs/atomic.ts";
import type { RunPaths } from "../runs/directory.ts";
import { guardedOutput, notedIn, outputChanged, resultDigest } from "../runs/output/guarded-output.ts";
import { NOTHING } from "../runs/output/held.ts";
import { sha256 } from "../runs/identity.ts";
import { knownDigests, settleLeftovers } from "../runs/output/leftovers.ts";
import { isRegularFile } from "../runs/output/place.ts";
import type { Pins } from "../runs/pins.ts";
import { Publisher, type ResultSink } from "../runs/output/publisher.ts";
import type { ReduceRecord } from "../runs/record.ts";
import { RunSession } from "../runs/session.ts";
import { readSteps, StepWriter } from "../runs/steps/steps.ts";
import { digestOfTree, treeDigest } from "../runs/output/tree-output.ts";
import { LOOK_SHARE } from "../runs/watch.ts";
import { WitnessWriter } from "../runs/steps/witnesses.ts";
import type { ReduceNote } from "../core/notes.ts";
import { isInPlace, keepOriginal, type Original } from "./original.ts";

export interface ReduceSessionOptions {
  readonly runs: string;
  readonly paths: RunPaths;
  readonly original: Original;
  /** What the test is made of. */
  readonly pins: Pins;
  readonly fresh: boolean;
  /** When it began, by `performance.now()`. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly emit: (note: ReduceNote) => void;
}

interface OpenFiles {
  readonly journal: FileJournal;
  readonly steps: StepWriter;
  readonly witnesses: WitnessWriter;
  readonly publisher: Publisher;
}

export class ReduceSession extends RunSession<"reduce"> {
  readonly #options: ReduceSessionOptions;
  #open: OpenFiles | undefined;
  /** The last best that may be published, and the last one that the test as it was has answered for. */
  #best: TestCase | undefined;
  #good: TestCase | undefined;
  /** An earlier session has published something as small as that. */
  #floor = Number.POSITIVE_INFINITY;

  constructor(options: ReduceSessionOptions) {
    super("reduce", { ...options, output: options.original.held.path });
    this.#options = options;
  }

  /** Opens journal, steps and output, and writes the record. */
  begin(record: ReduceRecord): FileJournal {
    const { original, pins, emit } = this.#options;
    const earlier = this.record();
    const output = outputOf(original, this.paths);
    this.#settle(output, earlier);
    keepOriginal(original);
    let publisher: Publisher | undefined;
    this.watch({
      pins,
      ...(record.pinned !== undefined && { content: record.pinned.content }),
      onDoubt: () => publisher && this.#putBack(publisher),
    });
    const journal = this.openJournal();
    const steps = new StepWriter(this.paths.steps, original.source, original.shape);
    publisher = new Publisher(output, {
      beforehand: () => {
        this.vouch();
        steps.sync();
        journal.sync();
      },
      rest: () => LOOK_SHARE * pins.ms,
      onPublished: (published) => emit({ type: "published", ...published }),
      onBroken: (error) => this.fail(error),
    });
    const witnesses = new WitnessWriter(this.paths.witnesses, this.#options.startedAt);
    this.#open = { journal, steps, witnesses, publisher };
    // What lay at the output matters only until the run has ended.
    this.write({ ...record, found: earlier?.found ?? original.held.seen });
    this.#floor = publishedSize(original, this.paths);
    return journal;
  }

  /** What a killed process has left: its own goes, the work of others stays. Throws OUTPUT_CHANGED. */
  #settle({ path }: ResultSink, earlier: ReduceRecord | undefined): void {
    const { original, runs, emit } = this.#options;
    for (const kept of settleLeftovers(path, (at) => original.held.digestOf(at)))
      emit({
        type: "warning",
        code: "EDIT_KEPT",
        message: `${path} was changed by somebody else just when an earlier pare was killed; that content is now in ${kept}.`,
      });
    // In place, what lies there has been looked at before the original was read.
    if (isInPlace(original) || earlier?.status !== "running" || earlier.output !== original.output) return;
    const { seen } = original.held;
    if (seen !== NOTHING && !knownDigests(runs).has(seen)) throw outputChanged(path);
  }

  override vouch(): void {
    super.vouch();
    this.#good = this.#best;
  }

  /** The output holds the last best that the test as it was has answered for. */
  #putBack(publisher: Publisher): void {
    publisher.cancel();
    if (this.#good !== undefined) publisher.putBack(this.#good);
  }

  /** The journal as the driver needs it: it never throws in the middle of a walk. */
  guarded(): Journal {
    const { journal, witnesses } = this.#opened();
    const guard = (write: () => void): void => {
      try {
        write();
      } catch (error) {
        this.fail(error);
      }
    };
    return {
      recall: (key) => journal.recall(key),
      record: (key, finding) =>
        guard(() => {
          journal.record(key, finding);
          witnesses.see(key, finding);
        }),
      marks: journal.marks,
      mark: (mark) => guard(() => journal.mark(mark)),
      close: () => Promise.resolve(),
    };
  }

  /** A new best. What is larger than what was published before is only passed through on the way back to it. */
  take(best: TestCase): void {
    const { steps, witnesses, publisher } = this.#opened();
    steps.take(best);
    // The original is no step.
    if (steps.at > 0) witnesses.take(best.key());
    if (best.size > this.#floor) return;
    this.#best = best;
    publisher.offer(best);
  }

  /** The best so far was luck: what was published with it does not count. */
  revise(key: string, finding: Finding): void {
    this.#opened().journal.record(key, finding);
    this.#goBack();
  }

  #goBack(): void {
    this.#opened().publisher.cancel();
    this.#best = this.#good = undefined;
    this.#floor = Number.POSITIVE_INFINITY;
  }

  /** The workers on whose word the outcome of a candidate rests; nobody where this machine has tested it. */
  vouchers(key: string): readonly string[] {
    return this.#opened().journal.vouchers(key);
  }

  /** Somebody else vouches for it now, too. */
  addVoucher(key: string, finding: Finding): void {
    this.guarded().record(key, finding);
  }

  /** Workers that were wrong. */
  get distrusted(): readonly string[] {
    return this.#opened().journal.distrusted;
  }

  /** What rests on its word alone is forgotten, what was published with it does not count. Tells how many outcomes that are. */
  distrust(worker: string): number {
    const forgotten = this.#opened().journal.distrust(worker);
    this.#goBack();
    return forgotten;
  }

  /** Publishes the result for good; `dressed` is what is put in its place, with what people want to find there. */
  publish(best: TestCase, dressed: TestCase = best): void {
    const { steps, publisher } = this.#opened();
    steps.take(best);
    publisher.offer(dressed);
    publisher.flush();
  }

  /** The number of the step the run has come to. */
  get step(): number {
    return this.#opened().steps.at;
  }

  writeEvidence(evidence: object): void {
    replaceFile(this.paths.evidence, `${JSON.stringify(evidence, undefined, 2)}\n`);
  }

  /** What an earlier session has seen in the last test of its result. */
  evidence(): object | undefined {
    return attempt(() => JSON.parse(readFileSync(this.paths.evidence, "utf8")) as object);
  }

  /** Nothing is published any more. */
  override async close(): Promise<void> {
    try {
      this.#open?.publisher.cancel();
      this.#open?.steps.close();
      this.#open?.witnesses.close();
    } finally {
      await super.close();
    }
  }

  #opened(): OpenFiles {
    if (this.#open === undefined) throw new Error("the session has not begun");
    return this.#open;
  }
}

/** Where the results of a run go. */
export const outputOf = (original: Original, { published, best }: RunPaths): ResultSink => {
  const { kind, name, held, shape, disassembled } = original;
  // What a plain file was is known from its steps, unless those are of its text.
  const isKnown = shape.plain && disassembled === undefined;
  const note = isKnown ? undefined : notedIn(published, kind === "file" ? resultDigest : treeDigest);
  const output = guardedOutput({ held, refuge: join(best, name), ...(note !== undefined && { note }) });
  if (disassembled === undefined) return output;
  return { path: output.path, put: (text) => output.put(disassembled.assembler.assembled(text)) };
};

/** The size of what lies at the output, if a step of this run does. */
const publishedSize = ({ output, kind }: Original, paths: RunPaths): number => {
  if (kind === "file" ? !isRegularFile(output) : !existsSync(output)) return Number.POSITIVE_INFINITY;
  const there = kind === "file" ? sha256(readFileSync(output)) : digestOfTree(output);
  const step = [...readSteps(paths.steps).values()].find((each) => each.sha256 === there);
  return step?.size ?? Number.POSITIVE_INFINITY;
};
