/** The size over tests or over time, on a logarithmic scale. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type uPlot from "uplot";
import { count, time } from "../../progress/figures.ts";
import type { Progress } from "../../progress/state.ts";
import { plotColours, stepped, usePlot, WHOLE } from "./plots.tsx";

type Axis = "tests" | "time";

const HEIGHT = 240;
/** By the number: the enumeration of uPlot is one of types alone. */
const LOGARITHMIC: object = { distr: 3 };

/** A size holds up to now. */
const dataOf = ({ overTests, overTime, tests, ms, best }: Progress, axis: Axis): uPlot.AlignedData => {
  const points = axis === "tests" ? overTests.points : overTime.points;
  const end = axis === "tests" ? tests.committed : ms;
  const xs = points.map(([at]) => at);
  const ys = points.map(([, size]) => Math.max(1, size));
  return points.length === 0
    ? [[0], [1]]
    : [
        [...xs, Math.max(end, xs.at(-1) ?? 0)],
        [...ys, Math.max(1, best)],
      ];
};

export const Chart = ({ progress }: { readonly progress: Progress }): JSX.Element => {
  const [axis, choose] = useState<Axis>("tests");
  const data = useMemo(() => dataOf(progress, axis), [progress, axis]);
  const place = usePlot({ data, height: HEIGHT, options: () => optionsOf(axis), kind: axis });
  return (
    <>
      <div class="bar" role="group" aria-label="the curve over">
        {(["tests", "time"] as const).map((each) => (
          <button type="button" key={each} aria-pressed={axis === each} onClick={() => choose(each)}>
            over {each}
          </button>
        ))}
      </div>
      <div
        ref={place}
        class="chart"
        role="img"
        aria-label={`size over ${axis}: from ${count(progress.from)} to ${count(progress.best)} bytes`}
      />
    </>
  );
};

const short = (bytes: number): string => {
  if (bytes < 1000) return `${count(bytes)} B`;
  return bytes < 1e6 ? `${count(bytes / 1000)} kB` : `${count(bytes / 1e6)} MB`;
};

/** Whole powers of ten around the sizes: ticks then stand at round numbers. */
const decades = (low: number, high: number): [number, number] => {
  const from = Math.floor(Math.log10(Math.max(1, low)));
  return [10 ** from, 10 ** Math.max(from + 1, Math.ceil(Math.log10(Math.max(1, high))))];
};

const optionsOf = (axis: Axis): Omit<uPlot.Options, "width" | "height"> => {
  const { axes, accent } = plotColours();
  const at = (value: number): string => (axis === "tests" ? count(value) : time(value));
  return {
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { ...LOGARITHMIC, range: (_, low, high) => decades(low, high) } },
    axes: [
      { ...axes, ...(axis === "tests" && { incrs: WHOLE }), values: (_, values) => values.map(at) },
      { ...axes, size: 64, values: (_, values) => values.map((value) => (value === null ? "" : short(value))) },
    ],
    series: [
      {},
      {
        label: "bytes",
        stroke: accent,
        width: 2,
        ...stepped(),
        points: { show: false },
      },
    ],
  };
};
