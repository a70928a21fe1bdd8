/** What the disk refuses, said so that a user can do something about it. */
import { UserError } from "../core/errors.ts";

const KNOWN: Readonly<Record<string, readonly [code: string, what: string, advice: string]>> = {
  ENOSPC: [
    "NO_SPACE",
    "there is no space left on the disk",
    "Free some space, then give the same command again: it goes on where it stopped.",
  ],
  EDQUOT: [
    "NO_SPACE",
    "the disk quota is used up",
    "Free some space, then give the same command again: it goes on where it stopped.",
  ],
  EFBIG: [
    "NO_SPACE",
    "the file has reached the largest size allowed",
    "Raise the limit (ulimit -f), then give the same command again.",
  ],
  EROFS: [
    "READ_ONLY",
    "the file system is read-only",
    "Name another place: --output for the result, another working directory, or XDG_STATE_HOME, for the runs.",
  ],
  EACCES: [
    "NO_PERMISSION",
    "permission is denied",
    "Change the permissions, or name another place: --output for the result, another working directory, or XDG_STATE_HOME, for the runs.",
  ],
  EPERM: [
    "NO_PERMISSION",
    "the operation is not permitted",
    "Change the permissions, or name another place: --output for the result, another working directory, or XDG_STATE_HOME, for the runs.",
  ],
  EIO: [
    "DISK_FAILED",
    "the disk reports an error",
    "Check the disk (dmesg, smartctl); what was synced before is safe.",
  ],
};

/** The `UserError` of a failed file operation; an error that has no name here is returned as it is. */
export const diskError = (error: unknown, doing: string): unknown => {
  const known = KNOWN[errorCode(error) ?? ""];
  if (known === undefined) return error;
  const [code, what, advice] = known;
  return new UserError(code, `${doing}: ${what}.`, { advice, cause: error });
};

/** "ENOENT", … */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** Does something with the disk; what is refused is thrown as a `UserError`. */
export const onDisk = <T>(doing: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw diskError(error, doing);
  }
};
