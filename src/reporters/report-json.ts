/** The report of a reduction for programs: one JSON object. */
import type { ReportData } from "./report.ts";

/** The steps without their contents: those are in the run's directory. */
export const reportJson = ({ book, ...data }: ReportData): string => {
  const steps = book?.steps.map(({ number, size, at, pass, tests }) => ({ number, size, at, pass, tests }));
  return `${JSON.stringify({ version: 1, ...data, ...(steps !== undefined && { steps }) }, undefined, 2)}\n`;
};
