/** One isolation, step by step: the kind, both ends, the searches, the result. */
import { join, resolve } from "node:path";
import { elements } from "../core/configuration.ts";
import { digest } from "../core/digest.ts";
import { hardLimit, Timeouts } from "../oracles/timeouts.ts";
import { closing } from "../reduce/interruptible.ts";
import { isSameTest } from "../reduce/pinned.ts";
import { PARE_VERSION } from "../reduce/version.ts";
import { takeLeft } from "../runner/index.ts";
import { runsDirectoryOf } from "../runs/place.ts";
import { canonical } from "../runs/identity.ts";
import { Pins, settled, whilePinned } from "../runs/pins.ts";
import type { Pinned } from "../runs/record.ts";
import { SearchRunner } from "./search-runner.ts";
import { kindFor } from "./kinds/index.ts";
import { tryCure, withRemarks } from "./fix-trial.ts";
import { endsOf, type Between } from "./between.ts";
import type { TestBackend, OpenBackend } from "./backend.ts";
import type { IsolateEvent, IsolateNote } from "./events.ts";
import { FindCauses, type Causes } from "./causes.ts";
import type { Kind, OpenKind } from "./kind.ts";
import { openIsolateOracle, type OpenIsolateOracle } from "./oracle/open.ts";
import type { IsolateOptions } from "./options.ts";
import { placePool, type PlacePool } from "./places/pool.ts";
import { type IsolateResult, resultOf } from "./result.ts";
import { partsOf, endNamedIn, filesNamedIn } from "./pinned.ts";
import { oracleOptions, requestOf } from "./request.ts";
import { IsolateSession } from "./session.ts";
import { proveGap, whileTrusted } from "./trusted.ts";

export interface IsolateJobOptions {
  readonly options: IsolateOptions;
  /** Tests of the search run on it. */
  readonly backend: TestBackend;
  /** When it began, by `performance.now()`. */
  readonly startedAt: number;
  /** Aborted with a `Stopped`. */
  readonly signal: AbortSignal;
  readonly emit: (note: IsolateNote) => void;
  readonly pass: (event: IsolateEvent) => void;
}

/** What is asked, as a run is known by it. */
interface Asked {
  readonly input: string;
  readonly pinned: Pinned;
}

interface Work {
  readonly backend: OpenBackend;
  readonly session: IsolateSession;
  readonly facts: Kind;
  readonly kind: OpenKind;
  readonly between: Between;
  readonly pool: PlacePool;
}

export class IsolateJob {
  readonly #options: IsolateJobOptions;
  readonly #origin: string;
  /** What the test is made of. */
  #pins = new Pins([]);
  readonly #warnings: { readonly code: string; readonly message: string }[] = [];

  constructor(options: IsolateJobOptions) {
    this.#options = options;
    this.#origin = resolve(options.options.cwd ?? process.cwd());
  }

