/** Why a run was stopped, in words, for all commands. */
const REASONS: Readonly<Record<string, string>> = {
  signal: "interrupted; everything found so far is kept",
  budget: "the time budget ran out",
  "max-tests": "the limit of tests was reached",
  "until-size": "the wanted size was reached",
  hopeless: "too many tests in a row gave no answer; this is the smallest difference so far",
  memory:
    "memory is nearly used up; allow more (NODE_OPTIONS=--max-old-space-size=MEGABYTES) and repeat the command to resume",
  stop: "by hand",
};

export const reasonText = (reason: string): string => REASONS[reason] ?? reason;
