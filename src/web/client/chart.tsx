/** A curve as reports draw it, and the size of the best over tests or over time. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { count } from "../../progress/figures.ts";
import type { Progress } from "../../progress/state.ts";
import { curveSvg, type CurveWords } from "../../reporters/html/curve.ts";

interface CurveProps extends CurveWords {
  readonly points: readonly (readonly [at: number, value: number])[];
  readonly until: number;
}

/** The value holds up to now. Only numbers are in the markup. */
export const Curve = ({ points, until, ...words }: CurveProps): JSX.Element => {
  const [at, value] = points.at(-1) ?? [0, 0];
  const html = curveSvg([...points, [Math.max(until, at), value]], words);
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
};

type Axis = "tests" | "time";

export const SizeChart = ({ progress }: { readonly progress: Progress }): JSX.Element => {
  const [axis, choose] = useState<Axis>("tests");
  const { overTests, overTime, tests, ms, from, best } = progress;
  if (overTests.points.length === 0) return <p class="dim">The curve begins with the first test.</p>;
  return (
    <>
      <Curve
        points={axis === "tests" ? overTests.points : overTime.points}
        until={axis === "tests" ? tests.committed : ms}
        across={axis}
        label={`size over ${axis}: from ${count(from)} to ${count(best)} bytes`}
      />
      <div class="bar" role="group" aria-label="the curve over">
        {(["tests", "time"] as const).map((each) => (
          <button type="button" key={each} aria-pressed={axis === each} onClick={() => choose(each)}>
            over {each}
          </button>
        ))}
      </div>
    </>
  );
};
