/** Connects to a cluster and stays connected. */
import { jetstream as jetstreamOf, jetstreamManager, type JetStreamManager } from "@nats-io/jetstream";
import { connect, errors, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";
import { accessOf } from "./access.ts";
import { again } from "../retry.ts";
import { openBlobs } from "../blobs.ts";
import type { Cluster, ClusterOptions } from "../cluster.ts";
import { notConnected, notUsable } from "./connect-errors.ts";
import { openOutcomes } from "../outcomes.ts";
import { redactUrl, serversOf, type Servers } from "./servers.ts";
import { secretFor } from "./secret.ts";
import { signerOf } from "../signing.ts";
import { openStores } from "./stores.ts";
import { connect as connectSocket } from "node:net";

interface ConnectionOptions {
  /** The name of this client, as the server's operators see it. */
  readonly name: string;
  /** Words for the user: an open secret file, a connection that is lost, one that is back. */
  readonly onWarning?: (text: string) => void;
}

/** The time for the first connection; later ones are tried for ever. */
const patienceMs = 4000;
/** The time for a second look at why there is none. */
const lookMs = 500;
/** The time for an answer of the server: its disk may be slow. */
const requestMs = 5000;
/** The time for an answer to the first question, and how often it is asked. */
const firstRequestMs = 1000;
const firstRequests = 5;
/** The least that has all that is used. */
const oldest = [2, 9] as const;

/** Rejects with a `UserError` within seconds when there is nothing to connect to. */
export const openCluster = async (
  options: ClusterOptions,
  { name, onWarning }: ConnectionOptions,
): Promise<Cluster> => {
  const servers = serversOf(options.url);
  const secret = secretFor(options.url, options.secretFile);
  if (secret.warning !== undefined) onWarning?.(secret.warning);
  const connection = await firstConnection(servers, {
    ...accessOf(options, servers),
    servers: [...servers.addresses],
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    reconnectJitterTLS: 100,
    // A server may be set up anew while we wait for it.
    ignoreAuthErrorAbort: true,
    // Traces of every request cost a tenth of the time of a job.
    noAsyncTraces: true,
    // A dead link is seen after the third interval.
    pingInterval: 1500,
    maxPingOut: 2,
    timeout: Math.max(1000, Math.floor((patienceMs - 200) / servers.addresses.length)),
    // The public secret must not follow a list of servers to another machine.
    ignoreClusterUpdates: secret.isPublic,
  });
  try {
    checkVersion(connection, servers.shown);
    const manager = await managerOf(connection);
    const jetstream = jetstreamOf(connection, { timeout: requestMs });
    const stores = await openStores(jetstream, manager);
    const signer = signerOf(secret.bytes);
    void follow(connection, servers.shown, onWarning ?? (() => undefined));
    return {
      url: servers.shown,
      connection,
      jetstream,
      manager,
      signer,
      blobs: openBlobs(stores.blobs),
      outcomes: openOutcomes(stores.outcomes, signer),
      close: async () => leave(connection),
    };
  } catch (error) {
    await connection.close();
    throw error instanceof UserError ? error : notUsable(servers.shown, error);
  }
};

/** A connection may break at once, and come back: then the first questions are lost. */
const managerOf = async (connection: NatsConnection): Promise<JetStreamManager> => {
  const look = async (): Promise<unknown> => jetstreamManager(connection, { timeout: firstRequestMs });
  await again(look, { tries: firstRequests, pauseMs: 0, passes: isLate });
  return await jetstreamManager(connection, { timeout: requestMs, checkAPI: false });
};

const isLate = (error: unknown): boolean => error instanceof errors.TimeoutError;

/** The client gives each server and each of its addresses time; all together get no more than our patience. */
const firstConnection = async (servers: Servers, options: NodeConnectionOptions): Promise<NatsConnection> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs);
  });
  const connecting = connect(options);
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    connecting.then(
      (connection) => void connection.close(),
      () => undefined,
    );
    const fault = notConnected(servers.shown, error);
    const reason = fault.code === "NO_CLUSTER" ? await uncertified(servers, options) : undefined;
    throw reason === undefined ? fault : notConnected(servers.shown, reason);
  } finally {
    clearTimeout(timer);
  }
};

/** A server that wants a certificate and gets none goes away without a word, as TLS 1.3 has it. */
const uncertified = async ({ hosts, ports }: Servers, { tls }: NodeConnectionOptions): Promise<Error | undefined> => {
  if (tls === null || tls?.cert !== undefined) return undefined;
  const greetings = await Promise.all(hosts.map(async (host, index) => greetingOf(host, ports[index]!, lookMs)));
  if (!greetings.some((greeting) => greeting?.tls_verify === true)) return undefined;
  return new Error("TLS needs a certificate of the client");
};

const checkVersion = ({ info }: NatsConnection, shown: string): void => {
  const [major = 0, minor = 0] = (info?.version ?? "").split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new UserError("OLD_CLUSTER", `The NATS server at ${shown} is too old: ${info?.version ?? "no version"}.`, {
    advice: `pare needs nats-server ${oldest.join(".")} or later.`,
  });
};

/** Until it is closed. */
const follow = async (connection: NatsConnection, shown: string, onWarning: (text: string) => void): Promise<void> => {
  for await (const status of connection.status()) {
    if (status.type === "disconnect") onWarning(`The connection to the NATS server at ${shown} is lost; trying again.`);
    else if (status.type === "reconnect") onWarning(`The NATS server at ${status.server} is connected again.`);
    else if (status.type === "error") onWarning(`The NATS server says: ${redactUrl(status.error.message)}`);
    else if (status.type === "staleConnection") abandon(connection);
  }
};

/**
 * Before the client gives up a dead link it sends a last frame and waits until that is written, which with full buffers is as
 * long as the kernel keeps trying: a quarter of an hour. There is no other way than its own parts to make it let go.
 */
const abandon = (connection: NatsConnection): void => {
  const { protocol } = connection as {
    readonly protocol?: { readonly transport?: { close(error: Error): Promise<void> } };
  };
  const transport = protocol?.transport;
  setTimeout(() => void transport?.close(new Error("the link is dead")), 500).unref();
};

/** What was published is sent, unless the server is not there to take it. */
const leave = async (connection: NatsConnection): Promise<void> => {
  if (connection.isClosed()) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 1000);
  });
  await Promise.race([connection.drain().catch(() => undefined), late]);
  clearTimeout(timer);
  await connection.close();
};

interface Greeting {
  /** It wants to see a certificate of the client. */
  readonly tls_verify?: unknown;
}

const maximumLength = 64 * 1024;

/** Nothing when no NATS server speaks within the time. */
const greetingOf = async (host: string, port: number, limitMs: number): Promise<Greeting | undefined> =>
  new Promise((resolve) => {
    const socket = connectSocket({ host, port });
    const end = (greeting?: Greeting): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(greeting);
    };
    const timer = setTimeout(end, limitMs);
    let text = "";
    socket.setEncoding("latin1");
    socket.on("error", () => end());
    socket.on("close", () => end());
    socket.on("data", (piece: string) => {
      text += piece;
      const line = /^INFO ({.*})\s*\r\n/.exec(text);
      if (line !== null) end(parsed(line[1]!));
      else if (text.length > maximumLength) end();
    });
  });

const parsed = (json: string): Greeting | undefined => attempt(() => JSON.parse(json) as Greeting);
