/** Says what is wrong when a server cannot be used, and what to do. */
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import {
  AuthorizationError,
  PermissionViolationError,
  TimeoutError,
  UserAuthenticationExpiredError,
} from "@nats-io/transport-node";
import { UserError } from "../../core/errors.ts";
import { redactUrl } from "./servers.ts";

/** There was no connection. */
export const notConnected = (shown: string, error: unknown): UserError => {
  const chain = chainOf(error);
  const detail = chain.map(({ message }) => message).find((message) => message !== "") ?? "no reason given";
  if (chain.some((link) => link instanceof AuthorizationError || link instanceof UserAuthenticationExpiredError)) {
    return new UserError("CLUSTER_AUTH", `The NATS server at ${shown} refuses the connection: ${redactUrl(detail)}.`, {
      advice: "Give what the server expects: nats://USER:PASSWORD@HOST:4222, --creds FILE or --nkey FILE.",
      cause: error,
    });
  }
  if (chain.some(isTls)) {
    return new UserError(
      "CLUSTER_TLS",
      `pare cannot make a TLS connection to the NATS server at ${shown}: ${redactUrl(detail)}.`,
      {
        advice:
          "Give the authority that signed the server's certificate with --tls-ca, a client's certificate with --tls-cert and " +
          "--tls-key where the server asks for one, and the host by the name in the certificate; nats:// for a server without TLS.",
        cause: error,
      },
    );
  }
  return new UserError("NO_CLUSTER", `There is no NATS server at ${shown}: ${redactUrl(detail)}.`, {
    advice:
      "Start one with: nats-server -js (Debian: apt install nats-server), or check the address, the port and the firewall.",
    cause: error,
  });
};

/** There was a connection, but not what is needed. */
export const notUsable = (shown: string, error: unknown): UserError => {
  const chain = chainOf(error);
  const detail = redactUrl(chain[0]?.message ?? String(error));
  if (chain.some(isJetstreamOff)) {
    return new UserError(
      "NO_JETSTREAM",
      `The NATS server at ${shown} runs without JetStream, which pare needs to keep the jobs.`,
      {
        advice: "Start it with -js (nats-server -js -sd /var/lib/nats), or enable JetStream for the account.",
        cause: error,
      },
    );
  }
  if (chain.some((link) => link instanceof PermissionViolationError)) {
    return new UserError(
      "CLUSTER_AUTH",
      `The NATS server at ${shown} does not give pare the permissions that it needs: ${detail}.`,
      {
        advice:
          "Permit the user to publish and subscribe to pare.>, $JS.>, $KV.pare-outcomes.>, $O.pare-blobs.> and _INBOX.>.",
        cause: error,
      },
    );
  }
  const silent = chain.some((link) => link instanceof TimeoutError);
  return new UserError(
    "NO_CLUSTER",
    `The NATS server at ${shown} ${silent ? "does not answer" : "cannot be used"}: ${detail}.`,
    {
      advice:
        "Look at the server's log: a full disk, limits of the account and a cluster without a leader are common causes.",
      cause: error,
    },
  );
};

/** An error and its causes. */
const chainOf = (error: unknown): readonly Error[] => {
  const chain: Error[] = [];
  for (let link = error; link instanceof Error && chain.length < 8; link = link.cause) chain.push(link);
  return chain;
};

const isTls = (error: Error): boolean => {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/.test(code) ||
    /server does not support 'tls'|tls.*not available|\bTLS\b/.test(error.message)
  );
};

/** JetStream is off for the server, or for the account. */
const isJetstreamOff = (error: Error): boolean =>
  error.name === "JetStreamNotEnabled" ||
  (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.JetStreamNotEnabledForAccount);
