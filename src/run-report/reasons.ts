/** Why a run was stopped, in words. */
export const REASONS: Readonly<Record<string, string>> = {
  signal: "interrupted; the best so far is kept",
  budget: "the time budget ran out",
  "max-tests": "the number of tests was reached",
  "until-size": "it is as small as it was to be",
  memory:
    "the memory is nearly used up; allow more (NODE_OPTIONS=--max-old-space-size=MEGABYTES) and give the same command to go on",
  stop: "by hand",
};
