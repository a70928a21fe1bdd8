/** What a NATS server wants to see before it lets somebody in: passwords, credentials, keys, certificates. */
import { readFileSync } from "node:fs";
import { checkServerIdentity } from "node:tls";
import { credsAuthenticator, nkeyAuthenticator } from "@nats-io/transport-node";
import type { Authenticator, NodeConnectionOptions, TlsOptions } from "@nats-io/transport-node";
import { UserError } from "../../core/errors.ts";
import type { ClusterOptions } from "../cluster.ts";
import type { Servers } from "./servers.ts";

export type Access = Pick<NodeConnectionOptions, "user" | "pass" | "token" | "authenticator" | "tls">;

/** Reads the files. Throws a `UserError` (BAD_CREDENTIALS) that names the option. */
export const accessOf = (options: ClusterOptions, servers: Servers): Access => {
  const authenticators: Authenticator[] = [];
  if (options.creds !== undefined) {
    const content = fileOf("--creds", options.creds);
    authenticators.push(tried("--creds", options.creds, credsAuthenticator(content)));
  }
  if (options.nkey !== undefined) {
    const seed = Buffer.from(fileOf("--nkey", options.nkey).toString("latin1").trim());
    authenticators.push(tried("--nkey", options.nkey, nkeyAuthenticator(seed)));
  }
  const tls = tlsOf(options, servers);
  return {
    ...(servers.user !== undefined && { user: servers.user, pass: servers.password ?? "" }),
    ...(servers.token !== undefined && { token: servers.token }),
    ...(authenticators.length > 0 && { authenticator: authenticators }),
    ...(tls !== undefined && { tls }),
  };
};

/** Options of `tls.connect` are passed on by the client; its type knows only some. */
type NodeTlsOptions = TlsOptions & { readonly checkServerIdentity?: typeof checkServerIdentity };

const tlsOf = ({ tlsCa, tlsCert, tlsKey }: ClusterOptions, servers: Servers): NodeTlsOptions | undefined => {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UserError("BAD_CREDENTIALS", "A client's certificate and its key belong together.", {
      advice: "Give both --tls-cert and --tls-key, or neither.",
    });
  }
  if (!servers.tls && tlsCa === undefined && tlsCert === undefined) return undefined;
  return {
    ...(tlsCa !== undefined && { ca: fileOf("--tls-ca", tlsCa).toString() }),
    ...(tlsCert !== undefined && { cert: fileOf("--tls-cert", tlsCert).toString() }),
    ...(tlsKey !== undefined && { key: fileOf("--tls-key", tlsKey).toString() }),
    // The client gives no name for an address without one, and Node then takes "localhost": the addresses that the user gave count.
    checkServerIdentity: (name, certificate) => {
      const numbers = servers.hosts.filter((host) => /^[\d.]+$|:/.test(host));
      if (name !== "localhost" || servers.hosts.includes("localhost") || numbers.length === 0) {
        return checkServerIdentity(name, certificate);
      }
      const faults = numbers.map((host) => checkServerIdentity(host, certificate));
      return faults.includes(undefined) ? undefined : faults[0];
    },
  };
};

const fileOf = (option: string, path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UserError("BAD_CREDENTIALS", `${option}: ${path} cannot be read: ${(error as Error).message}`, {
      advice: "Check the path and who may read the file.",
      cause: error,
    });
  }
};

/** Signs a challenge, so that a file that holds something else is found here and not on the wire. */
const tried = (option: string, path: string, authenticator: Authenticator): Authenticator => {
  try {
    authenticator("nonce");
  } catch {
    throw new UserError("BAD_CREDENTIALS", `${option}: ${path} has the wrong content.`, {
      advice:
        "--creds needs a credentials file as nsc writes it; --nkey needs a file with nothing but a seed, which begins with SU.",
    });
  }
  return authenticator;
};
