/** The secret that the machines of a cluster share. */
import { fstatSync, closeSync, openSync, readFileSync } from "node:fs";
import { UserError } from "../../core/errors.ts";
import { areLoopback, serversOf } from "./servers.ts";

export interface Secret {
  readonly bytes: Uint8Array;
  /** Anybody knows it: good enough only as long as nothing leaves this machine. */
  readonly isPublic: boolean;
  /** What the user should know about the file. */
  readonly warning?: string;
}

const minimumBytes = 16;
/** Longer files are something else. */
const maximumBytes = 64 * 1024;
const makeOne = "(umask 077; head -c 32 /dev/urandom | base64 > pare.secret)";

/** Whether every server of the list is on this machine. */
export const isLoopback = (url: string): boolean => areLoopback(serversOf(url));

/** Throws a `UserError` when there must be a file and is none, or it is no good. */
export const secretFor = (url: string, file: string | undefined): Secret => {
  if (file !== undefined) return secretIn(file);
  if (isLoopback(url)) return { bytes: Buffer.from("pare: known to everybody, for loopback"), isPublic: true };
  throw new UserError("NO_SECRET", `A cluster beyond this machine needs a shared secret: ${serversOf(url).shown}.`, {
    advice: `Make one with ${makeOne}, copy it to every machine, and give it with --secret-file pare.secret.`,
  });
};

/** Without the newline at the end that editors and `echo` leave. */
const secretIn = (file: string): Secret => {
  const { content, mode } = read(file);
  let end = content.length;
  if (content[end - 1] === 0x0a) end -= content[end - 2] === 0x0d ? 2 : 1;
  if (end < minimumBytes || end > maximumBytes) {
    const fault = end < minimumBytes ? "too short" : "too long";
    throw new UserError("BAD_SECRET", `The secret in ${file} is ${fault}: it has ${Math.max(end, 0)} bytes.`, {
      advice: `At least ${minimumBytes} bytes that nobody can guess: ${makeOne}`,
    });
  }
  const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
  return {
    bytes: content.subarray(0, end),
    isPublic: false,
    ...(isOpen && { warning: `Other users of this machine may read the secret in ${file}: chmod 600 ${file}` }),
  };
};

const read = (file: string): { readonly content: Buffer; readonly mode: number } => {
  try {
    const descriptor = openSync(file, "r");
    try {
      const status = fstatSync(descriptor);
      return { content: readFileSync(descriptor), mode: status.isFile() ? status.mode : 0 };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new UserError("NO_SECRET", `The secret file ${file} cannot be read: ${(error as Error).message}`, {
      advice: `Check the path given to --secret-file, or make the file: ${makeOne}`,
      cause: error,
    });
  }
};
