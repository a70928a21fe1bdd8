/** Where a process may open few files (`ulimit -n`): how many, and how a command is loaded all the same. */
import { readFileSync } from "node:fs";
import { UserError } from "../core/errors.ts";
import { filesAllowed, filesFor, mostJobs } from "../runner/jobs.ts";

/** With so many, every command works. */
const NEEDED = 64;
/** With so many, the modules of a command can be opened all at once. */
const PLENTY = 1024;

const IMPORTED = /^(?:import|export)\b[^;]*? from "(\.[^"]+)";/gm;
const LOADED = /\bimport\("(\.[^"]+)"\)/g;

/** Loads a module and all that it imports one by one, what is imported before what imports it. */
const loadOneByOne = async (url: string, known: Set<string>): Promise<void> => {
  if (known.has(url)) return;
  known.add(url);
  const text = readFileSync(new URL(url), "utf8");
  // Commands and kinds of isolation load their parts late.
  const late = /\/cli\/commands\/|\/kind\.[jt]s$/.test(url) ? [...text.matchAll(LOADED)] : [];
  for (const [, path = ""] of [...text.matchAll(IMPORTED), ...late]) await loadOneByOne(new URL(path, url).href, known);
  await import(url);
};

/** Throws a `UserError` where there are too few files; loads a command ahead of its import where that would open too many at once. */
export const loadWithFewFiles = async (command: string): Promise<void> => {
  const allowed = filesAllowed();
  if (allowed === undefined || allowed >= PLENTY) return;
  if (allowed < NEEDED)
    throw new UserError("TOO_FEW_FILES", `This process may open ${allowed} files; pare needs ${NEEDED}.`, {
      advice: `Allow more (ulimit -n ${4 * NEEDED}), then run the same command again.`,
    });
  const suffix = import.meta.url.endsWith(".ts") ? "ts" : "js";
  await loadOneByOne(new URL(`./commands/${command}.${suffix}`, import.meta.url).href, new Set());
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
