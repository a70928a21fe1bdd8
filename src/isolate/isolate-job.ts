/** One isolation, step by step: the kind, both ends, the searches, the result. */
import { join } from "node:path";
import { elements } from "../core/configuration.ts";
import { digest } from "../core/digest.ts";
import type { Stamped } from "../core/events.ts";
import { given } from "../core/maybe.ts";
import { hardLimit, Timeouts } from "../oracles/timeouts.ts";
import { closing } from "../runs/interruptible.ts";
import { PARE_VERSION } from "../runs/version.ts";
import { canonical, identityHash } from "../runs/identity.ts";
import { settled, type Pins } from "../runs/pins.ts";
import { runPinned, type PinnedTest, type RunContext } from "../runs/run.ts";
import type { Pinned } from "../runs/record.ts";
import { SearchRunner } from "./search-runner.ts";
import { kindFor } from "./kinds/index.ts";
import { tryCure, withRemarks } from "./fix-trial.ts";
import { endsOf, type Between } from "./between.ts";
import type { MixtureBackend, OpenBackend } from "./backend.ts";
import type { IsolateNote } from "./events.ts";
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
  readonly backend: MixtureBackend;
  readonly context: RunContext<IsolateNote, Stamped>;
}

/** What is asked, as a run is known by it. */
interface Question {
  readonly input: string;
  readonly pinned: Pinned;
}

interface Work {
  readonly pins: Pins;
  readonly backend: OpenBackend;
  readonly session: IsolateSession;
  readonly facts: Kind;
  readonly kind: OpenKind;
  readonly between: Between;
  readonly pool: PlacePool;
}

/** A search for causes that has ended. */
interface CauseSearch {
  readonly asking: SearchRunner;
  readonly found: Causes;
}

export class IsolateJob {
  readonly #options: IsolateOptions;
  readonly #backend: MixtureBackend;
  readonly #context: RunContext<IsolateNote, Stamped>;

  constructor({ options, backend, context }: IsolateJobOptions) {
    this.#options = options;
    this.#backend = backend;
    this.#context = context;
  }

