/** The words for a reduction that its reports share. */
import type { Aim } from "../../core/claim.ts";
import { count, counted, time } from "../../progress/figures.ts";
import type { ReportData } from "./report-data.ts";

const STATES: Readonly<Record<ReportData["status"], string>> = {
  complete: "complete",
  stopped: "stopped",
  running: "still running",
  interrupted: "interrupted; the same command resumes it",
};

export const statusText = ({ status, reason }: ReportData): string =>
  reason === undefined ? STATES[status] : `${STATES[status]}: ${reason}`;

/** "exits with 1", "is ended by SIGSEGV"; empty where that is unknown. */
export const endingText = ({ evidence }: ReportData): string => {
  if (evidence?.signal !== undefined) return `is ended by ${evidence.signal}`;
  return evidence?.exit === undefined ? "" : `exits with ${evidence.exit}`;
};

/** What is kept, and what becomes of it without a part that is needed. */
const AIMS: Readonly<Record<Aim, { readonly title: string; readonly see: string; readonly gone: string }>> = {
  failure: { title: "The failure", see: "To reproduce the failure", gone: "the failure is gone" },
  success: { title: "What passes", see: "To see it pass", gone: "it no longer passes" },
  effect: { title: "The effect", see: "To see the effect", gone: "the effect is gone" },
};

export const aimWords = (aim: Aim = "failure") => AIMS[aim];

/** How to begin: what is too long to be written down is taken from where the commands are started. */
export const reproductionTitle = (commands: string, aim?: Aim): string =>
  commands.includes('"$OLDPWD"')
    ? `${aimWords(aim).see}, in the directory where pare was started or in one with the same files`
    : `${aimWords(aim).see}, in any directory`;

/** "34 tests, 12 s"; tests are known of the last session alone. */
export const costText = ({ tests, wallMs, sessions }: ReportData): string => {
  if (tests === undefined) return time(wallMs);
  const last = `${counted(tests.run, "test")}, ${time(sessions.lastMs)}`;
  return sessions.count < 2 ? last : `${last} in the last of ${count(sessions.count)} sessions; ${time(wallMs)} in all`;
};
