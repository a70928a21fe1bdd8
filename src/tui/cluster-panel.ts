/** A run on a cluster: how much waits, who works on it, what was wasted. */
import { allWorkers, wasteTexts, workerCells, workerRow, workerTexts } from "../progress/cluster-selectors.ts";
import type { ClusterProgress } from "../progress/cluster.ts";
import { count, counted } from "../progress/figures.ts";
import { padded, shortened } from "./cells.ts";
import { fitted, joined, label, lineOf, rule, span, type Line } from "./lines.ts";

/** What every screen has room for. */
export const clusterLines = (cluster: ClusterProgress): readonly Line[] => {
  const { queued, running, slots } = cluster.counts;
  const [workers = "", ...others] = workerTexts(cluster);
  const waste = wasteTexts(cluster.counts);
  return [
    joined([
      [label("queue"), `${count(queued)} waiting`],
      ...(slots === 0 ? [] : [[`${count(running)} of ${counted(slots, "slot")} busy`]]),
      [span(workers, slots === 0 ? "yellow" : "bold")],
      ...others.map((text) => [span(text, "yellow")]),
    ]),
    lineOf(
      label("waste"),
      ...(waste.length === 0 ? [span("none on the cluster so far", "dim")] : joined(waste.map((text) => [text]))),
    ),
  ];
};

/** "node-05 is set aside: …"; nothing where everybody takes part. */
export const asideText = ({ aside: [first], workers: { unfit } }: ClusterProgress): string | undefined => {
  if (first === undefined) return undefined;
  return `${first.name}${unfit > 1 ? ` and ${count(unfit - 1)} more are` : " is"} set aside: ${first.reason}`;
};

const COLUMNS = ["state", "slots", "rate", "latency", "load", "done"] as const;
const WIDTHS = [10, 8, 8, 9, 6, 8] as const;
/** A few reasons: the first line of the screen tells how many there are. */
const MAX_REASONS = 3;

/** At most so high, title included; less if there are few workers. */
export const clusterPanel = (
  cluster: ClusterProgress,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Line[] => {
  const works = cluster.listed.filter(({ state }) => state !== "unfit");
  const reasons = cluster.aside.slice(0, MAX_REASONS);
  const all = allWorkers(cluster) - cluster.workers.unfit;
  const room = Math.max(0, height - 2 - reasons.length);
  const shown = all <= room ? works : works.slice(0, Math.max(0, room - 1));
  const more = all - shown.length;
  if (all + reasons.length === 0) return [];
  return [
    rule(lineOf("cluster"), width),
    tableRow("worker", COLUMNS, width, "dim"),
    ...shown.map((worker) => {
      const row = workerRow(worker);
      return tableRow(row.name, workerCells(row), width, row.works ? "plain" : "dim");
    }),
    ...(more > 0 ? [lineOf(span(` + ${count(more)} more`, "dim"))] : []),
    ...reasons.map(({ name, reason }) => fitted(lineOf(span(` ${name} set aside: ${reason}`, "yellow")), width)),
  ].slice(0, height);
};

/** Names may be of wide letters: they are measured in cells. */
const tableRow = (name: string, others: readonly string[], width: number, style: "plain" | "dim"): Line => {
  const room = Math.max(6, width - WIDTHS.reduce((sum, each) => sum + each, 2));
  return lineOf(
    span(
      ` ${padded(shortened(name, room), room)}${others.map((cell, column) => cell.padStart(WIDTHS[column] ?? 0)).join("")}`,
      style,
    ),
  );
};
