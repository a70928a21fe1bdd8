/** Commands in a sandbox made by bubblewrap: nothing outside can be changed or reached, whoever the user is. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/maybe.ts";
import { UserError } from "../core/errors.ts";
import type { Sandbox } from "./runner.ts";
import { openScratch } from "./scratch.ts";
import { callFilter } from "./seccomp.ts";

/** Emptied: other programs leave files and sockets there. */
const HIDDEN: readonly string[] = ["/tmp", "/run", "/dev/shm"];

/** Directories of the kernel that tests do not see. What else is in /proc can be read. */
const PROC_DIRECTORIES: readonly string[] = ["sys", "irq", "bus", "acpi", "scsi"];
const PROC_FILES: readonly string[] = ["kcore", "keys", "kmsg", "sysrq-trigger", "sched_debug", "timer_list"];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The words that run `command` in `cwd`, in the sandbox; they expect the filter of `writeFilter` as descriptor 3. All ends with
 * its parent.
 */
export const sandboxed = (
  command: readonly string[],
  cwd: string,
  { scratch, readable }: Sandbox,
): readonly string[] => {
  const visible = outermost(readable.flatMap(placesOf).filter(isHidden));
  const writable = placesOf(scratch).filter((each) => each.place === each.real || isHidden(each));
  return [
    "bwrap",
    ...isolated(),
    ...visible.flatMap(({ real, place }) => ["--ro-bind", real, place]),
    ...writable.flatMap(({ real, place }) => ["--bind", real, place]),
    "--chdir",
    cwd,
    "--",
    ...command,
  ];
};

/** Writes the filter of system calls to a file in this directory; its path. */
export const writeFilter = (directory: string): string => {
  const path = join(directory, "calls");
  writeFileSync(path, callFilter() ?? "", { mode: 0o400 });
  return path;
};

/** Where something is to be seen. */
interface SeenPath {
  readonly place: string;
  /** Without links: they are followed here, since later they would lead into nothing. */
  readonly real: string;
}

const placesOf = (path: string): readonly SeenPath[] => {
  const real = followed(path);
  return [...new Set([real, path])].map((place) => ({ place, real }));
};

/** Only this must be shown, and nothing else may be: the root would uncover all that is hidden. */
const isHidden = ({ place }: SeenPath): boolean => HIDDEN.some((each) => isIn(each, place));

const outermost = (places: readonly SeenPath[]): readonly SeenPath[] =>
  places.filter(({ place }, index) => !places.some((other, at) => covers(other.place, place, at < index)));

/** Whether one lies in the other; of two that are the same, the first covers the second. */
const covers = (one: string, other: string, isFirst: boolean): boolean =>
  isIn(one, other) && (one !== other || isFirst);

const isIn = (directory: string, path: string): boolean => path === directory || path.startsWith(`${directory}/`);

/** Where links lead; the path itself where that cannot be told. */
export const followed = (path: string): string => attempt(() => realpathSync(path)) ?? path;

/**
 * The order matters: later mounts cover earlier ones. A user namespace also for root, who would have rights over the kernel
 * otherwise; /proc is read-only, since root may write its files by their owner alone.
 */
const isolation = (): readonly string[] => [
  ..."--ro-bind / / --dev /dev --proc /proc".split(" "),
  ...HIDDEN.flatMap((path) => ["--tmpfs", path]),
  ...inProc(PROC_DIRECTORIES).flatMap((path) => ["--tmpfs", path, "--remount-ro", path]),
  ...inProc(PROC_FILES).flatMap((path) => ["--ro-bind", "/dev/null", path]),
  ..."--remount-ro /proc --unshare-user --unshare-net --unshare-pid --unshare-ipc --unshare-uts".split(" "),
  ..."--die-with-parent --new-session --cap-drop ALL --seccomp 3".split(" "),
];

const inProc = (names: readonly string[]): readonly string[] =>
  names.map((name) => `/proc/${name}`).filter((path) => existsSync(path));

/** Older ones do not know it, and those with rights of their own refuse it; the filter refuses nested namespaces, too. */
const WITHOUT_NESTED: readonly string[] = ["--disable-userns"];

let found: readonly string[] | undefined;

/** As much of it as the installed bubblewrap can do. */
const isolated = (): readonly string[] => (found ??= tried(process.env));

/** Throws a `UserError` (NO_SANDBOX) that says why there can be no sandbox here. */
export const checkSandbox = (env: Environment = process.env): void => {
  found = tried(env);
};

const tried = (env: Environment): readonly string[] => {
  if (process.platform !== "linux") throw refusal("it needs Linux", "Leave --sandbox out.");
  if (callFilter() === undefined) {
    throw refusal(`the system calls of ${process.arch} are not known to pare`, "Leave --sandbox out.");
  }
  const scratch = openScratch();
  try {
    const filter = writeFilter(scratch.path);
    const plain = isolation();
    const full = [...plain, ...WITHOUT_NESTED];
    if (trial(full, filter, env) === undefined) return full;
    const reason = trial(plain, filter, env);
    if (reason === undefined) return plain;
    throw refusal(`bwrap is installed but is not allowed to make one (${reason})`, PERMIT);
  } finally {
    scratch.close();
  }
};

/** What it says when it fails. Throws when it is not installed. */
const trial = (words: readonly string[], filter: string, env: Environment): string | undefined => {
  const third = openSync(filter, "r");
  const { status, error, stderr } = spawnSync("bwrap", [...words, "--", "/bin/true"], {
    env,
    encoding: "utf8",
    timeout: 10_000,
    stdio: ["ignore", "ignore", "pipe", third],
  });
  closeSync(third);
  if (error !== undefined && (error as NodeJS.ErrnoException).code === "ENOENT") {
    throw refusal("bubblewrap (the program bwrap) is not installed", INSTALL);
  }
  return status === 0 ? undefined : (stderr?.trim().split("\n").at(-1) ?? error?.message ?? "it failed");
};

const INSTALL =
  "Install it (apt install bubblewrap, dnf install bubblewrap, apk add bubblewrap), or leave --sandbox out.";
const PERMIT =
  "User namespaces are probably forbidden: sysctl kernel.unprivileged_userns_clone=1, or on Ubuntu " +
  "kernel.apparmor_restrict_unprivileged_userns=0; in a container, run it with more rights. Or leave --sandbox out.";

const refusal = (why: string, advice: string): UserError =>
  new UserError("NO_SANDBOX", `pare cannot make a sandbox: ${why}.`, { advice });
