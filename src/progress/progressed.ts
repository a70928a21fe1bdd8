/** What an event changes: the one function that all reporters see a run through. */
import { given } from "../core/maybe.ts";
import type { IsolateEvent, ReduceEvent, SuiteProgressEvent, TriageProgressEvent } from "../core/notes.ts";
import { withChange, withFigures } from "./cluster.ts";
import { extended } from "./curve.ts";
import { worked } from "./work.ts";
import { activeMs, withPause } from "./pauses.ts";
import { begunAgain, withSuccess, withTest } from "./passes.ts";
import { triageAfter } from "./triage.ts";
import type { AcceptedStep, LevelProgress, Progress, Sample, SuiteProgress, Tally } from "./state.ts";

/** The run ended with an error; told by the command that caught it. */
interface Breakage {
  readonly type: "error";
  readonly code: string;
  readonly message: string;
  readonly ms: number;
}

export type ProgressEvent = ReduceEvent | IsolateEvent | SuiteProgressEvent | TriageProgressEvent | Breakage;

type Of<Type extends ProgressEvent["type"]> = Extract<ProgressEvent, { readonly type: Type }>;

/** Pure: the given state stays as it is. Events of types it does not know change nothing but the time. */
export const progressed = (state: Progress, event: ProgressEvent): Progress =>
  // Most events are tests: they take the short way.
  event.type === "test"
    ? tested(state, event)
    : {
        ...(event.type === "start" ? goingOn(state) : state),
        ...change(state, event),
        ms: Math.max(state.ms, event.ms),
      };

/** A search that begins once more has not ended. */
const goingOn = (state: Progress): Progress => {
  const { end: _, ...others } = state;
  return others;
};

const change = (state: Progress, event: Exclude<ProgressEvent, Of<"test">>): Partial<Progress> => {
  switch (event.type) {
    case "best":
      return improved(state, event);
    case "activity":
      return active(state, event);
    case "start":
      return started(state, event);
    case "oracle":
      return { oracle: event.words };
    case "original":
      return { original: { runs: event.runs, slowestMs: event.slowestMs } };
    case "run":
      return "input" in event ? begun(event) : {};
    case "control":
      return controlled(state, event);
    case "recheck":
      return { rechecks: rechecked(state, event) };
    case "revised":
      return { revised: state.revised + 1 };
    case "drift":
      return { drift: event.drift };
    case "warning":
      return { warnings: [...state.warnings, { code: event.code, message: event.message }].slice(-MAX_WARNINGS) };
    case "cluster":
      return { cluster: withFigures(state.cluster, event.figures, event.ms) };
    case "worker":
      return { cluster: withChange(state.cluster, event, event.ms) };
    case "published":
      return { published: { path: event.path, bytes: event.bytes } };
    case "end":
      return ended(state, event);
    case "error":
      return { stage: "broken", paused: false, error: { code: event.code, message: event.message } };
    case "preparing":
      return { preparing: event.text };
    case "level":
      return { level: levelled(state.level, event), pass: event.name };
    case "ends":
      return { oracle: event.bad };
    case "task":
    case "execution":
    case "reduced":
      return { suite: suiteAfter(state.suite ?? NO_SUITE, event) };
    case "triage":
    case "sorted":
    case "bug":
    case "triaged":
      return triaged(state, event);
    case "commit":
    default:
      return {};
  }
};

const levelled = (before: LevelProgress | undefined, { goal, changes }: Of<"level">): LevelProgress => ({
  goal,
  changes,
  total: Math.max(before?.total ?? 0, changes),
});

const NO_SUITE: SuiteProgress = { task: "", done: 0, tests: 0, executions: 0, units: { before: 0, after: 0 } };

const suiteAfter = (suite: SuiteProgress, event: SuiteProgressEvent): SuiteProgress => {
  const { units } = suite;
  switch (event.type) {
    case "task":
      return { ...suite, task: event.name, done: event.done, tests: event.tests };
    case "execution":
      return { ...suite, executions: suite.executions + 1 };
    case "reduced":
      return { ...suite, units: { before: units.before + event.before, after: units.after + event.after } };
  }
};

/** Whoever looks back sees the steps of the bug that is being reduced. */
const triaged = (state: Progress, event: Of<"triage" | "sorted" | "bug" | "triaged">): Partial<Progress> => {
  const triage = triageAfter(state.triage, event);
  if (event.type === "triaged") return { ...withPause(state, false, event.ms), triage, stage: "ended" };
  if (event.type !== "bug") return { triage };
  const { best, bug } = event;
  return { triage, ...(best !== undefined && { bestKey: best.key, from: bug.before, best: bug.now }) };
};

const MAX_WARNINGS = 20;
const MAX_STEPS = 512;
const MAX_SAMPLES = 24;
const SAMPLE_MS = 500;
const MAX_SKIPPED = 64;

type ReduceRun = Extract<ReduceEvent, { readonly type: "run" }>;

