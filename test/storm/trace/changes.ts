/** Which paths a call changes, or tries to change. */
import { resolve } from "node:path";
import type { Call } from "./calls.ts";
import { onlyReads } from "./calls.ts";
import { pathIn, splitFields, stringIn } from "./fields.ts";

export interface Changed {
  readonly path: string;
  /** Of a link, where it leads. */
  readonly follow: boolean;
}

interface Named {
  /** The argument with the path; nothing where the descriptor alone says it. */
  readonly path?: number;
  /** The argument with the descriptor that a path is relative to; the working directory unless given. */
  readonly from?: number;
  readonly follow?: boolean;
}

const ITSELF = [{ path: 0 }] as const;
const FOLLOWED = [{ path: 0, follow: true }] as const;
const AT = [{ from: 0, path: 1 }] as const;
const FOLLOWED_AT = [{ from: 0, path: 1, follow: true }] as const;
const BOTH_AT = [
  { from: 0, path: 1 },
  { from: 2, path: 3 },
] as const;
const BOTH = [{ path: 0 }, { path: 1 }] as const;
const DESCRIPTOR = [{ from: 0 }] as const;

/** A link counts as a change of both its names: what is written to one is written to the other. */
const CHANGED: Readonly<Record<string, readonly Named[]>> = {
  open: FOLLOWED,
  creat: FOLLOWED,
  openat: FOLLOWED_AT,
  openat2: FOLLOWED_AT,
  open_by_handle_at: DESCRIPTOR,
  mkdir: ITSELF,
  mkdirat: AT,
  mknod: ITSELF,
  mknodat: AT,
  rmdir: ITSELF,
  unlink: ITSELF,
  unlinkat: AT,
  rename: BOTH,
  renameat: BOTH_AT,
  renameat2: BOTH_AT,
  link: BOTH,
  linkat: BOTH_AT,
  symlink: [{ path: 1 }],
  symlinkat: [{ from: 1, path: 2 }],
  truncate: FOLLOWED,
  chmod: FOLLOWED,
  fchmod: DESCRIPTOR,
  fchmodat: FOLLOWED_AT,
  chown: FOLLOWED,
  lchown: ITSELF,
  fchown: DESCRIPTOR,
  fchownat: FOLLOWED_AT,
  utime: FOLLOWED,
  utimes: FOLLOWED,
  utimensat: FOLLOWED_AT,
  futimesat: FOLLOWED_AT,
  setxattr: FOLLOWED,
  lsetxattr: ITSELF,
  fsetxattr: DESCRIPTOR,
  removexattr: FOLLOWED,
  lremovexattr: ITSELF,
  fremovexattr: DESCRIPTOR,
  mount: [{ path: 1, follow: true }],
  umount2: FOLLOWED,
  swapon: FOLLOWED,
  acct: FOLLOWED,
};

const NO_FOLLOW = /\bAT_SYMLINK_NOFOLLOW\b|\bO_NOFOLLOW\b/;

/** A call that failed counts as well, but for one: a directory that is there needs not be made (as `mkdir -p` asks). */
export const changedBy = (call: Call, cwd: string): readonly Changed[] => {
  const named = CHANGED[call.name];
  if (named === undefined || onlyReads(call)) return [];
  if (call.name.startsWith("mkdir") && call.error === "EEXIST") return [];
  const fields = splitFields(call.text);
  return named.flatMap((each) => {
    const path = opened(call) ?? pathOf(fields, each, cwd);
    return path === undefined ? [] : [{ path, follow: each.follow === true && !NO_FOLLOW.test(call.text) }];
  });
};

/** What was opened in truth. */
const opened = ({ name, result }: Call): string | undefined =>
  /^(?:open|creat)/.test(name) ? pathIn(result) : undefined;

const pathOf = (fields: readonly string[], { path, from }: Named, cwd: string): string | undefined => {
  const base = (from === undefined ? undefined : pathIn(fields[from])) ?? cwd;
  // Descriptors without a path are pipes, sockets and the like.
  if (path === undefined) return pathIn(fields[from ?? 0]);
  const typed = stringIn(fields[path]);
  return typed === undefined && from !== undefined ? pathIn(fields[from]) : typed && resolve(base, typed);
};
