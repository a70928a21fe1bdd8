/** One reduction, step by step: oracle, run directory, original, search, result. */
import { resolve } from "node:path";
import type { TestCase } from "../core/test-case.ts";
import { checkCommand, openPasses, type OpenPasses } from "../external/index.ts";
import type { Finding } from "../core/verdict.ts";
import type { Subject } from "../oracles/oracle.ts";
import { besideDigests } from "../runs/beside.ts";
import { pathsOfRun, runsIn } from "../runs/directory.ts";
import { identityHash } from "../runs/identity.ts";
import { checkPlaces } from "../runs/output.ts";
import { whilePinned, type Pins } from "../runs/pins.ts";
import type { ReduceRecord, RunRecord } from "../runs/record.ts";
import { choiceOf } from "./choice.ts";
import type { TestBackend, OpenExecutor, OpenOracle } from "./backend.ts";
import type { ReduceEvent, ReduceNote } from "./events.ts";
import type { ChosenLanguage } from "./language.ts";
import { decisiveOptions, oracleRequest, type ReduceOptions } from "./options.ts";
import { changedNote, hasChanged, keepOriginal, type Original } from "./original.ts";
import { isSameTest, partsOf } from "./pinned.ts";
import { startText } from "./preprocess.ts";
import { prepare, type Naming, type Prepared } from "./prepare.ts";
import { takeLeft } from "../runner/index.ts";
import { subjectOf } from "./subject.ts";
import {
  bytesOf,
  endingOf,
  figuresOf,
  finishedBest,
  recalledTests,
  type Figures,
  type How,
  type ReduceResult,
} from "./result.ts";
import { breathe, closing } from "./interruptible.ts";
import { reproduction } from "./reproduction.ts";
import { outputOf, Session } from "./session.ts";
import { PARE_VERSION } from "./version.ts";
import { runSearch, type SearchOutcome } from "./walk.ts";

export interface ReduceJobOptions {
  readonly options: ReduceOptions;
  readonly backend: TestBackend;
  readonly original: Original;
  /** Missing where it does not matter. */
  readonly language: ChosenLanguage | undefined;
  /** Where runs live. */
  readonly runs: string;
  /** When it began, by `performance.now()`. */
  readonly startedAt: number;
  /** Aborted with a `Stopped`. */
  readonly signal: AbortSignal;
  readonly emit: (note: ReduceNote) => void;
  readonly pass: (event: ReduceEvent) => void;
}

/** An oracle, and the run it belongs to. */
interface Work {
  readonly open: OpenOracle;
  readonly session: Session;
  readonly record: ReduceRecord;
}

export class ReduceJob {
  readonly #options: ReduceJobOptions;
  /** How many tests run at once. */
  #jobs: number;
  readonly #beside: readonly string[];
  readonly #input: Figures;
  readonly #warnings: { readonly code: string; readonly message: string }[] = [];
  /** What an earlier run has learnt is forgotten. */
  #fresh = false;
  /** Where the search starts if that fails, too. */
  #start: TestCase | undefined;

  constructor(given: ReduceJobOptions) {
    this.#options = given;
    const { options, backend, original } = given;
    const { cwd = process.cwd(), beside = [] } = options;
    this.#jobs = options.jobs ?? backend.defaultJobs();
    this.#beside = beside.map((path) => resolve(cwd, path));
    this.#input = figuresOf(original.path, original.source, original);
  }

