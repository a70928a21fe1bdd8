/** The report of a reduction for programs: one JSON object. */
import type { ReportData } from "./report.ts";

/** The steps without their contents: those are in the run's directory. */
export const reportJson = (data: ReportData): string =>
  `${JSON.stringify({ version: 1, ...data, book: undefined }, undefined, 2)}\n`;
