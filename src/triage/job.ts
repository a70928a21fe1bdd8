/** One triage in a straight line: the files, the known bugs, the buckets, their reductions, the folder of the results. */
import { basename, resolve } from "node:path";
import { given } from "../core/maybe.ts";
import { Stopped } from "../core/stopped.ts";
import { environment } from "../oracles/trial.ts";
import { checkRefinements } from "../oracles/refinements.ts";
import type { Subject } from "../oracles/oracle.ts";
import { environmentOf } from "../reduce/environment.ts";
import { openTestSpace } from "../reduce/process-test.ts";
import { defaultJobs } from "../runner/index.ts";
import type { PinnedTest, RunContext } from "../runs/run.ts";
import { findDebugger } from "./back-trace.ts";
import type { OpenTriageBackend, TriageBackend } from "./backend.ts";
import type { BucketTest } from "./bucket-oracle.ts";
import { bugsOf, type Bug, type BugView } from "./bug.ts";
import { findFiles, type FoundFiles } from "./input/files.ts";
import { meetKnown, readKnown, type KnownTriage } from "./known.ts";
import type { TriageNote, TriageOptions } from "./options.ts";
import { writeFolder, writeIndex } from "./output/folder.ts";
import { checkFolder } from "./output/place.ts";
import type { PageData } from "./output/page.ts";
import { portraitOf, type Portrayed } from "./portrait.ts";
import { Reductions } from "./reductions.ts";
import { writeRegressionSuite } from "./output/regression.ts";
import { TriageSession } from "./session.ts";
import { checkSince, withChange } from "./since.ts";
import { Sorting } from "./sort.ts";
import type { SetAside } from "./symptom.ts";
import { Target } from "./target.ts";
import { TriageWatch } from "./watch.ts";
import { Witnesses } from "./witnesses.ts";

export interface TriageResult {
  readonly status: "complete" | "stopped";
  readonly bugs: readonly Bug[];
  readonly aside: readonly SetAside[];
  readonly files: number;
  readonly duplicates: number;
  /** Runs of the program. */
  readonly runs: number;
  /** Those among them that sorted the files. */
  readonly sortingRuns: number;
  readonly crossFinds: number;
  readonly output: string;
  readonly wallMs: number;
}

type Context = RunContext<TriageNote>;

export const subjectOf = ({ extraFiles = [], stdin = false }: TriageOptions, origin: string): Subject => ({
  name: "input",
  typed: "{}",
  origin,
  extraFiles: extraFiles.map((path) => resolve(origin, path)),
  stdin,
});

interface JobMeans {
  readonly test: PinnedTest;
  readonly backend: TriageBackend | undefined;
}

const OUTPUT = "triaged";
/** The page is written so often, at most, while bugs are reduced. */
const PAGE_MS = 2000;

export class TriageJob {
  readonly #options: TriageOptions;
  readonly #context: Context;
  readonly #test: PinnedTest;
  readonly #backend: TriageBackend | undefined;
  readonly #output: string;
  readonly #known: KnownTriage | undefined;
  readonly #refinements;
  readonly #versions;
  #found: FoundFiles = { files: [], unreadable: [], beside: [] };
  #witnesses = new Witnesses([]);
  /** Known bugs whose reduced input does not show them any more. */
  #fixed: ReadonlySet<number> = new Set();
  #pageMs = Number.NEGATIVE_INFINITY;

  constructor(options: TriageOptions, context: Context, { test, backend }: JobMeans) {
    this.#options = options;
    this.#context = context;
    this.#test = test;
    this.#backend = backend;
    const { origin } = context;
    this.#output = resolve(origin, options.output ?? OUTPUT);
    this.#known = readKnown(resolve(origin, options.known ?? this.#output), options.known !== undefined);
    this.#refinements = checkRefinements(options.refine ?? {});
    this.#versions = environmentOf({ input: "", command: options.command, cwd: origin });
  }

  async run(): Promise<TriageResult> {
    const { inputs, memory, sandbox, since, known, suite } = this.#options;
    const { origin, runs, signal } = this.#context;
    checkFolder(this.#output, "-o");
    if (suite !== undefined) checkFolder(resolve(origin, suite), "--suite");
    if (since !== undefined) await checkSince(origin, since, signal);
    const own = [known, suite].flatMap((path) => (path === undefined ? [] : [resolve(origin, path)]));
    this.#found = findFiles(inputs, { cwd: origin, without: [this.#output, runs, ...own] });
    this.#witnesses = new Witnesses(this.#found.files);
    const { setting, close } = openTestSpace({
      subject: subjectOf(this.#options, origin),
      ...given({ memory, sandbox }),
    });
    try {
      const session = this.#openSession();
      const cluster = await this.#backend?.open((text) => this.#context.emit({ type: "note", text }));
      try {
        return await this.#work(session, this.#openTarget(setting), cluster);
      } finally {
        await cluster?.close();
        await session.close();
      }
    } finally {
      await close();
    }
  }

  #openSession(): TriageSession {
    const { command, stdin, timeout, memory, sandbox, bucketBy, extraFiles } = this.#options;
    const { runs, signal } = this.#context;
    return new TriageSession({
      runs,
      name: basename(command[0] ?? "program"),
      identity: {
        command,
        stdin,
        timeout,
        memory,
        sandbox,
        bucketBy,
        extraFiles,
        refine: this.#refinements,
        debugger: this.#options.debugger,
      },
      output: this.#output,
      description: "sorts failing files by what they show",
      ...this.#test,
      signal,
    });
  }

  #openTarget(setting: ConstructorParameters<typeof Target>[0]["setting"]): Target {
    const { command, timeout, bucketBy = "signature", debugger: wanted = "auto" } = this.#options;
    return new Target({
      setting,
      command,
      refinements: this.#refinements,
      by: bucketBy,
      debugger: findDebugger(wanted),
      ...(typeof timeout === "number" && { timeout }),
      onRun: () => this.#context.emit({ type: "execution" }),
    });
  }

