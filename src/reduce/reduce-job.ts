/** One reduction in a straight line: the test as it is, the oracle, the run directory, the plan, the original, the search, the result. */
import { given } from "../core/maybe.ts";
import type { TestCase } from "../core/test-case.ts";
import { checkCommand, openPasses, type OpenPasses } from "../external/index.ts";
import type { Subject } from "../oracles/oracle.ts";
import type { FilePlan } from "../pipelines/file.ts";
import { planCase } from "../pipelines/plan.ts";
import { isGivenUp } from "../pipelines/raw.ts";
import { isConfiguration } from "../projects/index.ts";
import { pathsOfRun } from "../runs/directory.ts";
import { breathe, closing } from "../runs/interruptible.ts";
import { Unexplained } from "../runs/pins.ts";
import { runPinned, type PinnedTest } from "../runs/run.ts";
import type { OpenOracle } from "./backend.ts";
import { announce, answerAgain, finish } from "./finish.ts";
import type { OpenRun, ReduceJob } from "./job.ts";
import { earlierOracle, namingOf, requestOf, type Naming } from "./naming.ts";
import { partsOf } from "./pinned.ts";
import { checkTrivial, prepare, type Prepared } from "./start/prepare.ts";
import { startText } from "./forms/preprocess.ts";
import { finishedBest, type ReduceResult } from "./result.ts";
import { ReduceSession } from "./session.ts";
import { subjectOf } from "./inputs.ts";
import { runSearch } from "./walk.ts";

export const runReduceJob = async (job: ReduceJob): Promise<ReduceResult> => {
  const { options, original, context, extraFiles } = job;
  const { origin } = context;
  for (const command of options.passes ?? []) checkCommand(command, origin);
  const subject = subjectOf(original, { origin, extraFiles, stdin: options.stdin ?? false });
  return await runPinned(
    context,
    () => partsOf(options, subject),
    (test) => withOracle(job, subject, test),
  );
};

const withOracle = async (job: ReduceJob, subject: Subject, { pins, fresh }: PinnedTest): Promise<ReduceResult> => {
  const { options, backend, original, context } = job;
  const { runs, signal, emit, warn } = context;
  const { source } = original;
  const timeout = backend.calibrationMs(options);
  const noStart = (message: string): void => warn("NOT_PREPROCESSED", message);
  const start = await startText({ options, source, subject, timeout, signal, warn: noStart });
  const request = requestOf(job, start);
  await breathe(signal);
  const known = fresh ? {} : earlierOracle(runs, request, pins);
  const { assembler } = original.disassembled ?? {};
  const seen = { source, ...(assembler !== undefined && { assembler }) };
  const open = await backend.openOracle({ options, subject, ...seen, ...known, signal, emit });
  try {
    const { oracle, learnt, advice } = open;
    emit({ type: "oracle", words: oracle.description, learnt });
    if (learnt) await judged(options.onLearnt?.(oracle.description));
    if (advice !== undefined) warn("VAGUE_TEST", advice);
    return await withSession(job, { open, naming: namingOf(request, oracle.identity), start, pins, fresh });
  } finally {
    await closing(open.close(), signal);
  }
};

/** A lesson that is refused ends the run, whatever the test has written meanwhile. */
const judged = async (judgement: Promise<void> | undefined): Promise<void> => {
  try {
    await judgement;
  } catch (error) {
    throw new Unexplained(error);
  }
};

interface OracleWork extends PinnedTest {
  readonly open: OpenOracle;
  readonly naming: Naming;
  /** Where the search starts if that fails, too. */
  readonly start: TestCase | undefined;
}

