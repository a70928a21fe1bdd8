/** The servers that a --cluster option names. */
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";

export interface Servers {
  /** Each as host:port, as a dialler wants it. */
  readonly addresses: readonly string[];
  /** Each as a URL understands it: names in lower case, IPv4 in four parts, IPv6 without brackets. */
  readonly hosts: readonly string[];
  readonly ports: readonly number[];
  /** Without credentials: for people. */
  readonly shown: string;
  /** One of them says tls://, so all must speak it. */
  readonly tls: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
}

const defaultPort = "4222";

/** Throws a `UserError` (BAD_CLUSTER_URL) that shows no credentials. */
export const serversOf = (text: string): Servers => {
  const servers = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map((item) => serverOf(item, text));
  const [first] = servers;
  if (first === undefined) throw badUrl(text, "it names no server");
  const known = servers.filter(({ user }) => user !== "");
  const credentials = known[0];
  if (known.some(({ user, password }) => user !== credentials?.user || password !== credentials.password)) {
    throw badUrl(text, "its servers have different credentials");
  }
  return {
    addresses: servers.map(({ host, port }) => `${host}:${port}`),
    hosts: servers.map(({ host }) => host.replaceAll(/^\[|\]$/g, "")),
    ports: servers.map(({ port }) => Number(port)),
    shown: servers.map(({ scheme, host, port }) => `${scheme}//${host}:${port}`).join(","),
    tls: servers.some(({ scheme }) => scheme === "tls:"),
    ...(credentials !== undefined &&
      (credentials.password === undefined
        ? { token: credentials.user }
        : { user: credentials.user, password: credentials.password })),
  };
};

/** Whether every one of them is on this machine. */
export const areLoopback = ({ hosts }: Servers): boolean =>
  hosts.every((host) => host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host));

interface Server {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  /** Empty when there are no credentials. */
  readonly user: string;
  readonly password: string | undefined;
}

const serverOf = (item: string, text: string): Server => {
  const url = parsed(item.includes("://") ? item : `nats://${item}`);
  if (url === undefined) throw badUrl(text, "it cannot be read");
  const { protocol, username, password, port, pathname, search, hash } = url;
  if (protocol !== "nats:" && protocol !== "tls:") throw badUrl(text, `${protocol}// is not supported`);
  if (!/^\/?$/.test(pathname) || search !== "" || hash !== "") throw badUrl(text, "nothing may follow the port");
  // URLs of the web, unlike others, have their hosts checked and written in one way.
  const host = parsed(`http://${url.hostname}`)?.hostname ?? "";
  if (host === "") throw badUrl(text, "it names no host");
  const [user, word] = [decoded(username), decoded(password)];
  if (user === undefined || word === undefined) throw badUrl(text, "its credentials are not encoded as in a URL");
  if (user === "" && word !== "") throw badUrl(text, "it has a password without a user");
  const hasPassword = word !== "" || item.slice(0, item.lastIndexOf("@")).endsWith(`${username}:`);
  return {
    scheme: protocol,
    host,
    port: port === "" ? defaultPort : port,
    user,
    password: hasPassword ? word : undefined,
  };
};

const parsed = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const decoded = (text: string): string | undefined => attempt(() => decodeURIComponent(text));

const badUrl = (text: string, why: string): UserError =>
  new UserError("BAD_CLUSTER_URL", `The address of the cluster, ${redactUrl(text)}, is not understood: ${why}.`, {
    advice:
      "Write nats://HOST:4222 or tls://HOST:4222, several with commas; a user and a password go before the host as " +
      "USER:PASSWORD@, with %40 for @, %2F for /, %2C for a comma and so on.",
  });

/** Without what stands before the last @ of each URL; also `user:password@host` where no scheme is given. For messages. */
export const redactUrl = (text: string): string =>
  text.replaceAll(urlWithCredentials, "$1").replaceAll(/(^|[\s,='"])[^\s/@:,='"]+:[^\s/@]*@/g, "$1");

/** A command line as it is recorded, without credentials in the values of --cluster and in addresses of NATS servers. */
export const redactWords = (words: readonly string[]): readonly string[] =>
  words.map((word, index) => {
    if (index > 0 && words[index - 1] === "--cluster") return redactUrl(word);
    if (word.startsWith("--cluster=")) return `--cluster=${redactUrl(word.slice("--cluster=".length))}`;
    return word.replaceAll(natsWithCredentials, "$1");
  });

/** Up to the last @ before the next URL of a list, for a password may hold nearly anything when it was not encoded. */
const urlWithCredentials = /([a-z][a-z0-9+.-]*:\/\/)(?:(?!,[a-z][a-z0-9+.-]*:\/\/)\S)*@/gi;
const natsWithCredentials = /((?:nats|tls):\/\/)(?:(?!,[a-z][a-z0-9+.-]*:\/\/)\S)*@/gi;