  async #work(session: TriageSession, target: Target, cluster: OpenTriageBackend | undefined): Promise<TriageResult> {
    const { jobs = defaultJobs() } = this.#options;
    const { emit, startedAt } = this.#context;
    const { signal } = session.halt;
    const { files, beside } = this.#found;
    const watch = new TriageWatch({ ...this.#options, jobs, files: files.length }, emit, signal);
    const means = { target, session, jobs, signal, watch };
    const sorting = new Sorting({
      ...means,
      onSorted: (done) => emit({ type: "task", name: "sorting", done, tests: files.length }),
    });
    emit({ type: "task", name: "sorting", done: 0, tests: files.length });
    for (const { shown, why } of this.#found.unreadable) sorting.aside.push({ shown, reason: "not readable", why });
    const isSorted = await unlessStopped(async () => {
      this.#fixed = await meetKnown(this.#known, { sorting, target, signal });
      await sorting.sortAll(files);
    }, session);
    watch.aside(sorting, beside);
    const sortingRuns = target.runs;
    const reductions = new Reductions({
      options: this.#options,
      origin: this.#context.origin,
      sorting,
      ...means,
      witnesses: this.#witnesses,
      ...(cluster !== undefined && { backendFor: (test: BucketTest) => cluster.backendFor(test, this.#options) }),
      note: (text) => emit({ type: "note", text }),
      onTurn: () => this.#show(sorting, reductions),
    });
    const isReduced = isSorted && (this.#options.sortOnly === true || (await reductions.run()));
    session.throwFailure();
    const portraits = await this.#portraits(sorting, target, signal);
    session.vouch();
    const bugs = await this.#blamed(bugsOf(sorting.buckets, this.#view(), portraits), session);
    const status = isReduced && !signal.aborted ? "complete" : "stopped";
    writeFolder(this.#output, {
      ...this.#page(sorting, bugs, false),
      status,
      told: this.#told(),
      known: this.#known?.folder,
    });
    const { suite } = this.#options;
    if (suite !== undefined) writeRegressionSuite(resolve(this.#context.origin, suite), bugs, this.#told());
    session.finish(status);
    watch.end(status, this.#output);
    return {
      status,
      bugs,
      aside: sorting.aside,
      files: files.length,
      duplicates: sorting.duplicates,
      runs: target.runs,
      sortingRuns,
      crossFinds: reductions.crossFinds,
      output: this.#output,
      wallMs: performance.now() - startedAt,
    };
  }

  /** With the changes that made them, if these are wanted. */
  async #blamed(bugs: readonly Bug[], session: TriageSession): Promise<readonly Bug[]> {
    const { since } = this.#options;
    if (since === undefined) return bugs;
    const about = { options: this.#options, since, folder: session.inputs, origin: this.#context.origin };
    const blamed: Bug[] = [];
    for (const bug of bugs)
      blamed.push(await withChange(bug, { ...about, runs: session.reductions, signal: session.halt.signal }));
    return blamed;
  }

  /** What the smallest input of each bug shows now. */
  async #portraits({ buckets }: Sorting, target: Target, signal: AbortSignal): Promise<ReadonlyMap<number, Portrayed>> {
    const portraits = new Map<number, Portrayed>();
    for (const bucket of buckets) {
      const { reduced = bucket.witness ?? this.#witnesses.best(bucket) } = bucket;
      portraits.set(
        bucket.id,
        await portraitOf(reduced, { target, signal, environment: environment(this.#context.origin) }),
      );
    }
    return portraits;
  }

  #view(): BugView {
    return {
      isFixed: (id) => this.#fixed.has(id),
      shown: (number) => this.#witnesses.shown(number),
      witnessOf: (bucket) => this.#witnesses.best(bucket) ?? bucket.witness,
    };
  }

  #told(): {
    readonly command: readonly string[];
    readonly stdin: boolean;
    readonly origin: string;
    readonly environment: ReturnType<ReturnType<typeof environmentOf>>;
  } {
    const { command, stdin = false } = this.#options;
    return { command, stdin, origin: this.#context.origin, environment: this.#versions() };
  }

  #page(sorting: Sorting, bugs: readonly Bug[], isRunning: boolean): PageData {
    const { aside, duplicates } = sorting;
    return { command: this.#options.command, bugs, aside, files: this.#found.files.length, duplicates, isRunning };
  }

  #show(sorting: Sorting, reductions: Reductions): void {
    const { emit } = this.#context;
    emit({ type: "task", name: "reducing", done: reductions.done, tests: reductions.all });
    if (performance.now() - this.#pageMs < PAGE_MS) return;
    writeIndex(this.#output, this.#page(sorting, bugsOf(sorting.buckets, this.#view(), new Map()), true));
    this.#pageMs = performance.now();
  }
}

/** Whether it came to its end; what a stop leaves is told as far as it goes. */
const unlessStopped = async (work: () => Promise<void>, session: TriageSession): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    session.throwFailure();
    if (error instanceof Stopped || session.halt.signal.aborted) return false;
    throw error;
  }
};
