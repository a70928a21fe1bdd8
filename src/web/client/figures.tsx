/** The figures of a run: what is kept, how many tests there were, how fast it goes, how long it takes. */
import type { JSX } from "preact";
import { provedText, untriedIn, untriedText, type Proof } from "../../core/claim.ts";
import { count, counted, percent, time } from "../../progress/figures.ts";
import { estimateTexts } from "../../progress/estimate.ts";
import { outcomeText } from "../../progress/outcomes.ts";
import { isOver, left, proofOf, recentPace, wasted, currentPass, yieldOf, elapsed } from "../../progress/selectors.ts";
import type { Progress } from "../../progress/state.ts";
import { useNow, type Feed } from "./feed.tsx";

const OUTCOMES = ["fail", "pass", "unresolved"] as const;

export const Figures = ({ progress, feed }: { readonly progress: Progress; readonly feed: Feed }): JSX.Element => {
  const now = useNow(feed);
  const { tests, run, end, cluster } = progress;
  const { perSecond, parallel } = recentPace(progress, now);
  const waste = wasted(progress);
  const pass = currentPass(progress);
  const rest = left(progress, now);
  return (
    <dl>
      <dt>condition</dt>
      <dd>{progress.oracle ?? "…"}</dd>
      {end !== undefined && <Proved proof={proofOf(progress, end)} />}
      <dt>pass</dt>
      <dd>{pass === undefined ? "–" : `${pass.pass}, ${(100 * yieldOf(pass)).toFixed(1)} % of its tests succeed`}</dd>
      <dt>tests</dt>
      <dd id="tests">
        {count(tests.committed)}:{" "}
        {OUTCOMES.map((outcome) => (
          <>
            <span class={tests.outcomes[outcome] === 0 ? "" : `outcome-${outcome}`}>
              {outcomeText(outcome, tests.outcomes[outcome], run?.aim)}
            </span>
            {outcome === "unresolved" ? "" : ", "}
          </>
        ))}
        {tests.timeouts > 0 && ` (${counted(tests.timeouts, "timeout")})`}
        {tests.provenances.recalled > 0 && (
          <span class="dim">; {count(tests.provenances.recalled)} of them recalled (known from before)</span>
        )}
      </dd>
      <dt>speed</dt>
      <dd>
        {isOver(progress) ? "" : `${perSecond.toFixed(1)} tests a second, `}
        {parallel === undefined || isOver(progress) || cluster !== undefined ? "" : `${parallel.toFixed(1)} at once, `}
        {cluster === undefined ? `${counted(run?.jobs ?? 1, "job")}, ` : ""}
        {percent(waste.tests, Math.max(1, waste.tests + tests.provenances.run))} of the runs not needed{" "}
        <span class="dim">(started early)</span>
      </dd>
      <dt>time</dt>
      <dd>
        {time(elapsed(progress, now))}
        {estimateTexts(progress).map((text) => `, ${text}`)}
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

const Proved = ({ proof }: { readonly proof: Proof }): JSX.Element => (
  <>
    <dt>guaranteed</dt>
    <dd>{provedText(proof)}</dd>
    {untriedIn(proof).map((each) => (
      <>
        <dt>not tried</dt>
        <dd>{untriedText(each)}</dd>
      </>
    ))}
  </>
);