const begun = (event: ReduceRun): Partial<Progress> => {
  const { path, input, words, format, strategy, jobs, resumed, finished = false } = event;
  const { aim, turns } = event;
  const known = resumed?.outcomes ?? 0;
  return {
    oracle: words,
    run: { path, input, words, format, strategy, jobs, known, finished, ...given({ aim, turns }) },
    from: input.bytes,
    best: input.bytes,
    ...(finished && { stage: "ended" as const }),
  };
};

/** A second start follows a best that was luck: the curves go on, from the size of the source. */
const started = (state: Progress, { size, ms }: Of<"start">): Partial<Progress> => ({
  stage: "searching",
  searchMs: state.overTests.points.length === 0 ? ms : state.searchMs,
  lastTestMs: ms,
  from: size,
  best: size,
  bestKey: "",
  overTests: extended(state.overTests, state.tests.committed, size),
  overTime: extended(state.overTime, activeMs(state, ms), size),
  passes: begunAgain(state.passes),
  accepted: 0,
  steps: [],
  activity: { ...state.activity, running: 0 },
});

const tested = (state: Progress, event: Of<"test">): Progress => {
  const { step, provenance, ms } = event;
  const pass = step.pass ?? step.phase;
  const tests = counted(state.tests, event);
  const work = worked(state, pass, provenance === "run");
  const { samples } = state;
  return {
    ...state,
    tests,
    pass,
    lastTestMs: ms,
    passes: withTest(state.passes, { pass, provenance, ms: Math.max(0, ms - state.lastTestMs) }),
    samples: isDue(samples, ms) ? sampled({ ...state, tests }, ms) : samples,
    ...(work !== undefined && { work }),
    ms: Math.max(state.ms, ms),
  };
};

const counted = (tests: Tally, { verdict, provenance }: Of<"test">): Tally => ({
  committed: tests.committed + 1,
  outcomes: { ...tests.outcomes, [verdict.outcome]: tests.outcomes[verdict.outcome] + 1 },
  provenances: { ...tests.provenances, [provenance]: tests.provenances[provenance] + 1 },
  timeouts: tests.timeouts + (verdict.reason === "timeout" ? 1 : 0),
});

const improved = (state: Progress, { size, key, ms }: Of<"best">): Partial<Progress> => {
  if (key === state.bestKey) return {};
  const pass = state.pass ?? "";
  const { committed: tests } = state.tests;
  const number = state.accepted + 1;
  return {
    best: size,
    bestKey: key,
    overTests: extended(state.overTests, tests, size),
    overTime: extended(state.overTime, activeMs(state, ms), size),
    passes: withSuccess(state.passes, { pass, removed: state.best - size }),
    accepted: number,
    steps: withStep(state.steps, { number, tests, ms, size, pass, key }),
  };
};

/** When there are too many, every second one of the older half goes. */
const withStep = (steps: readonly AcceptedStep[], step: AcceptedStep): readonly AcceptedStep[] => {
  const longer = [...steps, step];
  if (longer.length <= MAX_STEPS) return longer;
  return longer.filter((_, index) => index % 2 === 0 || index >= MAX_STEPS / 2);
};

const active = (state: Progress, event: Of<"activity">): Partial<Progress> => {
  const { started: starts, running, busyMs, last, failing, ms } = event;
  const activity = { started: starts, running, busyMs };
  return {
    activity,
    ...given({ output: last, failing }),
    samples: sampled({ ...state, activity }, ms),
  };
};

const isDue = (samples: readonly Sample[], ms: number): boolean =>
  ms - (samples.at(-1)?.ms ?? Number.NEGATIVE_INFINITY) >= SAMPLE_MS;

const sampled = ({ samples, activity, tests }: Progress, ms: number): readonly Sample[] => {
  if (!isDue(samples, ms)) return samples;
  const sample = { ...activity, ms, committed: tests.committed, run: tests.provenances.run };
  return [...samples, sample].slice(-MAX_SAMPLES);
};

const controlled = (state: Progress, { control, pass, ms }: Of<"control">): Partial<Progress> => {
  if (control === "skip") return pass === undefined ? {} : { skipped: [...state.skipped, pass].slice(-MAX_SKIPPED) };
  return withPause(state, control === "pause" || (control === "stop" && state.paused), ms);
};

const rechecked = ({ rechecks }: Progress, { outcome }: Of<"recheck">): Progress["rechecks"] =>
  outcome === "fail" ? { ...rechecks, held: rechecks.held + 1 } : { ...rechecks, failed: rechecks.failed + 1 };

/** The driver has the last word on the size: a complete search may end on another best than the last one told. */
const ended = (
  state: Progress,
  { status, reason, claims, skipped, tests, size, ms }: Of<"end">,
): Partial<Progress> => ({
  ...withPause(state, false, ms),
  stage: "ended",
  best: size,
  end: {
    status,
    ...(reason !== undefined && { reason }),
    claims,
    ...(skipped !== undefined && { skipped }),
    tests,
    size,
    ms,
  },
});

/** The state after some events. */
export const progressedBy = (state: Progress, events: Iterable<ProgressEvent>): Progress => {
  let current = state;
  for (const event of events) current = progressed(current, event);
  return current;
};
