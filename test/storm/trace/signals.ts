/** To whom a process may send a signal: to what it has started itself. */
import type { Call } from "./calls.ts";
import { numberIn, splitFields } from "./fields.ts";
import type { Role } from "./roles.ts";
import type { Process, Tree } from "./tree.ts";

export interface Signal {
  readonly name: string;
  /** A process, or with a minus its group; 0 is the sender's own group, -1 everybody. */
  readonly to: number;
}

/** The arguments with the target and the signal. */
const SIGNALS: Readonly<Record<string, readonly [to: number, signal: number]>> = {
  kill: [0, 1],
  tkill: [0, 1],
  tgkill: [0, 2],
  rt_sigqueueinfo: [0, 1],
  rt_tgsigqueueinfo: [0, 2],
  pidfd_send_signal: [0, 1],
};

export const signalIn = (call: Call): Signal | undefined => {
  const at = SIGNALS[call.name];
  if (at === undefined) return undefined;
  const fields = splitFields(call.text);
  const [to = "", name = ""] = [fields[at[0]], fields[at[1]]];
  const behind = /<pid:(\d+)>/.exec(to)?.[1];
  return { name, to: numberIn(behind ?? to) };
};

/** What keys of a terminal do to everybody in the foreground: pare reads them itself and passes them on. */
const KEYS: ReadonlySet<string> = new Set(["SIGINT", "SIGTSTP"]);

/** In words, what is wrong with it. `from` belongs to a pare. Signal 0 only asks whether somebody is there. */
export const wrongSignal = (
  { name, to }: Signal,
  from: Process<Role>,
  tree: Pick<Tree<Role>, "known">,
): string | undefined => {
  if (name === "0" || (to === 0 && KEYS.has(name))) return undefined;
  if (to === 0 || to === -1) return `${name} to ${to === 0 ? "its own group" : "every process"}`;
  const target = tree.known(Math.abs(to));
  if (target !== undefined && isOurs(target, from.role)) return undefined;
  return `${name} to ${to < 0 ? "the group of " : ""}process ${Math.abs(to)}, which it has not started`;
};

/** Started by this pare, directly or not; or this pare itself. */
const isOurs = (target: Process<Role>, role: Role): boolean => {
  const pare = role.kind === "stranger" ? undefined : role.pare;
  for (let each: Process<Role> | undefined = target; each !== undefined; each = each.parent)
    if (each === pare?.process) return true;
  return false;
};
