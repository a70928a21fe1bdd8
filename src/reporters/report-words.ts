/** The words for a reduction that its reports share. */
import type { ReportData } from "./report.ts";

const STATES: Readonly<Record<ReportData["status"], string>> = {
  complete: "complete",
  stopped: "stopped",
  running: "still running",
  interrupted: "interrupted; the same command goes on",
};

export const statusText = ({ status, reason }: ReportData): string =>
  reason === undefined ? STATES[status] : `${STATES[status]}: ${reason}`;

export const guaranteedText = ({ claims }: ReportData): string =>
  claims.length === 0 ? "that it still shows the failure" : claims.join(", ");

/** "exits with 1", "is ended by SIGSEGV"; empty when nobody knows. */
export const endingText = ({ evidence }: ReportData): string => {
  if (evidence?.signal !== undefined) return `is ended by ${evidence.signal}`;
  return evidence?.exit === undefined ? "" : `exits with ${evidence.exit}`;
};