const withSession = async (job: ReduceJob, opened: OracleWork): Promise<ReduceResult> => {
  const { original, context } = job;
  const { open, naming, pins, fresh } = opened;
  const { runs, startedAt, signal, emit, warn } = context;
  const paths = pathsOfRun(runs, { name: original.name, hash: naming.hash });
  const session = new ReduceSession({ runs, paths, original, pins, fresh, startedAt, signal, emit });
  try {
    const earlier = session.earlier(original.sha256, pins, () =>
      warn("TEST_CHANGED_SINCE", "A program or file of the test has changed since this run began: pare starts over."),
    );
    if (earlier?.trivial !== undefined) checkTrivial(job, open.oracle.description, earlier.trivial);
    const best = finishedBest(earlier, session, original);
    if (earlier !== undefined && best !== undefined)
      return answerAgain(job, { open, session, record: { ...earlier, description: open.oracle.description } }, best);
    const external = openExternal(job, session.halt.signal);
    try {
      const plan = planOf(job, external.passes, opened.start);
      const prepared = await prepare(job, { open, session, pins, naming, earlier, plan });
      try {
        return await search(job, { open, session, record: prepared.record }, prepared);
      } finally {
        prepared.early?.end();
      }
    } finally {
      await closing(external.close(), signal);
    }
  } finally {
    await session.close();
  }
};

const openExternal = ({ options, language, context, extraFiles }: ReduceJob, signal: AbortSignal): OpenPasses => {
  const { passes: commands = [], passTimeout: timeout, sandbox = false } = options;
  return openPasses({
    commands,
    origin: context.origin,
    extraFiles,
    ...(language?.language !== undefined && { language: language.language.name }),
    ...(timeout !== undefined && { timeout }),
    sandbox,
    signal,
    warn: context.warn,
  });
};

/** Which search: by what was asked for and what was found out. */
const planOf = (
  { options, original, language: chosen }: ReduceJob,
  external: OpenPasses["passes"],
  start: TestCase | undefined,
): FilePlan => {
  const { language: _, ...choice } = options;
  const { language, languages } = chosen ?? {};
  const { kind, project } = original;
  return planCase(original.source, {
    ...choice,
    external,
    kind,
    ...(start !== undefined && { start }),
    ...(project !== undefined && { precise: project.precise }),
    isLast: isConfiguration,
    ...given({ language, languages }),
  });
};

const search = async (job: ReduceJob, run: OpenRun, prepared: Prepared): Promise<ReduceResult> => {
  const { options, backend, original, context } = job;
  const { signal, emit, warn } = context;
  const { open, session, record } = run;
  const { samples, probes, replayed, dropped, plan } = prepared;
  if (dropped > 0) warn("JOURNAL_DAMAGED", `${dropped} damaged records of the journal were dropped.`);
  const { oracle } = open;
  const { measured } = record;
  const { distrusted } = session;
  const wanted = options.jobs ?? backend.defaultJobs();
  const executor = await backend.openExecutor({ oracle, options, jobs: wanted, samples, measured, distrusted, emit });
  const { early } = prepared;
  const asked = backend.testsHere === true && early !== undefined ? early.known(executor.executor) : executor.executor;
  try {
    const jobs = executor.jobs ?? wanted;
    const resumption = replayed > 0 && { resumed: { outcomes: replayed, dropped } };
    announce(job, run, { jobs, ...resumption, ...given({ turns: plan.turns }) });
    session.take(original.source);
    // Workers were handed what the test was made of just now.
    session.vouch();
    const watched = { ...job, context: notingGivenUp(context, plan) };
    const outcome = await runSearch({
      job: watched,
      search: plan.search,
      session,
      executor: { ...executor, executor: asked },
    });
    const unasked = early?.end() ?? 0;
    const { run: ran, wasted } = outcome.tests;
    const before = open.runs + samples.length + probes;
    const tests = { ...outcome.tests, run: ran + before + unasked, wasted: wasted + unasked };
    const resumed = replayed > 0;
    return finish(job, run, { ...outcome, tests, start: prepared.start, resumed, jobs: executor.jobs ?? jobs });
  } finally {
    await closing(executor.executor.close(), signal);
  }
};

/** Says once that deletions were given up, when the first byte is to become zero instead. */
const notingGivenUp = (context: ReduceJob["context"], { format }: FilePlan): ReduceJob["context"] => {
  let isSaid = format !== "bytes";
  return {
    ...context,
    pass: (event) => {
      if (!isSaid && event.type === "test" && isGivenUp(event.step)) {
        isSaid = true;
        context.warn("DELETIONS_GIVEN_UP", givenUpText(event.number - 1));
      }
      context.pass(event);
    },
  };
};

const givenUpText = (tests: number): string =>
  `After ${tests} tests pare deletes no more bytes: the failure seems to need the others at their places. ` +
  "Bytes become zero instead. --format bytes tries to delete every single byte.";
