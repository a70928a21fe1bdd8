/** What the curves of the page have in common. */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";

/** What is counted in whole numbers has no ticks between them. */
export const WHOLE: number[] = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((power) =>
  [1, 2, 5].map((factor) => factor * 10 ** power),
);

/** Another number for another colour scheme: what is drawn on a canvas must be drawn again. */
const useScheme = (): number => {
  const [scheme, repaint] = useState(0);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const change = (): void => repaint((times) => times + 1);
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, []);
  return scheme;
};

/** A value holds until the next one. */
export const stepped = (): Pick<uPlot.Series, "paths"> =>
  uPlot.paths.stepped === undefined ? {} : { paths: uPlot.paths.stepped({ align: 1 }) };

/** As the style of the page has them now. */
export const plotColours = (): { readonly axes: uPlot.Axis; readonly accent: string } => {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const [ink, line, accent] = [colour("--dim"), colour("--line"), colour("--accent")];
  const grid = { stroke: line, width: 1 };
  return { axes: { stroke: ink, grid, ticks: grid }, accent };
};

interface Plot {
  readonly data: uPlot.AlignedData;
  readonly height: number;
  readonly options: () => Omit<uPlot.Options, "width" | "height">;
  /** Another one for other options. */
  readonly kind: string;
}

/** A plot that is as wide as its place. */
export const usePlot = ({ data, height, options, kind }: Plot): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const scheme = useScheme();
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = new uPlot({ ...options(), width: element.clientWidth, height }, latest.current, element);
    plot.current = chart;
    const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [kind, scheme]);
  useEffect(() => plot.current?.setData(data), [data]);
  return place;
};
