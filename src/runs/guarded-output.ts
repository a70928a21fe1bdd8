/** Outputs that are never put in the place of somebody else's work: then the best goes to the run directory, and the run ends. */
import { appendFileSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../core/errors.ts";
import { onlyFile, type TestCase } from "../core/test-case.ts";
import { onDisk } from "../journals/disk-errors.ts";
import { replaceFile } from "./atomic.ts";
import { ChangedPlace, files, Held } from "./held.ts";
import { checkRegular, outputError, statsOf } from "./output.ts";
import type { Output } from "./publisher.ts";
import { treeDigest, trees } from "./tree-output.ts";
import { writeTree } from "./tree.ts";

/** Where results go. */
export interface Place {
  readonly path: string;
  /** The digest of what lay there when the run began; what lies there now unless given. */
  readonly seen?: string;
  /** What somebody has taken away is not made again. */
  readonly strict?: boolean;
  /** Where the best goes instead. */
  readonly refuge?: string;
}

export const fileOutput = (place: Place, mode: number): Output => {
  const { path, refuge } = place;
  const held = new Held({ ...place, nature: files });
  return {
    path,
    put: (best) => {
      const bytes = onlyFile(best).bytes();
      const save = (to: string): void => replaceFile(to, bytes, mode);
      guarded({ path, refuge, save }, () => {
        refuseOther(held);
        held.put({ bytes, mode });
      });
    },
  };
};

/** `known`: a file in which the digests of what is put there are noted first, so that it is known for a result ever after. */
export const directoryOutput = (place: Place, known: string): Output => {
  const { path, refuge } = place;
  const held = new Held<TestCase>({ ...place, nature: trees });
  return {
    path,
    put: (best) => {
      onDisk(`cannot write ${known}`, () => appendFileSync(known, `${treeDigest(best)}\n`));
      const save = (to: string): void => {
        rmSync(to, { recursive: true, force: true });
        writeTree(to, best);
      };
      guarded({ path, refuge, save }, () => held.put(best));
    },
  };
};

/** A single file that is written once, in the end: held from the moment this is called. */
export const heldFile = (path: string): { put(content: string | Uint8Array, mode?: number): void } => {
  const held = new Held({ path, nature: files });
  return {
    put: (content, mode) => {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      guarded(
        { path },
        () => onDisk(`cannot write ${path}`, () => held.put({ bytes, mode })),
        (error) => error,
      );
    },
  };
};

/** Things that were no files when the run began are no place for an output. */
const refuseOther = (held: Held<unknown>): void => {
  const stats = statsOf(held.path);
  if (stats?.isFile() === false && held.isUntouched()) checkRegular(`The output ${held.path}`, stats);
};

interface Rescue {
  readonly path: string;
  readonly refuge?: string | undefined;
  readonly save?: (to: string) => void;
}

const guarded = (
  { path, refuge, save }: Rescue,
  put: () => void,
  explain: (error: unknown, path: string) => unknown = outputError,
): void => {
  try {
    put();
  } catch (error) {
    if (!(error instanceof ChangedPlace)) throw explain(error, path);
    if (refuge !== undefined) {
      mkdirSync(dirname(refuge), { recursive: true });
      save?.(refuge);
    }
    throw outputChanged(path, refuge);
  }
};

/** `refuge`: where pare's own best lies. */
export const outputChanged = (path: string, refuge?: string): UserError => {
  const what = lstatSync(path, { throwIfNoEntry: false }) === undefined ? "removed" : "changed";
  const best = refuge === undefined ? "" : `The best result so far is in ${refuge}. `;
  return new UserError(
    "OUTPUT_CHANGED",
    `Somebody else has ${what} ${path} while pare was running. It was left as it is.`,
    {
      advice: `${best}Move ${path} to another place, or put it back as it was, then give the same command again.`,
    },
  );
};