  async run(): Promise<ReduceResult> {
    const { options, original } = this.#options;
    const { cwd = process.cwd(), stdin = false } = options;
    for (const command of options.passes ?? []) checkCommand(command, resolve(cwd));
    const subject = subjectOf(original, { origin: resolve(cwd), beside: this.#beside, stdin });
    const result = await whilePinned(
      () => partsOf(options, subject),
      (pins, isFirst) => {
        this.#fresh = isFirst && options.fresh === true;
        return this.#withOracle(subject, pins);
      },
      (note) => this.#warn("TEST_TOUCHED", note),
    );
    const left = takeLeft();
    if (left !== undefined) this.#warn("LEFT_BEHIND", left);
    return result;
  }

  async #withOracle(subject: Subject, pins: Pins): Promise<ReduceResult> {
    const { options, backend, original, runs, signal, emit } = this.#options;
    const warn = (message: string): void => this.#warn("NOT_PREPROCESSED", message);
    const timeout = backend.calibrationMs(options);
    this.#start = await startText({ options, source: original.source, subject, timeout, signal, warn });
    const decisive = decisiveOptions(options, this.#options);
    const about = {
      name: original.name,
      input: original.sha256,
      beside: besideDigests(this.#beside),
      options: this.#start === undefined ? decisive : { ...decisive, start: this.#start.key() },
      version: PARE_VERSION,
    };
    await breathe(signal);
    const request = identityHash({ ...about, oracle: oracleRequest(options) });
    const isEarlier = (record?: RunRecord): boolean => record?.request === request && isSameTest(pins, record);
    const earlier = this.#fresh ? undefined : runsIn(runs).find(({ record }) => isEarlier(record))?.record;
    const open = await backend.openOracle({
      options,
      subject,
      source: original.source,
      ...(earlier !== undefined && { earlier: earlier.identity.oracle }),
      signal,
      emit,
    });
    try {
      emit({ type: "oracle", words: open.oracle.words, learnt: open.learnt });
      if (open.advice !== undefined) this.#warn("VAGUE_TEST", open.advice);
      const identity = { ...about, oracle: open.oracle.identity };
      return await this.#withSession(open, { identity, request, hash: identityHash(identity) }, pins);
    } finally {
      await closing(open.close(), signal);
    }
  }

  async #withSession(open: OpenOracle, naming: Naming, pins: Pins): Promise<ReduceResult> {
    const { options, backend, original, runs, startedAt, signal, emit } = this.#options;
    checkPlaces(options);
    const paths = pathsOfRun(runs, { name: original.name, hash: naming.hash });
    const session = new Session({ runs, paths, original, pins, fresh: this.#fresh, startedAt, emit });
    try {
      const earlier = this.#earlier(session, pins);
      const best = finishedBest(earlier, session, original);
      if (best !== undefined)
        return this.#answerAgain(
          { open, session, record: { ...(earlier as ReduceRecord), description: open.oracle.words } },
          best,
        );
      const order = { options, backend, original, open, session, pins, naming, earlier, signal, emit };
      const prepared = await prepare({
        ...order,
        choice: choiceOf(this.#options, { external: [], start: this.#start }),
      });
      return await this.#search({ open, session, record: prepared.record }, prepared);
    } finally {
      await session.close();
    }
  }

  /** Of the same test; what is known of another one is forgotten. */
  #earlier(session: Session, pins: Pins): ReduceRecord | undefined {
    const earlier = session.earlier();
    if (earlier === undefined || isSameTest(pins, earlier)) {
      pins.leave(earlier?.pinned?.left ?? []);
      return earlier;
    }
    session.forget();
    this.#warn("TEST_CHANGED_SINCE", "A program or file of the test has changed since this run began: it begins anew.");
    return undefined;
  }

  async #search(work: Work, { samples, replayed, dropped }: Prepared): Promise<ReduceResult> {
    const { options, backend, original, startedAt, signal, emit, pass } = this.#options;
    const { open, session, record } = work;
    if (dropped > 0) this.#warn("JOURNAL_DAMAGED", `${dropped} damaged records of the journal were dropped.`);
    const halt = (): void => session.halt.abort(signal.reason);
    signal.addEventListener("abort", halt);
    if (signal.aborted) halt();
    const { oracle } = open;
    const { measured } = record;
    const external = this.#openPasses(session.halt.signal);
    let executor: OpenExecutor | undefined;
    try {
      const { distrusted } = session;
      executor = await backend.openExecutor({
        oracle,
        options,
        jobs: this.#jobs,
        samples,
        measured,
        distrusted,
        emit,
      });
      this.#jobs = executor.jobs ?? this.#jobs;
      this.#announce(work, replayed > 0 ? { resumed: { outcomes: replayed, dropped } } : {});
      session.take(original.source);
      // Workers were handed what the test was made of just now.
      session.vouch();
      const walked = await runSearch({
        options,
        choice: choiceOf(this.#options, { external: external.passes, start: this.#start }),
        original,
        session,
        executor,
        startedAt,
        emit,
        pass,
      });
      this.#jobs = executor.jobs ?? this.#jobs;
      const tests = { ...walked.tests, run: walked.tests.run + open.runs + samples.length };
      return this.#finish(work, { ...walked, tests }, replayed > 0);
    } finally {
      signal.removeEventListener("abort", halt);
      await closing(external.close(), signal);
      await closing(executor?.executor.close() ?? Promise.resolve(), signal);
    }
  }

  #finish(work: Work, walked: SearchOutcome, resumed: boolean): ReduceResult {
    const { original, startedAt } = this.#options;
    const { session, record } = work;
    const { status, claims, best } = walked.reduction;
    session.publish(best, this.#dressed(work, best, walked.evidence));
    if (hasChanged(original)) this.#warn("INPUT_CHANGED", changedNote(original));
    const ending = endingOf(walked, { session, original, wallMs: performance.now() - startedAt });
    if (walked.evidence !== undefined) session.writeEvidence({ ...walked.evidence, sha256: ending.sha256 });
    session.finish(record, { status, ...(status === "complete" && { ending }) });
    const { tests, reason, rate, committedTimeouts } = walked;
    const more = { ...(reason !== undefined && { reason }), ...(rate !== undefined && { rate }) };
    return this.#result(work, best, { status, claims, tests, committedTimeouts, resumed, ...more });
  }

  /** As it is handed on. */
  #dressed({ record }: Work, best: TestCase, found: object | undefined): TestCase {
    const { original, options } = this.#options;
    const { evidence } = (found ?? {}) as Partial<Finding>;
    return reproduction(best, { original, options, words: record.description, evidence });
  }

  /** A finished run is asked once more. */
  #answerAgain(work: Work, best: TestCase): ReduceResult {
    const { original, emit } = this.#options;
    this.#announce(work, { finished: true });
    keepOriginal(original);
    outputOf(original, work.session.paths).put(this.#dressed(work, best, work.session.evidence()));
    emit({ type: "published", path: original.output, bytes: best.size });
    const { claims, tests, timeouts, rate } = work.record.ending as NonNullable<ReduceRecord["ending"]>;
    return this.#result(work, best, {
      status: "complete",
      claims,
      tests: recalledTests(tests),
      committedTimeouts: timeouts,
      resumed: true,
      ...(rate !== undefined && { rate }),
    });
  }

