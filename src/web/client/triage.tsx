/** The live page of a triage: its bugs as rows, with a bar each. */
import type { JSX } from "preact";
import type { BugStanding } from "../../core/notes.ts";
import { count, counted, percent, rate, time } from "../../progress/figures.ts";
import { elapsed, left } from "../../progress/selectors.ts";
import type { Progress } from "../../progress/state.ts";
import { bugCounts, bugSizes, bugStateText, removedShare, type TriageProgress } from "../../progress/triage.ts";
import { useNow, type Feed } from "./feed.tsx";

interface TriageProps {
  readonly progress: Progress;
  readonly triage: TriageProgress;
  readonly feed: Feed;
}

export const Triage = ({ progress, triage, feed }: TriageProps): JSX.Element => {
  const now = useNow(feed);
  const { suite } = progress;
  const ms = elapsed(progress, now);
  const rest = progress.stage === "ended" ? undefined : left(progress, now).ms;
  const [all = "", ...states] = bugCounts(triage);
  const runs = suite?.executions ?? 0;
  return (
    <>
      <dl>
        <dt>files</dt>
        <dd id="files">
          {suite?.task === "sorting" && `${count(suite.done)} of `}
          {counted(triage.files, "file")}, {count(triage.copies)} copies, {count(triage.aside)} set aside
        </dd>
        <dt>bugs</dt>
        <dd id="counts">
          {all}
          {states.length > 0 && `: ${states.join(", ")}`}
        </dd>
        <dt>runs</dt>
        <dd>
          {count(runs)}, {rate(runs, ms)}, {counted(triage.jobs, "job")}
        </dd>
        <dt>time</dt>
        <dd>
          {time(ms)}
          {rest === undefined ? "" : `, ${time(rest)} left`}
        </dd>
        {triage.output !== undefined && (
          <>
            <dt>results</dt>
            <dd>
              <code>{triage.output}/index.html</code>
            </dd>
          </>
        )}
      </dl>
      <h2>The bugs</h2>
      {triage.bugs.length === 0 ? <p class="dim">None so far.</p> : <Bugs triage={triage} />}
    </>
  );
};

const HEADINGS = ["bug", "files", "bytes", "gone", "state"] as const;

const Bugs = ({ triage: { bugs, all } }: { readonly triage: TriageProgress }): JSX.Element => (
  <div class="wide" tabIndex={0} role="region" aria-label="the bugs">
    <table class="cards figures bugs">
      <thead>
        <tr>
          {HEADINGS.map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bugs.map((bug) => (
          <BugRow key={bug.id} bug={bug} />
        ))}
      </tbody>
    </table>
    {all > bugs.length && <p class="dim">and {count(all - bugs.length)} more, which index.html lists</p>}
  </div>
);

const BugRow = ({ bug }: { readonly bug: BugStanding }): JSX.Element => {
  const { id, title, kind, files, before, now, state } = bug;
  const rest = title.startsWith(kind) ? title.slice(kind.length) : ` ${title}`;
  return (
    <tr aria-current={state === "reducing" ? "true" : undefined}>
      <td>
        #{id} <b>{kind}</b>
        {rest}
      </td>
      <td data-name="files">{count(files)}</td>
      <td data-name="bytes">{bugSizes(bug)}</td>
      <td data-name="gone">
        <progress max={1} value={removedShare(bug)} aria-label={`gone of #${id}`} />{" "}
        {percent(Math.max(0, before - now), Math.max(1, before))}
      </td>
      <td data-name="state">{bugStateText(bug)}</td>
    </tr>
  );
};
