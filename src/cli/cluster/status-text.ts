/** `pare worker --status` for people. */
import type { ClusterStatus } from "../../cluster/status.ts";
import { visibleLine } from "../../core/visible.ts";
import { counted, sizeText } from "./text.ts";

export const statusLines = (status: ClusterStatus, url: string): readonly string[] => {
  const { workers, runs, queued, queuedBytes, refused } = status;
  const slots = workers.reduce((sum, worker) => sum + worker.slots, 0);
  const titles = new Map(runs.map(({ run, title }) => [run, title ?? run]));
  return [
    `${url}: ${counted(workers.length, "worker")}, ${counted(slots, "slot")}; ${counted(queued, "job")} in the queue (${sizeText(queuedBytes)}).`,
    ...section("Workers", [
      ["name", "slots", "state", "running", "done", "load", "cache", "pare", "system"],
      ...workers.map((worker) => [
        worker.name,
        String(worker.slots),
        stateOf(worker),
        String(worker.runs.reduce((sum, { running }) => sum + running, 0)),
        String(worker.runs.reduce((sum, { done }) => sum + done, 0)),
        worker.load.toFixed(1),
        sizeText(worker.cacheBytes),
        worker.pare,
        `${worker.os}, ${worker.arch}`,
      ]),
    ]),
    ...section("Runs", [
      ["run", "waiting", "running", "retried", "of"],
      ...runs.map(({ run, title, pending, running, redelivered }) => [
        run,
        String(pending),
        String(running),
        String(redelivered),
        title ?? "no contact: its coordinator does not answer",
      ]),
    ]),
    ...workers.flatMap(({ name, runs: parts }) =>
      parts.flatMap(({ run, reason }) =>
        reason === undefined ? [] : [`${name} takes no part in ${titles.get(run) ?? run}: ${reason}`],
      ),
    ),
    ...Object.entries(refused).map(([reason, count]) => `${counted(count, "message")} refused: ${reason}.`),
  ].map(visibleLine);
};

const stateOf = ({ draining, runs }: ClusterStatus["workers"][number]): string => {
  if (draining) return "draining";
  const states = (["ready", "opening", "unfit"] as const).flatMap((state) => {
    const count = runs.filter((part) => part.state === state).length;
    return count === 0 ? [] : [count === 1 ? state : `${count} ${state}`];
  });
  return states.length === 0 ? "idle" : states.join(", ");
};

const section = (title: string, [head = [], ...rows]: readonly (readonly string[])[]): readonly string[] => {
  if (rows.length === 0) return [];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd();
  return ["", `${title}:`, line(head), ...rows.map(line)];
};
