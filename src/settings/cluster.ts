/** How a cluster is reached: the settings of a run on it and of its workers. */
import { share, text } from "./readers.ts";
import { value } from "./setting.ts";

const CLUSTER = { group: "Cluster" } as const;
const FILE = { ...CLUSTER, path: true } as const;

/** The settings that name files. */
export const CLUSTER_FILES = {
  secretFile: value(
    {
      ...FILE,
      flags: "--secret-file <file>",
      about: "the secret that signs jobs; not needed where everything is on loopback",
    },
    text,
  ),
  creds: value({ ...FILE, flags: "--creds <file>", about: "a file with NATS credentials (JWT and seed)" }, text),
  nkey: value({ ...FILE, flags: "--nkey <file>", about: "a file with an nkey seed" }, text),
  tlsCa: value({ ...FILE, flags: "--tls-ca <file>", about: "the certificate authority of the server (PEM)" }, text),
  tlsCert: value({ ...FILE, flags: "--tls-cert <file>", about: "the certificate of this client (PEM)" }, text),
  tlsKey: value({ ...FILE, flags: "--tls-key <file>", about: "the key of that certificate (PEM)" }, text),
} as const;

/** How its server is reached. */
export const CONNECTION_SETTINGS = {
  cluster: value(
    {
      ...CLUSTER,
      flags: "--cluster <url>",
      about: "the NATS server of the cluster: nats://host:4222, tls://host; separate several with commas",
    },
    text,
  ),
  ...CLUSTER_FILES,
} as const;

export const CLUSTER_SETTINGS = {
  ...CONNECTION_SETTINGS,
  verifyWorkers: value(
    {
      ...CLUSTER,
      flags: "--verify-workers <share>",
      about: "the share of answers that another worker has to confirm; 0 turns it off",
      default: "5%",
    },
    share,
    "number",
  ),
} as const;
