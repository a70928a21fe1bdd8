/** What pare promises, in the order of docs/reliability.md. Every promise has a storm that tries to break it. */
export const PROMISES = {
  sandbox:
    "With --sandbox, a test cannot write, connect, signal or look outside of its scratch directory, for root too.",
  edits:
    "A file that somebody else has changed during the run is never replaced: neither the input in place nor the output.",
  pinned:
    "A script, program or file that the command line names for a test and that changes during the run is noticed before the result is called final; what it said is not trusted later.",
  outside:
    "Nothing outside of the run directory, the scratch directory, the outputs and the declared caches is changed.",
  private: "Run directories, reports, events and outputs can be read by nobody who may not read the input.",
  links: "Outputs never follow a symbolic link that is not the user's own.",
  cleaning: "What cannot be deleted is a warning; the result and the exit code stand.",
  messages: "Whatever a user does, the answer is a documented exit code and a message, never a stack trace.",
  page: "The page's stop works at any time; tokens are taken from the header only.",
  servers: "An oracle server that talks too much or out of turn is ended with a clear error.",
  terminals: "Nothing in names and outputs is obeyed by a terminal.",
  budgets: "A budget ends a run within 2 seconds, whatever it is doing.",
  clock: "A clock that jumps changes neither the result nor the time limits.",
  space: "A missing, full or read-only temporary or working directory is a clear error, or does not matter.",
  writes: "A write that fails at any point loses nothing: the run goes on later to the same bytes.",
  workers: "A worker that lies is noticed and set aside; the result is proved again here.",
} as const;

export type PromiseName = keyof typeof PROMISES;