  async run(): Promise<IsolateResult> {
    const parts = (): ReturnType<typeof partsOf> => partsOf(this.#options, this.#context.origin);
    return await runPinned(this.#context, parts, (test) => this.#withSession(test));
  }

  async #withSession({ pins, fresh }: PinnedTest): Promise<IsolateResult> {
    const { origin, runs, signal, emit } = this.#context;
    const chosen = kindFor(this.#options.ends, origin);
    const open = await this.#backend.open({ kind: chosen, emit });
    try {
      const session = new IsolateSession({
        runs,
        name: `isolate-${chosen.name}`,
        request: requestOf(this.#options, origin),
        fresh,
        signal,
      });
      try {
        return await this.#withKind({ pins, session, backend: open }, chosen);
      } finally {
        await session.close();
      }
    } finally {
      await closing(open.close(), signal);
    }
  }

  async #withKind(begun: Pick<Work, "pins" | "session" | "backend">, chosen: Kind): Promise<IsolateResult> {
    const { origin, signal, emit } = this.#context;
    const { ends, command, only = [], skip = [], level = "auto", except = [] } = this.#options;
    const kind = await chosen.open({
      ends,
      origin,
      storage: begun.session.storage,
      ...(command !== undefined && { command }),
      only,
      skip,
      // What is left out is named by its place in the whole difference.
      level: except.length > 0 && level === "auto" ? "hunks" : level,
      note: (text) => emit({ type: "preparing", text }),
      signal,
    });
    const pool = placePool({ open: (directory) => kind.openPlace(directory), root: begun.session.places });
    try {
      return await this.#withOracle({ ...begun, facts: chosen, kind, between: await endsOf(kind, except), pool });
    } finally {
      await closing(pool.close(), signal);
      await closing(kind.close(), signal);
    }
  }

  async #withOracle(work: Work): Promise<IsolateResult> {
    const { origin, signal, emit, warn } = this.#context;
    const { pins, session, kind, between, pool } = work;
    const { command = [], build = "", validators = [], ends } = this.#options;
    const words = [...command, build, ...validators];
    const own = endNamedIn(words, ends.paths ?? []);
    if (own !== undefined)
      warn(
        "NAMES_END",
        `The command names ${own} itself: use {} for the candidate. What the command writes to ${own} goes to your own files.`,
      );
    // In a repository the files that are named are those of the candidate.
    const beside = work.facts.layout === "tree" ? [] : filesNamedIn(words, origin);
    const input = digest(canonical([kind.identity, beside]));
    const earlier = session.earlier(input, pins);
    const open = await openIsolateOracle({
      options: oracleOptions(this.#options),
      origin,
      places: pool,
      good: between.good,
      bad: between.bad,
      ...(earlier !== undefined && { earlier: earlier.identity.oracle }),
      ...(kind.verdict !== undefined && { verdict: (trial) => kind.verdict?.(trial) }),
      ...(kind.chatter !== undefined && { chatter: kind.chatter }),
      onWarning: warn,
      signal,
    });
    try {
      if (open.runs > 0) emit({ type: "ends", ...open.words, runs: open.runs });
      const again = { timeout: hardLimit(open.samples) };
      const left = await settled(pins, () => open.oracle.test(between.bad, again, signal));
      const pinned = earlier?.pinned ?? { content: pins.mark().content, left };
      return await this.#search(work, { ...open, input, pinned });
    } finally {
      await closing(open.close(), signal);
    }
  }

  async #search(work: Work, open: OpenIsolateOracle & Question): Promise<IsolateResult> {
    const { origin, runs, startedAt, signal: stop, emit, pass } = this.#context;
    const { pins, backend, session, kind, between } = work;
    const { oracle, words, samples, input, pinned } = open;
    const { timeout = "auto", maxTests, find, level = "auto" } = this.#options;
    const { name, titles } = kind;
    const identity = { name, input, oracle: oracle.identity, beside: [], options: {}, version: PARE_VERSION };
    const facts = { pare: PARE_VERSION, hash: identityHash(identity), identity, pinned, description: words.bad };
    const measured = { hardMs: timeout === "auto" ? hardLimit(samples) : timeout };
    const journal = session.begin({ ...facts, kind: name, titles, measured }, pins);
    journal.record(between.good.key(), { outcome: "pass", ms: 0 });
    journal.record(between.bad.key(), { outcome: "fail", ms: 0 });
    const resumed = journal.replayed > 2 ? { resumed: { outcomes: journal.replayed } } : {};
    const { executor, verified, jobs } = await backend.openExecutor({
      options: this.#options,
      origin,
      kind,
      facts: work.facts,
      good: between.good,
      bad: between.bad,
      oracle,
      timeouts: new Timeouts(samples, session.hardMs),
      storage: session.storage,
      runs,
      distrusted: journal.distrusted,
    });
    emit({ type: "run", path: session.paths.directory, kind: name, titles, jobs, ...resumed });
    const { changes, chosen: bad } = between;
    const searched = async (signal: AbortSignal): Promise<CauseSearch> => {
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
        onCommit: (commit) => emit({ type: "commit", ...commit }),
        ...given({ changes, bad }),
      }).run();
      await proveGap(verified, found, signal);
      return { asking, found };
    };
    try {
      const trust = { verified, journal, emit, signal: session.halt.signal };
      const { asking, found } = await whileTrusted(trust, searched);
      // What was stopped because the test has changed has no result.
      session.vouch();
      const cure =
        this.#options.revert === true && found.stopped === undefined ? await this.#tryCure(work, found, open) : [];
      return await this.#finish(work, { found: withRemarks(found, cure), asking, open });
    } finally {
      await closing(executor.close(), stop);
    }
  }

  async #tryCure({ kind, session }: Work, found: Causes, { oracle }: OpenIsolateOracle): Promise<readonly string[]> {
    const { origin, signal } = this.#context;
    const open = { options: oracleOptions(this.#options), origin, earlier: oracle.identity };
    const tried = tryCure({
      ...open,
      kind,
      trigger: elements(found.trigger),
      places: join(session.storage, "cured-place"),
      timeout: session.hardMs,
      signal,
    });
    return await tried.catch((error: unknown) => {
      // What was found stands without it.
      if (signal.aborted) return ["the fix was not tested: there was no time left"];
      throw error;
    });
  }

  async #finish(
    { session, kind, between }: Work,
    { found, asking, open }: CauseSearch & { readonly open: OpenIsolateOracle },
  ): Promise<IsolateResult> {
    const { startedAt, warnings } = this.#context;
    session.vouch();
    const result = await resultOf({
      kind,
      found,
      asking,
      bad: between.bad,
      words: open.words,
      endRuns: open.runs,
      warnings,
      run: session.paths.directory,
      wallMs: performance.now() - startedAt,
    });
    const { status, trigger, tests, wallMs } = result;
    session.finish(status, { changes: trigger.length, tests, wallMs });
    return result;
  }
}
