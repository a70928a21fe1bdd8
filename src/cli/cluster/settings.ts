/** How a cluster is reached: the choices of a run on it and of its workers alike. */
import { share, text } from "../readers.ts";
import { value, type Setting } from "../setting.ts";

export interface ClusterSettings {
  readonly cluster?: string;
  readonly secretFile?: string;
  readonly creds?: string;
  readonly nkey?: string;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly verifyWorkers?: number;
}

const CLUSTER = { group: "On a cluster" } as const;
const FILE = { ...CLUSTER, path: true } as const;

/** In the order of the help. */
export const CLUSTER_SETTINGS: Readonly<Record<keyof ClusterSettings, Setting>> = {
  cluster: value(
    {
      ...CLUSTER,
      flags: "--cluster <url>",
      about: "the NATS server of the cluster: nats://host:4222, tls://host; several with commas",
    },
    text,
  ),
  secretFile: value(
    { ...FILE, flags: "--secret-file <file>", about: "what jobs are signed with; not needed where all is on loopback" },
    text,
  ),
  creds: value({ ...FILE, flags: "--creds <file>", about: "NATS credentials (JWT and seed)" }, text),
  nkey: value({ ...FILE, flags: "--nkey <file>", about: "an nkey seed" }, text),
  tlsCa: value({ ...FILE, flags: "--tls-ca <file>", about: "the authority that vouches for the server (PEM)" }, text),
  tlsCert: value({ ...FILE, flags: "--tls-cert <file>", about: "this client's certificate (PEM)" }, text),
  tlsKey: value({ ...FILE, flags: "--tls-key <file>", about: "and its key (PEM)" }, text),
  verifyWorkers: value(
    {
      ...CLUSTER,
      flags: "--verify-workers <share>",
      about: "how many answers of workers are asked for a second time elsewhere (5%); 0 turns it off",
    },
    share,
    "number",
  ),
};
