/** What the curves of the page have in common. */
import { useEffect, useState } from "preact/hooks";
import uPlot from "uplot";

/** What is counted in whole numbers has no ticks between them. */
export const WHOLE: number[] = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((power) =>
  [1, 2, 5].map((factor) => factor * 10 ** power),
);

/** Another number for another colour scheme: what is drawn on a canvas must be drawn again. */
export const useScheme = (): number => {
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
