/** Outputs that are never put in the place of somebody else's work: then the best goes to the run directory, and the run ends. */
import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../../core/errors.ts";
import { onlyFile, type TestCase } from "../../core/test-case.ts";
import { onDisk } from "../../journals/disk-errors.ts";
import { appendRegular } from "../../journals/regular-file.ts";
import type { ModeFor } from "../audience.ts";
import { ChangedPlace, digestNamed, files, Held, sweepBeside, type Nature } from "./held.ts";
import { sha256 } from "../identity.ts";
import { refuseForeignLinks } from "../links.ts";
import { makeDirectory } from "../private.ts";
import { checkRegular, outputError, statsOf } from "./place.ts";
import type { ResultSink } from "./publisher.ts";

/** A case of one file, which is written with that mode. */
export const fileResults = (mode: number | ModeFor): Nature<TestCase> => ({
  write: (path, best) => files.write(path, { bytes: onlyFile(best).bytes(), mode }),
  digest: (path) => files.digest(path),
});

export interface OutputOptions {
  readonly held: Held<TestCase>;
  /** Where the best goes instead if somebody else has changed the place. */
  readonly refuge?: string;
  /** Called before the best is put there. */
  readonly note?: (best: TestCase) => void;
}

export const guardedOutput = ({ held, refuge, note }: OutputOptions): ResultSink => ({
  path: held.path,
  put: (best) => {
    note?.(best);
    const save = (to: string): void => held.save(best, to);
    guarded({ path: held.path, refuge, save }, () => {
      refuseOther(held);
      held.put(best);
    });
  },
});

/** A file in which the digests of what is put in the place of outputs are noted, so that it is known for a result ever after. */
export const notedIn =
  (path: string, digest: (best: TestCase) => string) =>
  (best: TestCase): void =>
    onDisk(`cannot write ${path}`, () => appendRegular(path, `${digest(best)}\n`));

/** The digest of a case of one file. */
export const resultDigest = (best: TestCase): string => digestNamed(sha256(onlyFile(best).bytes()));

export interface HeldFile {
  readonly path: string;
  put(content: string | Uint8Array, mode?: number | ModeFor): void;
}

/** A single file, held from the moment this is called. `refuge`: where its content lies anyway. */
export const heldFile = (path: string, refuge?: string): HeldFile => {
  const held = new Held({ path, nature: files });
  return {
    path,
    put: (content, mode) => {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      const put = (): void => {
        sweepBeside(path, files.digest);
        held.put({ bytes, mode });
      };
      guarded(
        { path, refuge },
        () => onDisk(`cannot write ${path}`, put),
        (error) => error,
      );
    },
  };
};

/** The same in folders that are made when it is written: not through links of others. */
export const heldInFolders = (path: string): HeldFile => {
  const held = heldFile(path);
  return {
    path,
    put: (content, mode) => {
      refuseForeignLinks(path);
      onDisk(`cannot write ${path}`, () => makeDirectory(dirname(path)));
      held.put(content, mode);
    },
  };
};

/** Pipes, sockets and devices are no place for an output, though they may have been there before. */
const refuseOther = (held: Held<TestCase>): void => {
  const stats = statsOf(held.path);
  if (stats?.isFile() === false && held.seen.startsWith("other ")) checkRegular(`The output ${held.path}`, stats);
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
    if (refuge !== undefined) save?.(refuge);
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