  #openPasses(signal: AbortSignal): OpenPasses {
    const { options, language } = this.#options;
    const { passes: commands = [], cwd = process.cwd(), passTimeout: timeout, sandbox = false } = options;
    return openPasses({
      commands,
      origin: resolve(cwd),
      beside: this.#beside,
      ...(language?.language !== undefined && { language: language.language.name }),
      ...(timeout !== undefined && { timeout }),
      sandbox,
      signal,
      warn: (code, message) => this.#warn(code, message),
    });
  }

  #announce({ session, record }: Work, more: Pick<ReduceNote & { type: "run" }, "resumed" | "finished">): void {
    const { description: words, format, strategy } = record;
    const path = session.paths.directory;
    this.#options.emit({ type: "run", path, input: this.#input, words, format, strategy, jobs: this.#jobs, ...more });
  }

  #result({ open, session, record }: Work, best: TestCase, how: How): ReduceResult {
    const { original, startedAt } = this.#options;
    return {
      best: bytesOf(best),
      case: best,
      ...how,
      wallMs: performance.now() - startedAt,
      run: session.paths.directory,
      input: this.#input,
      output: figuresOf(original.output, best, original),
      format: record.format,
      strategy: record.strategy,
      jobs: this.#jobs,
      words: record.description,
      repeatLine: open.oracle.repeatLine(original.output, best),
      warnings: this.#warnings,
    };
  }

  #warn(code: string, message: string): void {
    this.#warnings.push({ code, message });
    this.#options.emit({ type: "warning", code, message });
  }
}
