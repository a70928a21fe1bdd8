/** The JSON object that ends standard output, and the same as a report. */
import { given } from "../../core/maybe.ts";
import { testsJson } from "../reduce/json.ts";
import type { IsolationClosing, IsolationReport, ReportedChange } from "./closing.ts";

export const isolationJson = (closing: IsolationClosing): string => JSON.stringify(closingObject(closing));

export const isolationReportJson = (report: IsolationReport): string => {
  const { command, date, environment, patchText } = report;
  const more = {
    command,
    date,
    environment: Object.fromEntries(environment),
    ...(patchText !== undefined && { patchText }),
  };
  return `${JSON.stringify({ ...closingObject(report), ...more }, undefined, 2)}\n`;
};

/** What programs rely on comes first. */
const closingObject = (closing: IsolationClosing): object => {
  const { status, changes, trigger, patch, proof, tests, searchTests, wallMs, run } = closing;
  const { kind, reason, titles, words, levels, unresolvedReasons, files, advice, notes, changedFiles, causes } =
    closing;
  const { goodPlusPatchFails, badMinusTriggerPasses, alongside = [], remarks } = proof;
  return {
    status,
    changes,
    trigger: trigger.map(entryOf),
    patch: (patch ?? []).map(entryOf),
    proof: {
      goodPlusPatchFails: goodPlusPatchFails ?? null,
      badMinusTriggerPasses: badMinusTriggerPasses ?? null,
      ...(alongside.length > 0 && { alongside }),
      ...(remarks.length > 0 && { remarks }),
    },
    tests: testsJson(tests),
    searchTests: { trigger: searchTests.trigger, patch: searchTests.patch },
    wallMs: Math.round(wallMs),
    run,
    kind,
    titles: { good: titles.good, bad: titles.bad },
    words: { good: words.good, bad: words.bad },
    ...given({ stoppedBecause: reason, causes, changedFiles }),
    files,
    advice,
    levels,
    unresolvedReasons: unresolvedReasons.slice(0, MAX_REASONS),
    notes,
  };
};

const MAX_REASONS = 5;

const entryOf = (change: ReportedChange): ReportedChange => {
  const { id, file, line, old, new: fresh, what, commit, author, date, message } = change;
  return {
    id,
    ...given({ file, line, old, new: fresh, commit, what, author, date, message }),
  };
};
