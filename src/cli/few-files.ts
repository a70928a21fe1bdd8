/** Where a process may open few files (`ulimit -n`): how many, and how a command is loaded all the same. */
import { readFileSync } from "node:fs";
import { UserError } from "../core/errors.ts";
import { filesAllowed, filesFor, mostJobs } from "../runner/jobs.ts";

/** With so many, every command works. */
const NEEDED = 64;
/** With so many, the modules of a command can be opened all at once. */
const PLENTY = 1024;

/** Modules that are imported, or loaded late. */
const IMPORTED = /^(?:import|export)\b[^;]*? from "(\.[^"]+)";|\bimport\("(\.[^"]+)"\)/gm;

/** Loads all that a module imports one by one, what is imported before what imports it. */
const loadOneByOne = async (url: string, known: Set<string>): Promise<void> => {
  known.add(url);
  for (const [, early, late = ""] of readFileSync(new URL(url), "utf8").matchAll(IMPORTED)) {
    const next = new URL(early ?? late, url).href;
    if (known.has(next)) continue;
    await loadOneByOne(next, known);
    await import(next);
  }
};

/** Throws a `UserError` where there are too few files; loads the parts of a module ahead where to load them would open too many at once. */
export const loadWithFewFiles = async (url: string): Promise<void> => {
  const allowed = filesAllowed();
  if (allowed === undefined || allowed >= PLENTY) return;
  if (allowed < NEEDED)
    throw new UserError("TOO_FEW_FILES", `This process may open ${allowed} files; pare needs ${NEEDED}.`, {
      advice: `Allow more (ulimit -n ${4 * NEEDED}), then run the same command again.`,
    });
  await loadOneByOne(url, new Set());
};

/** Throws a `UserError` for more jobs than files can be opened for. */
export const checkJobs = (jobs: number | undefined): void => {
  const most = mostJobs();
  if (jobs === undefined || jobs <= most) return;
  throw new UserError(
    "TOO_FEW_FILES",
    `This process may open ${filesAllowed()} files; ${jobs} jobs need ${filesFor(jobs)}.`,
    {
      advice: `Use at most --jobs ${most}, or allow more files (ulimit -n).`,
    },
  );
};
