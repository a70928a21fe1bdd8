/** What pare promises, in the order of docs/reliability.md. Every promise has a storm that tries to break it. */
export const PROMISES = {
  sandbox:
    "With --sandbox, a test can read files, but cannot change a file, open a device, reach a network, socket or process outside of its sandbox, for root too (named pipes excepted).",
  edits:
    "A file that somebody else has changed during the run is never replaced: neither the input in place nor the output.",
  pinned:
    "A script, program or file that the command line names for a test and that changes during the run is noticed before the result is called final; its outcomes are not trusted later.",
  outside:
    "pare changes nothing outside of the run directory, the scratch directory, the outputs and the declared caches; it signals only processes that it has started, and connects only to this machine, to the cluster and, for lockfiles, to npm's registry.",
  private: "Run directories, reports, events and outputs can be read by nobody who may not read the input.",
  links:
    "Nothing is written through a symbolic link of another user: not at the place of an output, nor on the way there where everybody may lay links.",
  cleaning: "What cannot be deleted is a warning; the result and the exit code stand.",
  messages:
    "Whatever is typed, set in the environment, put on the disk or done to the streams, the answer is a documented exit code and a message, never a stack trace. (Where Node.js itself gives up for want of memory, files or processes, the message is its own.)",
  memory:
    "A text for which the heap is too small is refused before the search, with the setting that helps; the smallest heap that is not refused is enough.",
  page: "The page's stop works at any time; tokens are taken from the header only.",
  servers:
    "An oracle server that talks too much or out of turn is ended with a clear error; numbered answers are never taken for those of other candidates.",
  terminals: "Nothing in names, outputs and answers of others is obeyed by a terminal, nor written to a pipe for one.",
  budgets: "A budget ends a run within 2 seconds, whatever runs; only parsing is not interrupted.",
  clock: "A clock that jumps changes neither the result nor the time limits of a run on this machine.",
  space: "A missing, full or read-only temporary or working directory is a clear error, or does not matter.",
  writes:
    "A write that fails at any point, or a kill -9 there, loses nothing: outputs are whole, and the same command gives the same bytes later and leaves nothing behind.",
  workers:
    "A worker is set aside as soon as one of its answers is found wrong; what only it vouches for is asked again, and the result is proved here.",
} as const;

export type PromiseName = keyof typeof PROMISES;
