/** A link between a machine and the server that can be cut, as a cable can, or be slow. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Link {
  /** What stands for the server on this side. */
  readonly url: string;
  /** For so long nothing comes through, either way, and nobody is told; then everything that has waited does. */
  cut(ms: number): Promise<void>;
  /** Connections break, and can be made again at once. */
  reset(): void;
  close(): Promise<void>;
}

/** `delay`: how long a piece of data takes, in milliseconds. */
export const openLink = async (port: number, delay: () => number = () => 0): Promise<Link> => {
  const sockets = new Set<Socket>();
  let open: Promise<void> = Promise.resolve();
  /** In order, each piece when its time has come and the link is not cut. */
  const carry = (from: Socket, to: Socket): void => {
    let before: Promise<void> = Promise.resolve();
    const pass = async (data: Uint8Array, earlier: Promise<void>, late: number): Promise<void> => {
      await Promise.all([earlier, late > 0 ? sleep(late) : undefined]);
      await open;
      if (!to.destroyed) to.write(data);
    };
    from.on("data", (data: Uint8Array) => (before = pass(data, before, delay())));
    from.on("close", () => void before.then(() => to.destroy()));
    from.on("error", () => undefined);
  };
  const server = createServer((near) => {
    const far = connect({ port, host: "127.0.0.1" });
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    carry(near, far);
    carry(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async cut(ms) {
      let mend = (): void => undefined;
      open = new Promise((resolve) => (mend = resolve));
      await sleep(ms);
      mend();
      open = Promise.resolve();
    },
    reset() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
