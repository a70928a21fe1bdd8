/** The live page of a run: a server on the loopback interface, for as many viewers as there are. */
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { UserError } from "../core/errors.ts";
import { bookJson } from "../reporters/reduce/step-log-pack.ts";
import { liveApp, type LiveRun } from "./app.ts";
import { Viewers } from "./viewers.ts";

export interface WebOptions {
  readonly run: LiveRun;
  /** The code of the page, as the build has left it. */
  readonly script: string;
  /** Any free one unless given. */
  readonly port?: number;
  /** A random one unless given. */
  readonly token?: string;
}

export interface LivePage {
  /** With the token, in the part that browsers keep to themselves. */
  readonly address: string;
  readonly port: number;
  /** Something has changed: viewers are told, at most a few times a second. */
  tell(): void;
  /** Tells the last state to all viewers, then ends. */
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Throws a `UserError` when the port is taken. */
export const serveLive = async ({ run, script, port = 0, token = newToken() }: WebOptions): Promise<LivePage> => {
  const session = randomBytes(8).toString("hex");
  const viewers = new Viewers((last) => messageOf(run, session, last));
  let actual = port;
  const app = liveApp({ run, script, token, session, viewers, port: () => actual });
  const server = createAdaptorServer({ fetch: app.fetch });
  await listening(server, port);
  actual = (server.address() as AddressInfo).port;
  // A page that is open does not keep pare from ending.
  server.unref();
  return {
    address: `http://${HOST}:${actual}/#token=${token}`,
    port: actual,
    tell: () => viewers.tell(),
    close: async () => {
      await viewers.end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
    },
  };
};

/** Behind the last message there is nobody to ask: it has the steps. */
const messageOf = (run: LiveRun, session: string, last: boolean): string => {
  const state = JSON.stringify({ session, progress: run.progress(), now: run.now() });
  const book = last ? run.book() : undefined;
  return book === undefined ? state : `${state.slice(0, -1)},"book":${bookJson(book)}}`;
};

const newToken = (): string => randomBytes(16).toString("hex");

const listening = (server: ServerType, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(refused(error, port)));
    server.listen({ host: HOST, port }, () => resolve());
  });

const refused = (error: NodeJS.ErrnoException, port: number): unknown => {
  if (error.code !== "EADDRINUSE" && error.code !== "EACCES") return error;
  const why = error.code === "EADDRINUSE" ? "another program uses it" : "this user may not use it";
  return new UserError("PORT_TAKEN", `The live page cannot be served on port ${port}: ${why}.`, {
    advice: "Give another port, or give --web without a port to use a free one.",
    cause: error,
  });
};
