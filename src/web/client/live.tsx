/** The live page of a run: follows it by server-sent events, shows its steps, and steers it where the address has the token. */
import { render, type JSX } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import { count, counted, percent, time } from "../../progress/figures.ts";
import { OUTCOME_WORDS, outcomesText } from "../../progress/outcomes.ts";
import { isOver, left, proofOf, recentPace, wasted, currentPass, yieldOf, elapsed } from "../../progress/selectors.ts";
import type { Progress } from "../../progress/state.ts";
import { provedText, untriedIn, untriedText } from "../../core/claim.ts";
import { driftLines } from "../../reporters/reduce/drift-lines.ts";
import { visible } from "../../core/visible.ts";
import { Chart } from "./chart.tsx";
import { Cluster } from "./cluster.tsx";
import { ControlBar } from "./control-bar.tsx";
import { useFeed, useNow, type Feed } from "./feed.tsx";
import { useSteps } from "./live-steps.tsx";
import { Passes } from "./passes.tsx";
import { Steps } from "./steps.tsx";
import { takeToken } from "./token.tsx";

const token = takeToken();

const App = (): JSX.Element => {
  const feed = useFeed();
  const { progress } = feed;
  if (progress === undefined)
    return (
      <main>
        <h1>pare</h1>
        <p role="status">{feed.connected ? "Waiting for the run…" : "Connecting…"}</p>
      </main>
    );
  const name = (progress.run?.input.path ?? "").replace(/^.*\//, "") || "pare";
  return (
    <main>
      <header>
        <h1>{name}</h1>
        <p class="state" role="status" data-stage={progress.stage}>
          {stateWords(feed, progress)}
        </p>
      </header>
      <p class="big">
        <span id="sizes">
          {count(progress.from)} → {counted(progress.best, "byte")}
        </span>{" "}
        <span class="dim">({percent(progress.best, progress.from)})</span>
      </p>
      <ControlBar progress={progress} token={token} connected={feed.connected} />
      <Figures progress={progress} feed={feed} />
      <section>
        <h2>How the size falls</h2>
        <Chart progress={progress} />
      </section>
      {progress.cluster !== undefined && <Cluster cluster={progress.cluster} ms={progress.ms} />}
      <section>
        <h2>Step by step</h2>
        <StepsSoFar feed={feed} progress={progress} name={name} />
      </section>
      <section>
        <h2>The passes</h2>
        <Passes progress={progress} />
      </section>
      {progress.output !== undefined && <LastTest output={progress.output} />}
      <Remarks progress={progress} />
    </main>
  );
};

interface StepsSoFarProps {
  readonly feed: Feed;
  readonly progress: Progress;
  readonly name: string;
}

const StepsSoFar = ({ feed, progress, name }: StepsSoFarProps): JSX.Element => {
  const reader = useSteps(feed);
  const outputOf = useCallback(async (number: number) => {
    const response = await fetch(`/api/steps/${number}`).catch(() => undefined);
    if (response?.ok !== true) return undefined;
    return ((await response.json()) as { readonly output?: string }).output;
  }, []);
  const addressOf = useMemo(() => (number: number) => `/api/steps/${number}/content`, []);
  if (reader === undefined)
    return (
      <p class="dim">
        {progress.accepted === 0 ? "No step has been accepted yet." : "The steps are too large to be shown so far."}
      </p>
    );
  return (
    <Steps
      key={feed.session}
      reader={reader}
      name={name}
      follow
      outputOf={outputOf}
      addressOf={feed.connected ? addressOf : undefined}
    />
  );
};

const LastTest = ({ output }: { readonly output: NonNullable<Progress["output"]> }): JSX.Element => (
  <section>
    <h2>The last test</h2>
    <p>
      {OUTCOME_WORDS[output.outcome]}
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

const stateWords = ({ connected }: Feed, progress: Progress): string => {
  if (progress.stage === "broken") return `ended with an error: ${progress.error?.message ?? "?"}`;
  if (progress.stage === "ended") {
    const { status, reason } = progress.end ?? {};
    return status === "stopped" ? `stopped${reason === undefined ? "" : ` (${reason})`}` : "complete";
  }
  if (!connected) return "the connection is lost; trying again…";
  if (progress.paused) return "paused";
  return progress.stage === "opening" ? "looking at the original" : "searching";
};

const Figures = ({ progress, feed }: { readonly progress: Progress; readonly feed: Feed }): JSX.Element => {
  const now = useNow(feed);
  const { tests, run, end, cluster } = progress;
  const { perSecond, parallel } = recentPace(progress, now);
  const waste = wasted(progress);
  const pass = currentPass(progress);
  const rest = left(progress, now);
  return (
    <dl>
      <dt>what counts</dt>
      <dd>{progress.oracle ?? "…"}</dd>
      {end !== undefined && (
        <>
          <dt>guaranteed</dt>
          <dd>{provedText(proofOf(progress, end))}</dd>
          {untriedIn(proofOf(progress, end)).map((each) => (
            <>
              <dt>not tried</dt>
              <dd>{untriedText(each)}</dd>
            </>
          ))}
        </>
      )}
      <dt>pass</dt>
      <dd>{pass === undefined ? "–" : `${pass.pass}, ${(100 * yieldOf(pass)).toFixed(1)} % of its tests succeed`}</dd>
      <dt>tests</dt>
      <dd id="tests">
        {count(tests.committed)}: {outcomesText({ ...tests.outcomes, timeouts: tests.timeouts })}
        {tests.provenances.recalled > 0 && (
          <span className="dim">; {count(tests.provenances.recalled)} of them recalled (known from before)</span>
        )}
      </dd>
      <dt>speed</dt>
      <dd>
        {isOver(progress) ? "" : `${perSecond.toFixed(1)} tests a second, `}
        {parallel === undefined || isOver(progress) || cluster !== undefined ? "" : `${parallel.toFixed(1)} at once, `}
        {cluster === undefined ? `${counted(run?.jobs ?? 1, "job")}, ` : ""}
        {percent(waste.tests, Math.max(1, waste.tests + tests.provenances.run))} of the runs ahead in vain{" "}
        <span className="dim">(started early, then not needed)</span>
      </dd>
      <dt>time</dt>
      <dd>
        {time(elapsed(progress, now))}
        {rest.ms === undefined || isOver(progress) ? "" : `, ${time(rest.ms)} left`}
        {rest.tests === undefined || isOver(progress) ? "" : `, ${counted(rest.tests, "test")} left`}
      </dd>
      {progress.published !== undefined && (
        <>
          <dt>result</dt>
          <dd>
            <code>{progress.published.path}</code>
          </dd>
        </>
      )}
    </dl>
  );
};

render(<App />, document.getElementById("app") as HTMLElement);
