/** What a NATS server says of itself before anything is asked. */
import { connect } from "node:net";

export interface Greeting {
  /** It wants to see a certificate of the client. */
  readonly tls_verify?: unknown;
}

const maximumLength = 64 * 1024;

/** Nothing when no NATS server speaks within the time. */
export const greetingOf = async (host: string, port: number, patienceMs: number): Promise<Greeting | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (greeting?: Greeting): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(greeting);
    };
    const timer = setTimeout(end, patienceMs);
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

const parsed = (json: string): Greeting | undefined => {
  try {
    return JSON.parse(json) as Greeting;
  } catch {
    return undefined;
  }
};
