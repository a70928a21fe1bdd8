/** With whom a process may connect: with this machine, and with the cluster it was told of. */
import { isIP } from "node:net";
import type { Call } from "./calls.ts";
import { stringIn, unescaped } from "./fields.ts";
import type { Started } from "./places.ts";

const CALLS: ReadonlySet<string> = new Set(["connect", "bind", "sendto", "sendmsg", "sendmmsg"]);

export const isConnecting = ({ name }: Call): boolean => CALLS.has(name);

interface Address {
  readonly family: string;
  readonly host?: string;
  readonly port?: number;
  readonly path?: string;
}

/** Nothing for calls that name none: they go where the socket is connected already. */
const addressIn = ({ text }: Call): Address | undefined => {
  const family = /\bsa_family=(\w+)/.exec(text)?.[1];
  if (family === undefined) return undefined;
  const host = /inet_addr\("([^"]*)"\)/.exec(text)?.[1] ?? /inet_pton\(AF_INET6, "([^"]*)"/.exec(text)?.[1];
  const port = /sin6?_port=htons\((\d+)\)/.exec(text)?.[1];
  const quoted = /sun_path=(@?)("(?:[^"\\]|\\.)*")/.exec(text);
  return {
    family,
    ...(host !== undefined && { host: unescaped(host) }),
    ...(port !== undefined && { port: Number(port) }),
    ...(quoted !== null && { path: `${quoted[1] ?? ""}${stringIn(quoted[2]) ?? ""}` }),
  };
};

const isLoopback = (host: string): boolean => /^127\.|^::1$|^::ffff:127\./i.test(host);

/** The C library asks these for names and users where they are there; they are no part of a run. */
const SERVICES: ReadonlySet<string> = new Set(["/var/run/nscd/socket", "/run/nscd/socket"]);

/** Netlink: the kernel, asked for the addresses of this machine. UNSPEC: a connection is given up. */
const HARMLESS: ReadonlySet<string> = new Set(["AF_NETLINK", "AF_UNSPEC"]);

const DNS = 53;

export interface Asking {
  readonly started: Started;
  /** A program that pare has started on its own account. */
  readonly helper: string | undefined;
  /** May something be written at this path? */
  readonly isPlace: (path: string) => boolean;
}

/** In words, what is wrong with it. */
export const wrongConnection = (call: Call, { started, helper, isPlace }: Asking): string | undefined => {
  const address = addressIn(call);
  if (address === undefined || HARMLESS.has(address.family)) return undefined;
  const { family, host, port, path } = address;
  if (family === "AF_UNIX") return path === undefined || isOurs(path, isPlace) ? undefined : words(call, path);
  if (host === undefined) return words(call, family);
  if (isLoopback(host)) return undefined;
  const hosts = clusterHosts(started);
  if (hosts.includes(host) || (port === DNS && hosts.some((each) => isIP(each) === 0))) return undefined;
  // The registry, to install what lockfiles name.
  if (helper === "npm" && started.command === "isolate" && call.name !== "bind") return undefined;
  return words(call, `${host}${port === undefined ? "" : `:${port}`}`);
};

/** With an @ it is no file, but a name of the machine. */
const isOurs = (path: string, isPlace: Asking["isPlace"]): boolean =>
  SERVICES.has(path) || (!path.startsWith("@") && isPlace(path));

const words = ({ name }: Call, to: string): string => `${name} to ${to}`;

const clusterHosts = ({ flags }: Started): readonly string[] =>
  (flags.get("--cluster") ?? "").split(",").flatMap((each) => {
    try {
      return [new URL(each.includes("://") ? each : `nats://${each}`).hostname.replaceAll(/[[\]]/g, "")];
    } catch {
      return [];
    }
  });
