/** The size over tests or over time, on a logarithmic scale, as SVG: shown without any script. */
import { count, time } from "../../progress/figures.ts";

type Point = readonly [at: number, size: number];

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 56;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;

export interface CurveWords {
  /** What it shows, for those who do not see it. */
  readonly label: string;
  readonly axis: "tests" | "time";
}

/** Nothing for less than two points. `until`: where the last size ends. */
export const curveSvg = (points: readonly Point[], { label, axis }: CurveWords, until = 0): string => {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return "";
  const end = Math.max(until, last[0], 1);
  const sizes = points.map(([, size]) => Math.max(1, size));
  const [top, bottom] = [Math.log10(Math.max(...limited(sizes))), Math.log10(Math.min(...limited(sizes)))];
  const high = Math.max(top, bottom + 0.3);
  const x = (at: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * at) / end;
  const y = (size: number): number =>
    TOP + ((HEIGHT - TOP - BOTTOM) * (high - Math.log10(Math.max(1, size)))) / (high - bottom);
  const path = points.map(([at, size], index) =>
    index === 0 ? `M${one(x(at))} ${one(y(size))}` : `H${one(x(at))}V${one(y(size))}`,
  );
  const rows = ticks(bottom, high).map(
    (size) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${one(y(size))}" y2="${one(y(size))}"/>` +
      `<text x="${LEFT - 6}" y="${one(y(size) + 4)}" text-anchor="end">${short(size)}</text>`,
  );
  const columns = [0, 0.5, 1].map((share) => {
    const at = end * share;
    const text = axis === "tests" ? count(Math.round(at)) : time(at);
    const anchor = share === 0 ? "start" : share === 1 ? "end" : "middle";
    return `<text x="${one(x(at))}" y="${HEIGHT - 8}" text-anchor="${anchor}">${text}</text>`;
  });
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">` +
    `${rows.join("")}${columns.join("")}<path class="curve" d="${path.join("")}H${one(x(end))}"/></svg>`
  );
};

/** There may be more steps than a call takes arguments. */
const limited = (sizes: readonly number[]): readonly number[] => {
  const sorted = sizes.toSorted((a, b) => a - b);
  return [sorted[0] ?? 1, sorted.at(-1) ?? 1];
};

const one = (value: number): string => String(Math.round(value * 10) / 10);

/** Powers of ten within; 1, 2 and 5 of each where there are few. */
const ticks = (low: number, high: number): readonly number[] => {
  const factors = high - low < 1.5 ? [1, 2, 5] : [1];
  const found: number[] = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power++)
    for (const factor of factors) {
      const value = factor * 10 ** power;
      if (Math.log10(value) >= low - 1e-9 && Math.log10(value) <= high + 1e-9) found.push(value);
    }
  return found;
};

const short = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${count(bytes / 1000)} kB`;
  return `${count(bytes / 1e6)} MB`;
};
