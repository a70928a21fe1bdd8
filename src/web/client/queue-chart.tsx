/** How many tests were in the queue over time. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Curve } from "../../progress/curve.ts";
import { count, time } from "../../progress/figures.ts";
import { plotColours, stepped, useScheme, WHOLE } from "./plots.tsx";

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
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const scheme = useScheme();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = new uPlot(optionsOf(element), dataOf(latest.current), element);
    plot.current = chart;
    const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [scheme]);
  useEffect(() => plot.current?.setData(dataOf(props)), [props.queue, props.until]);
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

const optionsOf = (element: HTMLElement): uPlot.Options => {
  const { axes, accent } = plotColours();
  return {
    width: element.clientWidth,
    height: HEIGHT,
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
