/** The cluster that a run is on: who works, how much waits, what was wasted. Names and reasons are text, never markup. */
import type { JSX } from "preact";
import { allWorkers, wasteTexts, workerCells, workerRow, workerTexts } from "../../progress/cluster-selectors.ts";
import type { ClusterProgress } from "../../progress/cluster.ts";
import { count, counted, time } from "../../progress/figures.ts";
import { Curve } from "./chart.tsx";
import { FiguresTable } from "./figures-table.tsx";

interface ClusterProps {
  readonly cluster: ClusterProgress;
  /** The time of the last event: the curve goes that far. */
  readonly ms: number;
}

export const Cluster = ({ cluster, ms }: ClusterProps): JSX.Element => {
  const { counts, listed, aside, changes, workers } = cluster;
  const queue = cluster.queue.points;
  const most = queue.reduce((high, [, depth]) => Math.max(high, depth), 0);
  const waste = wasteTexts(counts);
  const more = allWorkers(cluster) - listed.length;
  return (
    <section id="cluster">
      <h2>Cluster</h2>
      <dl>
        <dt>workers</dt>
        <dd>
          {workerTexts(cluster).join(", ")}, {counted(counts.slots, "slot")}
        </dd>
        <dt>tests</dt>
        <dd>
          {count(counts.queued)} waiting, {count(counts.running)} running, {count(counts.done)} done
        </dd>
        <dt>waste</dt>
        <dd>{waste.length === 0 ? "none so far" : waste.join(", ")}</dd>
      </dl>
      <h3>Tests that wait</h3>
      <Curve
        points={queue}
        until={ms}
        across="time"
        of="number"
        label={`tests in the queue over time: ${count(queue.at(-1)?.[1] ?? 0)} now, ${count(most)} at most`}
      />
      {listed.length > 0 && <Workers cluster={cluster} />}
      {more > 0 && <p class="dim">… and {count(more)} more.</p>}
      {aside.length > 0 && (
        <>
          <h3>Set aside</h3>
          <ul>
            {aside.map(({ name, reason }, at) => (
              <li key={at}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
            {workers.unfit > aside.length && <li class="dim">… and {count(workers.unfit - aside.length)} more</li>}
          </ul>
        </>
      )}
      {changes.length > 0 && (
        <details>
          <summary>What has changed lately</summary>
          <ul>
            {changes.toReversed().map((change, at) => (
              <li key={at}>
                <span class="dim">{time(change.ms)}:</span> {change.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
};

const HEADINGS = ["worker", "state", "running of slots", "rate", "latency", "load", "done"];

const Workers = ({ cluster: { listed } }: { readonly cluster: ClusterProgress }): JSX.Element => {
  const rows = listed.map(workerRow);
  return (
    <FiguresTable
      label="the workers"
      name="workers"
      headings={HEADINGS}
      rows={rows.map((row) => [row.name, ...workerCells(row)])}
      dim={(row) => !(rows[row]?.works ?? true)}
    />
  );
};
