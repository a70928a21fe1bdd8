/** What the system refuses, said so that a user can do something about it. */
import { systemCode as errorCode, UserError } from "../core/errors.ts";

type Words = readonly [code: string, what: string, advice: string];

const GO_ON = "then run the same command again: it resumes where it stopped.";
const ELSEWHERE =
  "name another place: --output for the result, another working directory, or XDG_STATE_HOME, for the runs.";

const KNOWN: Readonly<Record<string, Words>> = {
  ENOSPC: ["NO_SPACE", "there is no space left on the disk", `Free some space, ${GO_ON}`],
  EDQUOT: ["NO_SPACE", "the disk quota is used up", `Free some space, ${GO_ON}`],
  EFBIG: ["NO_SPACE", "the file has reached the largest size allowed", `Raise the limit (ulimit -f), ${GO_ON}`],
  EROFS: ["READ_ONLY", "the file system is read-only", `Make it writable, or ${ELSEWHERE}`],
  EACCES: ["NO_PERMISSION", "permission is denied", `Change the permissions, or ${ELSEWHERE}`],
  EPERM: ["NO_PERMISSION", "the operation is not permitted", `Change the permissions, or ${ELSEWHERE}`],
  EIO: [
    "DISK_FAILED",
    "the disk reports an error",
    "Check the disk (dmesg, smartctl); what was synced before is safe.",
  ],
  ELOOP: [
    "BAD_PATH",
    "it is a link where none is followed, or links lead in a circle",
    "Correct or remove the link (ls -l shows where it leads).",
  ],
  ENAMETOOLONG: [
    "BAD_PATH",
    "the name or the path is too long",
    "Give the file a shorter name, or name another place for the result: --output.",
  ],
  ENOTDIR: [
    "BAD_PATH",
    "a part of the path is not a directory",
    "Move what lies there out of the way, or name another path.",
  ],
  EISDIR: ["BAD_PATH", "there is a directory where a file should be", "Move the directory out of the way."],
  ENXIO: ["BAD_PATH", "it is a named pipe, a socket or a device", "Move it out of the way, or name a file."],
  EMFILE: [
    "TOO_FEW_FILES",
    "this process may open no more files",
    `Allow more (ulimit -n 256) or use fewer --jobs, ${GO_ON}`,
  ],
  ENFILE: ["TOO_FEW_FILES", "the system can open no more files", `Close some programs, ${GO_ON}`],
  ENOMEM: ["NO_MEMORY", "there is not enough memory", `Free some memory or raise the limit (ulimit -v), ${GO_ON}`],
};

/** Those that are expected here and there, so that only what nobody expected is said so. */
const RARE: Readonly<Record<string, Words>> = {
  ENOENT: [
    "GONE",
    "it does not exist (any more)",
    "Leave files and directories alone while pare uses them (.pare too), then give the same command again.",
  ],
  EEXIST: ["BAD_PATH", "something is there already", "Move what lies there out of the way."],
  ENOTEMPTY: ["BAD_PATH", "the directory is not empty", "Move what lies there out of the way."],
  EAGAIN: [
    "NO_PROCESSES",
    "the system has no room for one more process",
    `Use fewer --jobs or raise the limit (ulimit -u), ${GO_ON}`,
  ],
  E2BIG: [
    "BAD_USAGE",
    "the command line and the environment are too long",
    "Shorten the command, or put it in a script.",
  ],
};

/** The `UserError` of a failed operation of the system; an error that has no name here is returned as it is. */
export const diskError = (error: unknown, doing: string): unknown => {
  const known = KNOWN[errorCode(error) ?? ""];
  return known === undefined ? error : errorOf(known, error, doing);
};

/** The last resort: whatever the system refuses is no bug of pare, whichever operation it was. */
export const systemError = (error: unknown): unknown => {
  if (error instanceof UserError || !isSystemError(error)) return error;
  const code = errorCode(error) ?? "";
  const other: Words = ["SYSTEM", `the system says ${code}`, "Check what it names, then give the same command again."];
  return errorOf(KNOWN[code] ?? RARE[code] ?? other, error, doingOf(error));
};

const errorOf = ([code, what, advice]: Words, cause: unknown, doing: string): UserError =>
  new UserError(code, `${doing}: ${what}.`, { advice, cause });

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  Object.hasOwn(KNOWN, errorCode(error) ?? "") ||
  (/^E[A-Z\d]+$/.test(errorCode(error) ?? "") && typeof (error as NodeJS.ErrnoException).syscall === "string");

const VERBS: Readonly<Record<string, string>> = {
  open: "open",
  read: "read",
  scandir: "list",
  opendir: "list",
  stat: "look at",
  lstat: "look at",
  mkdir: "make",
  mkdtemp: "make",
  unlink: "remove",
  rmdir: "remove",
  rm: "remove",
  rename: "rename",
  write: "write",
  ftruncate: "write",
  fsync: "write",
  fdatasync: "write",
  chdir: "go to",
  uv_cwd: "find the working directory",
};

/** "cannot open PATH", "cannot start gcc". */
const doingOf = (error: NodeJS.ErrnoException & { readonly dest?: string }): string => {
  if (error.syscall === undefined) return "pare cannot go on";
  const [syscall = "", program] = error.syscall.split(" ");
  if (syscall.startsWith("spawn")) return `cannot start ${program ?? error.path ?? "a process"}`;
  const places = [error.path, error.dest].filter((place) => place !== undefined).join(" to ");
  return `cannot ${[VERBS[syscall] ?? syscall, places].filter((part) => part !== "").join(" ")}`;
};

export { errorCode };

/** Does something with the disk; what is refused is thrown as a `UserError`. */
export const onDisk = <T>(doing: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw diskError(error, doing);
  }
};