  async run(): Promise<IsolateResult> {
    const { options } = this.#options;
    const result = await whilePinned(
      () => partsOf(options, this.#origin),
      async (pins, isFirst) => {
        this.#pins = pins;
        return await this.#withSession(isFirst && options.fresh === true);
      },
      (note) => this.#warn("TEST_TOUCHED", note),
    );
    const left = takeLeft();
    if (left !== undefined) this.#warn("LEFT_BEHIND", left);
    return result;
  }

  async #withSession(fresh: boolean): Promise<IsolateResult> {
    const { options, backend, signal, emit } = this.#options;
    const chosen = kindFor(options.ends, this.#origin);
    const open = await backend.open({ kind: chosen, emit });
    try {
      const session = new IsolateSession({
        runs: this.#runs(),
        name: `isolate-${chosen.name}`,
        request: requestOf(options, this.#origin),
        fresh,
      });
      try {
        return await this.#withKind(session, open, chosen);
      } finally {
        await session.close();
      }
    } finally {
      await closing(open.close(), signal);
    }
  }

  #runs(): string {
    return runsDirectoryOf(this.#origin, this.#options.options.runsDirectory);
  }

  async #withKind(session: IsolateSession, backend: OpenBackend, chosen: Kind): Promise<IsolateResult> {
    const { options, signal, emit } = this.#options;
    const { command, only = [], skip = [], level = "auto", except = [] } = options;
    const kind = await chosen.open({
      ends: options.ends,
      origin: this.#origin,
      storage: session.storage,
      ...(command !== undefined && { command }),
      only,
      skip,
      // What is left out is named by its place in the whole difference.
      level: except.length > 0 && level === "auto" ? "hunks" : level,
      note: (text) => emit({ type: "preparing", text }),
      signal,
    });
    const pool = placePool({ open: (directory) => kind.openPlace(directory), root: session.places });
    try {
      return await this.#withOracle({
        backend,
        session,
        facts: chosen,
        kind,
        between: await endsOf(kind, except),
        pool,
      });
    } finally {
      await closing(pool.close(), signal);
      await closing(kind.close(), signal);
    }
  }

  async #withOracle(work: Work): Promise<IsolateResult> {
    const { emit } = this.#options;
    const { session, kind, between, pool } = work;
    const { command = [], build = "", ends } = this.#options.options;
    const own = endNamedIn([...command, build], ends.paths ?? []);
    if (own !== undefined)
      this.#warn(
        "NAMES_END",
        `The command names ${own} itself: use {} for the candidate. What the command writes to ${own} goes to your own files.`,
      );
    // In a repository the files that are named are those of the candidate.
    const beside = work.facts.layout === "tree" ? [] : filesNamedIn([...command, build], this.#origin);
    const input = digest(canonical([kind.identity, beside]));
    const earlier = session.earlier(input, (record) => isSameTest(this.#pins, record));
    this.#pins.leave(earlier?.pinned?.left ?? []);
    const open = await openIsolateOracle({
      options: oracleOptions(this.#options.options),
      origin: this.#origin,
      places: pool,
      good: between.good,
      bad: between.bad,
      ...(earlier !== undefined && { earlier: earlier.identity.oracle }),
      ...(kind.verdict !== undefined && { verdict: (trial) => kind.verdict?.(trial) }),
      ...(kind.chatter !== undefined && { chatter: kind.chatter }),
      onWarning: (code, message) => this.#warn(code, message),
      signal: this.#options.signal,
    });
    try {
      if (open.runs > 0) emit({ type: "ends", ...open.words, runs: open.runs });
      const again = { timeout: hardLimit(open.samples) };
      const left = await settled(this.#pins, () => open.oracle.test(between.bad, again, this.#options.signal));
      const pinned = earlier?.pinned ?? { content: this.#pins.mark().content, left };
      return await this.#search(work, { ...open, input, pinned });
    } finally {
      await closing(open.close(), this.#options.signal);
    }
  }

  async #search(work: Work, open: OpenIsolateOracle & Asked): Promise<IsolateResult> {
    const { options, startedAt, emit, pass } = this.#options;
    const { backend, session, kind, between } = work;
    const { oracle, words, samples, input, pinned } = open;
    const { timeout = "auto", maxTests, find, level = "auto" } = options;
    const halt = new AbortController();
    const run = {
      identity: { name: kind.name, input, oracle: oracle.identity, beside: [], options: {}, version: PARE_VERSION },
      titles: kind.titles,
      description: words.bad,
      kind: kind.name,
      measured: { hardMs: timeout === "auto" ? hardLimit(samples) : timeout },
      version: PARE_VERSION,
      pins: this.#pins,
      pinned,
    };
    const journal = session.begin(run, () => halt.abort());
    journal.record(between.good.key(), { outcome: "pass", ms: 0 });
    journal.record(between.bad.key(), { outcome: "fail", ms: 0 });
    const resumed = journal.replayed > 2 ? { resumed: { outcomes: journal.replayed } } : {};
    const { executor, verified, jobs } = await backend.openExecutor({
      options,
      origin: this.#origin,
      kind,
      facts: work.facts,
      good: between.good,
      bad: between.bad,
      oracle,
      timeouts: new Timeouts(samples, session.measured.hardMs),
      storage: session.storage,
      runs: this.#runs(),
      distrusted: journal.distrusted,
    });
    emit({ type: "run", path: session.paths.directory, kind: kind.name, titles: kind.titles, jobs, ...resumed });
    const { changes, chosen: bad } = between;
    const searched = async (
      signal: AbortSignal,
    ): Promise<{ readonly asking: SearchRunner; readonly found: Causes }> => {
      const asking = new SearchRunner({
        executor,
        journal,
        signal,
        ...(maxTests !== undefined && { maxTests }),
        onEvent: (event) => pass({ ...event, ms: performance.now() - startedAt }),
      });
      const found = await new FindCauses({
        kind,
        asking,
        level,
        find,
        onLevel: (left) => emit({ type: "level", ...left }),
        ...(changes !== undefined && { changes }),
        ...(bad !== undefined && { bad }),
      }).run();
      await proveGap(verified, found, signal);
      return { asking, found };
    };
    try {
      const trust = { verified, journal, emit, signal: AbortSignal.any([this.#options.signal, halt.signal]) };
      const { asking, found } = await whileTrusted(trust, searched);
      // What was stopped because the test has changed has no result.
      session.vouch();
      const cure = options.revert === true && found.stopped === undefined ? await this.#tryCure(work, found, open) : [];
      return await this.#finish(work, { found: withRemarks(found, cure), asking, open });
    } finally {
      await closing(executor.close(), this.#options.signal);
    }
  }

  async #tryCure({ kind, session }: Work, found: Causes, { oracle }: OpenIsolateOracle): Promise<readonly string[]> {
    const { signal } = this.#options;
    const open = { options: oracleOptions(this.#options.options), origin: this.#origin, earlier: oracle.identity };
    const tried = tryCure({
      ...open,
      kind,
      trigger: elements(found.trigger),
      places: join(session.storage, "cured-place"),
      timeout: session.measured.hardMs,
      signal,
    });
    return await tried.catch((error: unknown) => {
      // What was found stands without it.
      if (signal.aborted) return ["the cure was not tried: there was no time left"];
      throw error;
    });
  }

  async #finish(
    { session, kind, between }: Work,
    {
      found,
      asking,
      open,
    }: { readonly found: Causes; readonly asking: SearchRunner; readonly open: OpenIsolateOracle },
  ): Promise<IsolateResult> {
    const { startedAt } = this.#options;
    session.vouch();
    const result = await resultOf({
      kind,
      found,
      asking,
      bad: between.bad,
      words: open.words,
      endRuns: open.runs,
      warnings: this.#warnings,
      run: session.paths.directory,
      wallMs: performance.now() - startedAt,
    });
    const { status, trigger, tests, wallMs } = result;
    session.finish(status, { changes: trigger.length, tests, wallMs });
    return result;
  }

  #warn(code: string, message: string): void {
    this.#warnings.push({ code, message });
    this.#options.emit({ type: "warning", code, message });
  }
}
