/** What a killed process has left beside a place: what is pare's goes, what is somebody's work is kept under a name of its own. */
import { existsSync, renameSync } from "node:fs";
import { runsIn } from "../directory.ts";
import { digestNamed, sweepBeside } from "./held.ts";
import { readSteps } from "../steps/steps.ts";
import { publishedTrees } from "./tree-output.ts";

/**
 * A process may have been killed just when it had exchanged its result for what somebody had written meanwhile. Returns where such
 * things lie now.
 */
export const settleLeftovers = (path: string, digest: (path: string) => string): readonly string[] =>
  sweepBeside(path, digest).map((left) => {
    const kept = freeName(`${path}.edited`);
    renameSync(left, kept);
    return kept;
  });

const freeName = (path: string): string => {
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(name)) return name;
  }
};

/** The digests of all that runs have put in the place of outputs, and of what they found there. */
export const knownDigests = (runs: string): ReadonlySet<string> => {
  const known = new Set(
    Array.from(publishedTrees(runs), (digest) => (digest.startsWith(digestNamed("")) ? digest : `directory ${digest}`)),
  );
  for (const { paths, record } of runsIn(runs)) {
    if (record?.command === "reduce") {
      if (record.found !== undefined) known.add(record.found);
      known.add(digestNamed(record.identity.input));
    }
    for (const step of readSteps(paths.steps).values()) known.add(digestNamed(step.sha256));
  }
  return known;
};
