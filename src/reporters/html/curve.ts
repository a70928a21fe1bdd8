/** A quantity over tests or over time, as SVG: shown without any script, readable at any width, for its labels do not shrink with it. */
import { count, counted, time } from "../../progress/figures.ts";

type Point = readonly [at: number, value: number];

export interface CurveWords {
  /** What it shows, for those who do not see it. */
  readonly label: string;
  readonly across: "tests" | "time";
  /** Sizes are drawn on a logarithmic scale, numbers on a linear one that begins with 0. */
  readonly of?: "size" | "number";
  /** Where the last value ends; where the last point is unless given. */
  readonly until?: number;
}

/** The plot is stretched to its place: it is drawn in units of this size. */
const [WIDTH, HEIGHT] = [1000, 180];
const [TOP, BOTTOM] = [8, 24];
/** Labels that are nearer than this would touch. */
const APART = 16;

interface Scale {
  readonly ticks: readonly number[];
  /** From the top, in pixels. */
  y(value: number): number;
  text(value: number): string;
}

/** Empty for less than two points. */
export const curveSvg = (points: readonly Point[], { label, across, of = "size", until = 0 }: CurveWords): string => {
  const last = points.at(-1);
  if (last === undefined || points.length < 2) return "";
  const end = Math.max(until, last[0], 1);
  const { ticks, y, text } = (of === "size" ? sizes : numbers)(points);
  const x = (at: number): string => one((WIDTH * at) / end);
  const path = points.map(([at, value], index) =>
    index === 0 ? `M${x(at)} ${one(y(value))}` : `H${x(at)}V${one(y(value))}`,
  );
  const lines = ticks.map((tick) => `<line x1="0" x2="100%" y1="${one(TOP + y(tick))}" y2="${one(TOP + y(tick))}"/>`);
  const names = ticks.map(
    (tick) => `<text x="100%" y="${one(TOP + y(tick) + 4)}" text-anchor="end">${text(tick)}</text>`,
  );
  const at = [["start", 0], ...(end < 2 ? [] : [["middle", Math.floor(end / 2)] as const]), ["end", end]] as const;
  const below = at.map(
    ([anchor, value]) =>
      `<text x="${one((100 * value) / end)}%" y="${TOP + HEIGHT + BOTTOM - 6}" text-anchor="${anchor}">${place(value, across)}</text>`,
  );
  const height = TOP + HEIGHT + BOTTOM;
  return (
    `<div class="curve" role="img" aria-label="${label}"><svg class="names" height="${height}" aria-hidden="true">${names.join("")}</svg>` +
    `<svg class="plot" height="${height}" aria-hidden="true">${lines.join("")}` +
    `<svg y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" overflow="visible">` +
    `<path d="${path.join("")}H${WIDTH}"/></svg>${below.join("")}</svg></div>`
  );
};

const place = (at: number, across: CurveWords["across"]): string =>
  across === "time" ? time(at) : counted(at, "test");

/** From the largest to the smallest, which are named; powers of ten between them. */
const sizes = (points: readonly Point[]): Scale => {
  const [least, most] = limits(points).map((size) => Math.max(1, size)) as [number, number];
  const [low, high] = [Math.log10(least), Math.max(Math.log10(most), Math.log10(least) + 0.3)];
  const y = (size: number): number => (HEIGHT * (high - Math.log10(Math.max(1, size)))) / (high - low);
  const powers = Array.from({ length: 16 }, (_, power) => 10 ** power);
  const between = powers.filter((size) => y(size) - y(most) >= APART && y(least) - y(size) >= APART);
  return { ticks: most === least ? [most] : [most, ...between, least], y, text: short };
};

const numbers = (points: readonly Point[]): Scale => {
  const most = Math.max(1, limits(points)[1]);
  return { ticks: [most, 0], y: (value) => (HEIGHT * (most - value)) / most, text: count };
};

/** There may be more points than a call takes arguments. */
const limits = (points: readonly Point[]): readonly [least: number, most: number] =>
  points.reduce(([least, most], [, value]) => [Math.min(least, value), Math.max(most, value)] as const, [
    Infinity,
    0,
  ] as readonly [number, number]);

const one = (value: number): string => String(Math.round(value * 10) / 10);

/** "38 B", "20.3 kB", "115 kB". */
const short = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, name] = bytes < 999_500 ? [1e3, "kB"] : [1e6, "MB"];
  return `${count(Number((bytes / unit).toPrecision(3)))} ${name}`;
};
