/** A real NATS server with JetStream, on a free port of loopback, with a store of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface NatsServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** SIGKILL, as a crash would; the store stays. */
  kill(): Promise<void>;
  /** On the same port, with the same store. */
  start(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
}

export interface NatsOptions {
  /** Lines for the configuration file: TLS, users. */
  readonly config?: string;
  /** The address it listens on; loopback unless given. */
  readonly host?: string;
}

/** A missing server fails the test: the set-up installs it. */
export const startNats = async ({ config = "", host = "127.0.0.1" }: NatsOptions = {}): Promise<NatsServer> => {
  const directory = mkdtempSync(join(tmpdir(), "pare-nats-"));
  const port = await freePort();
  const file = join(directory, "nats.conf");
  writeFileSync(file, `host: "${host}"\nport: ${port}\njetstream { store_dir: "${directory}/store" }\n${config}\n`);
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const child = spawn("nats-server", ["-c", file], {
      stdio: "ignore",
      env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
    });
    server = child;
    const failed = new Promise<never>((_, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`nats-server ended with ${code}`)));
    });
    failed.catch(() => undefined);
    await Promise.race([accepts(host, port), failed]);
  };
  const kill = async (): Promise<void> => {
    const child = server;
    server = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  await start();
  return {
    url: `nats://${host}:${port}`,
    port,
    get pid() {
      return server?.pid ?? 0;
    },
    kill,
    start,
    stop: async () => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const accepts = async (host: string, port: number): Promise<void> => {
  for (;;) {
    const socket = connect({ host, port });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
};
