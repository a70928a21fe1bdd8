/** How many tests were in the queue over time. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import type { Curve } from "../../progress/curve.ts";
import { count, time } from "../../progress/figures.ts";
import { plotColours, stepped, usePlot, WHOLE } from "./plots.tsx";

const HEIGHT = 140;

interface QueueProps {
  readonly queue: Curve;
  /** The last depth holds up to then. */
  readonly until: number;
}

const dataOf = ({ queue: { points }, until }: QueueProps): uPlot.AlignedData => {
  const [at, depth] = points.at(-1) ?? [0, 0];
  return [
    [...points.map(([ms]) => ms), Math.max(until, at)],
    [...points.map(([, queued]) => queued), depth],
  ];
};

export const QueueChart = (props: QueueProps): JSX.Element => {
  const { queue, until } = props;
  const data = useMemo(() => dataOf({ queue, until }), [queue, until]);
  const place = usePlot({ data, height: HEIGHT, options: optionsOf, kind: "queue" });
  const most = props.queue.points.reduce((high, [, depth]) => Math.max(high, depth), 0);
  return (
    <div
      ref={place}
      class="queue"
      role="img"
      aria-label={`tests in the queue over time: ${count(props.queue.points.at(-1)?.[1] ?? 0)} now, ${count(most)} at most`}
    />
  );
};

const optionsOf = (): Omit<uPlot.Options, "width" | "height"> => {
  const { axes, accent } = plotColours();
  return {
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, __, high) => [0, Math.max(1, high)] } },
    axes: [
      { ...axes, values: (_, values) => values.map(time) },
      {
        ...axes,
        size: 64,
        label: "waiting tests",
        labelSize: 18,
        incrs: WHOLE,
        values: (_, values) => values.map(count),
      },
    ],
    series: [{}, { label: "tests", stroke: accent, width: 2, ...stepped(), points: { show: false } }],
  };
};
