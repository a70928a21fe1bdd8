/** The streams and surroundings of this process, as commands see them: the one way to a terminal. */
import { isatty } from "node:tty";
import { forTerminal } from "../core/control.ts";
import { visibleJson } from "../core/visible.ts";

/** One stream that is written to. */
export interface OutputStream {
  /** Whatever is in the text, a terminal obeys only what pare itself says (`control`). */
  write(text: string): void;
  /** A JSON text and an end of line: programs read exactly what was meant. */
  json(text: string): void;
  /** Exactly these bytes, for files and pipes; as text on a terminal. Waits until they are gone. */
  bytes(content: Uint8Array): Promise<void>;
  readonly isTerminal: boolean;
  readonly columns: number;
  /** The height of a terminal that tells it. */
  readonly rows?: number | undefined;
  /** Why it takes no more. A reader that has gone away (`pare … | head`) has had enough: that is no failure. */
  readonly failed: NodeJS.ErrnoException | undefined;
}

export interface Terminal {
  /** Results and --json. */
  readonly out: OutputStream;
  /** Everything else. */
  readonly err: OutputStream;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Whether GitHub Actions reads what is printed. */
export const isInActions = (environment: Terminal["environment"]): boolean => environment["GITHUB_ACTIONS"] === "true";

const GONE = ["EPIPE", "EIO", "ECONNRESET"];

/** What cannot be written is lost, and the run goes on: its result is a file. */
const outputOf = (stream: NodeJS.WriteStream, descriptor: number): OutputStream => {
  let open = true;
  let failed: NodeJS.ErrnoException | undefined;
  const end = (error: NodeJS.ErrnoException): void => {
    open = false;
    if (!GONE.includes(error.code ?? "")) failed = error;
  };
  stream.on("error", end);
  const send = (text: string): void => {
    if (!open) return;
    try {
      stream.write(text);
    } catch (error) {
      end(error as NodeJS.ErrnoException);
    }
  };
  const isScreen = isatty(descriptor);
  return {
    write: (text) => send(forTerminal(text)),
    json: (text) => send(`${visibleJson(text)}\n`),
    bytes: (content) =>
      new Promise((resolve) => {
        if (open) stream.write(isScreen ? forTerminal(Buffer.from(content).toString()) : content, () => resolve());
        else resolve();
      }),
    isTerminal: isScreen && process.env["TERM"] !== "dumb",
    get columns() {
      // Some terminals say 0.
      return stream.columns || 80;
    },
    get rows() {
      return stream.rows || undefined;
    },
    get failed() {
      return failed;
    },
  };
};

/** How wide lines on standard output may be; any width where nobody looks at them on a terminal. */
export const outputColumns = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

export const thisTerminal = (): Terminal => ({
  out: outputOf(process.stdout, 1),
  err: outputOf(process.stderr, 2),
  get directory() {
    // Somebody may have removed it.
    return process.cwd();
  },
  environment: process.env,
});
