/** What the disk of a worker refuses, said so that its owner can do something about it. */
import { UserError } from "../../core/errors.ts";

const REFUSED: Readonly<Record<string, readonly [code: string, what: string]>> = {
  ENOSPC: ["NO_SPACE", "there is no space left on the disk"],
  EDQUOT: ["NO_SPACE", "the disk quota is used up"],
  EROFS: ["NO_CACHE", "the file system is read-only"],
  EACCES: ["NO_CACHE", "permission is denied"],
  EPERM: ["NO_CACHE", "the operation is not permitted"],
  ENOTDIR: ["NO_CACHE", "a part of its path is not a directory"],
};

const refused = (error: unknown, directory: string): unknown => {
  const known = error instanceof Error && "code" in error ? REFUSED[String(error.code)] : undefined;
  if (known === undefined) return error;
  return new UserError(known[0], `The cache ${directory} cannot be written: ${known[1]}.`, {
    advice: "Free some space there, or start the worker with another directory for its cache.",
    cause: error,
  });
};

/** Does something with the disk; what is refused is thrown as a `UserError`. */
export const inCache = <T>(directory: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw refused(error, directory);
  }
};

export const inCacheLater = async <T>(directory: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw refused(error, directory);
  }
};

export const cacheFull = (directory: string, bytes: number, mostBytes: number): UserError =>
  new UserError(
    "CACHE_FULL",
    `The cache ${directory} of ${mostBytes} bytes has no room for ${bytes} more besides what runs are using.`,
    { advice: "Start the worker with a larger cache." },
  );
