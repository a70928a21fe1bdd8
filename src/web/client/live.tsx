/** The live page of a run: follows it by server-sent events, shows its steps, and steers it where the address has the token. */
import { render, type JSX } from "preact";
import { useCallback, useEffect, useMemo } from "preact/hooks";
import type { Aim } from "../../core/claim.ts";
import { count, counted, percent, time } from "../../progress/figures.ts";
import { outcomeWord } from "../../progress/outcomes.ts";
import { isOver } from "../../progress/selectors.ts";
import type { Progress } from "../../progress/state.ts";
import { driftLines } from "../../reporters/reduce/drift-lines.ts";
import { visible } from "../../core/visible.ts";
import { reasonText } from "../../reporters/stop-reasons.ts";
import { Best } from "./best.tsx";
import { SizeChart } from "./chart.tsx";
import { Cluster } from "./cluster.tsx";
import { ControlBar } from "./control-bar.tsx";
import { useFeed, type Feed } from "./feed.tsx";
import { Figures } from "./figures.tsx";
import { useSteps, type StepsSoFar } from "./live-steps.tsx";
import { Passes } from "./passes.tsx";
import { Steps } from "./steps.tsx";
import { takeToken } from "./token.tsx";
import { Triage } from "./triage.tsx";

const token = takeToken();

