/** A connection to a cluster, and what both sides do with it. */
import type { Signer } from "./signing.ts";
import type { NatsConnection } from "@nats-io/transport-node";
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { Blobs } from "./blobs.ts";
import type { Outcomes } from "./outcomes.ts";

export interface ClusterOptions {
  /** nats://host:4222, tls://…, several with commas. */
  readonly url: string;
  /** The path of a file with the shared secret; required unless every server is on loopback. */
  readonly secretFile?: string;
  /** The path of a NATS credentials file, or of an nkey seed. */
  readonly creds?: string;
  readonly nkey?: string;
  /** Paths of PEM files: the authority, and the certificate and key of this client. */
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** The share of the answers of workers that is asked for a second time elsewhere, from 0 to 1; a twentieth unless given. */
  readonly verifyWorkers?: number;
  /** Decides which answers these are; random unless given, for workers must not know. */
  readonly verifySalt?: string;
}

export interface Cluster {
  /** Without credentials: for people. */
  readonly url: string;
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly signer: Signer;
  readonly blobs: Blobs;
  readonly outcomes: Outcomes;
  close(): Promise<void>;
}
