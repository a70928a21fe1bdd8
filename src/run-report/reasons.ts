/** Why a run was stopped, in words. */
export const REASONS: Readonly<Record<string, string>> = {
  signal: "interrupted; the best so far is kept",
  budget: "the time budget ran out",
  "max-tests": "the limit of tests was reached",
  "until-size": "the wanted size was reached",
  memory:
    "memory is nearly used up; allow more (NODE_OPTIONS=--max-old-space-size=MEGABYTES) and repeat the command to resume",
  stop: "by hand",
};
