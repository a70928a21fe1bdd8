/** The streams and surroundings of this process, as commands see them. */

import { isatty } from "node:tty";

/** One stream that is written to. */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Of a terminal that says how many it has. */
  readonly rows?: number | undefined;
}

export interface Terminal {
  /** Results and --json. */
  readonly out: Output;
  /** Everything else. */
  readonly err: Output;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const outputOf = (stream: NodeJS.WriteStream, descriptor: number): Output => {
  let open = true;
  // Whoever reads may go away (`pare … | head`): what is written then is of no interest, and the run goes on.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    open = false;
  });
  return {
    write: (text) => void (open && stream.write(text)),
    isTerminal: isatty(descriptor) && process.env["TERM"] !== "dumb",
    get columns() {
      // Some terminals say 0.
      return stream.columns || 80;
    },
    get rows() {
      return stream.rows || undefined;
    },
  };
};

export const thisTerminal = (): Terminal => ({
  out: outputOf(process.stdout, 1),
  err: outputOf(process.stderr, 2),
  directory: process.cwd(),
  environment: process.env,
});
