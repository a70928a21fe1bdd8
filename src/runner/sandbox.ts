/** Commands in a sandbox made by bubblewrap: no network, and nothing can be written but the scratch directory. */
import { spawnSync } from "node:child_process";
import { UserError } from "../core/errors.ts";

export interface SandboxOptions {
  /** The one directory that can be written to; the working directory of the command. */
  readonly scratch: string;
  /** Absolute paths under /tmp, /dev/shm or /run that the command needs to see; everything else is visible anyway. */
  readonly readable: readonly string[];
}

/** The command that runs `command` in the sandbox; it ends with its parent, and all its processes with it. */
export const sandboxed = (command: readonly string[], { scratch, readable }: SandboxOptions): readonly string[] => {
  const visible = readable.flatMap((path) => ["--ro-bind", path, path]);
  return ["bwrap", ...ISOLATED, ...visible, "--bind", scratch, scratch, "--chdir", scratch, "--", ...command];
};

/** The order matters: later mounts cover earlier ones. Sockets of services live in /run. Root must not mount it all again. */
const ISOLATED: readonly string[] = [
  "--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /run --tmpfs /dev/shm",
  "--unshare-net --unshare-pid --unshare-ipc --unshare-uts --die-with-parent --new-session --cap-drop ALL",
].flatMap((line) => line.split(" "));

/** Throws a `UserError` (NO_SANDBOX) that says why there can be no sandbox here. */
export const checkSandbox = (env: Readonly<Record<string, string | undefined>> = process.env): void => {
  const trial = spawnSync("bwrap", [...ISOLATED, "--", "/bin/true"], { env, encoding: "utf8", timeout: 10_000 });
  if (trial.error !== undefined && (trial.error as NodeJS.ErrnoException).code === "ENOENT") {
    throw refusal("bubblewrap (the program bwrap) is not installed", INSTALL);
  }
  if (process.platform !== "linux") throw refusal("it needs Linux", "Leave --sandbox out.");
  if (trial.status === 0) return;
  const reason = trial.stderr?.trim().split("\n").at(-1) ?? trial.error?.message ?? "it failed";
  throw refusal(`bwrap is installed but may not make one (${reason})`, PERMIT);
};

const INSTALL =
  "Install it (apt install bubblewrap, dnf install bubblewrap, apk add bubblewrap), or leave --sandbox out.";
const PERMIT =
  "User namespaces are probably forbidden: sysctl kernel.unprivileged_userns_clone=1, or on Ubuntu " +
  "kernel.apparmor_restrict_unprivileged_userns=0; in a container, run it with more rights. Or leave --sandbox out.";

const refusal = (why: string, advice: string): UserError =>
  new UserError("NO_SANDBOX", `There can be no sandbox: ${why}.`, { advice });