const App = (): JSX.Element => {
  const feed = useFeed();
  const steps = useSteps(feed);
  const { progress } = feed;
  const name = (progress?.run?.input.path ?? "").replace(/^.*\//, "") || "pare";
  useEffect(() => {
    document.title = progress === undefined ? "pare" : titleOf(progress, name);
  });
  if (progress === undefined) return <Waiting feed={feed} />;
  if (progress.triage !== undefined)
    return (
      <main>
        <h1>pare triage</h1>
        <State feed={feed} progress={progress} />
        <Triage progress={progress} triage={progress.triage} feed={feed} />
        <Remarks progress={progress} />
      </main>
    );
  return (
    <main>
      <header>
        <h1>{name}</h1>
        <Sizes progress={progress} />
      </header>
      <State feed={feed} progress={progress} />
      <div class="sides">
        <section>
          <h2>How the size falls</h2>
          <SizeChart progress={progress} />
        </section>
        <section>
          <h2>{isOver(progress) ? "The result" : "The best so far"}</h2>
          {steps.reader === undefined ? (
            <Missing progress={progress} state={steps.state} what="It is" />
          ) : (
            <Best reader={steps.reader} name={name} />
          )}
        </section>
      </div>
      <Figures progress={progress} feed={feed} />
      {progress.cluster !== undefined && <Cluster cluster={progress.cluster} ms={progress.ms} />}
      <section>
        <h2>Step by step</h2>
        <Story feed={feed} progress={progress} name={name} steps={steps} />
      </section>
      <section>
        <h2>The passes</h2>
        <Passes progress={progress} />
      </section>
      {progress.output !== undefined && <LastTest output={progress.output} aim={progress.run?.aim} />}
      <Remarks progress={progress} />
    </main>
  );
};

/** Nothing before the original is known. */
const Sizes = ({ progress: { from, best } }: { readonly progress: Progress }): JSX.Element | null =>
  from === 0 ? null : (
    <p class="big">
      <span id="sizes">
        {count(from)} → {counted(best, "byte")}
      </span>{" "}
      <span class="dim">({percent(best, from)})</span>
    </p>
  );

const Waiting = ({ feed }: { readonly feed: Feed }): JSX.Element => (
  <main>
    <h1>pare</h1>
    <p role="status">{feed.connected ? "Waiting for the run…" : "Connecting…"}</p>
  </main>
);

/** In words, and the buttons that change it. */
const State = ({ feed, progress }: { readonly feed: Feed; readonly progress: Progress }): JSX.Element => (
  <>
    <p class="state" role="status" data-stage={progress.stage}>
      {stateWords(feed, progress)}
    </p>
    <ControlBar progress={progress} token={token} connected={feed.connected} />
  </>
);

/** What comes first is seen in the narrowest tab. */
const titleOf = (progress: Progress, name: string): string => {
  const done = progress.stage === "ended" ? "✓ " : progress.stage === "broken" ? "✗ " : "";
  const { triage, suite } = progress;
  const task = done === "" && suite !== undefined ? `, ${suite.task}` : "";
  if (triage !== undefined) return `${done}${counted(triage.all, "bug")}${task} – pare triage`;
  return progress.run === undefined ? name : `${done}${percent(progress.best, progress.from)} ${name}`;
};

interface MissingProps {
  readonly progress: Progress;
  readonly state: StepsSoFar["state"];
  /** "It is", "The steps are". */
  readonly what: string;
}

/** Why there is nothing to see. */
const Missing = ({ progress, state, what }: MissingProps): JSX.Element => (
  <p class="dim">
    {progress.run === undefined
      ? "The original is tested first."
      : state === "loading"
        ? "Loading…"
        : `${what} too large to be shown so far.`}
  </p>
);

interface StoryProps {
  readonly feed: Feed;
  readonly progress: Progress;
  readonly name: string;
  readonly steps: StepsSoFar;
}

const Story = ({ feed, progress, name, steps: { reader, state } }: StoryProps): JSX.Element => {
  const outputOf = useCallback(async (number: number) => {
    const response = await fetch(`/api/steps/${number}`).catch(() => undefined);
    if (response?.ok !== true) return undefined;
    return ((await response.json()) as { readonly output?: string }).output;
  }, []);
  const addressOf = useMemo(() => (number: number) => `/api/steps/${number}/content`, []);
  if (reader === undefined) return <Missing progress={progress} state={state} what="The steps are" />;
  return (
    <Steps
      key={feed.session}
      reader={reader}
      name={name}
      follow={!isOver(progress)}
      outputOf={outputOf}
      addressOf={feed.connected ? addressOf : undefined}
    />
  );
};

const LastTest = ({
  output,
  aim,
}: {
  readonly output: NonNullable<Progress["output"]>;
  readonly aim: Aim | undefined;
}): JSX.Element => (
  <section>
    <h2>The last test</h2>
    <p>
      <span class={`outcome-${output.outcome}`}>{outcomeWord(output.outcome, aim)}</span>
      {output.reason === undefined ? "" : `: ${output.reason}`}, {time(output.ms)}
    </p>
    {(output.text ?? "") !== "" && (
      <pre class="view wrap lastoutput" tabIndex={0} role="region" aria-label="output of the last test">
        {visible(output.text ?? "")}
      </pre>
    )}
  </section>
);

const Remarks = ({ progress }: { readonly progress: Progress }): JSX.Element => (
  <>
    {progress.drift !== undefined && (
      <section>
        <h2>The message differs from that of the original</h2>
        <pre class="view wrap drift" tabIndex={0} role="region" aria-label="both messages">
          {visible(driftLines(progress.drift).join("\n"))}
        </pre>
      </section>
    )}
    {progress.warnings.length > 0 && (
      <section>
        <h2>Notes</h2>
        <ul>
          {progress.warnings.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </section>
    )}
  </>
);

/** So many times nobody has answered: nobody will. */
const GIVEN_UP = 5;

const stateWords = ({ connected, tries }: Feed, progress: Progress): string => {
  const { triage } = progress;
  const what =
    triage === undefined ? `${count(progress.from)} → ${counted(progress.best, "byte")}` : counted(triage.all, "bug");
  const sizes = `${what}, you can close this tab`;
  if (progress.stage === "broken") return `pare ended with an error: ${progress.error?.message ?? "?"}`;
  if (progress.stage === "ended") {
    const { status, reason } = progress.end ?? { status: triage?.status };
    if (status !== "stopped") return `finished: ${sizes}`;
    return `stopped${reason === undefined ? "" : ` (${reasonText(reason)})`}: ${sizes}`;
  }
  if (!connected)
    return tries < GIVEN_UP
      ? "pare does not answer; trying again…"
      : "pare is gone. This page shows its last state; the same command resumes the run.";
  if (progress.paused) return "paused";
  if (triage !== undefined) return progress.suite?.task ?? "opening";
  return progress.stage === "opening" ? "testing the original" : "searching";
};

render(<App />, document.getElementById("app") as HTMLElement);
