/** A helper process that answers one line for each line it is given: for tools whose start takes longer than their work. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { saidBy } from "./programs.ts";

export interface LineServer {
  /** The first line it says by itself. */
  readonly greeting: Promise<string>;
  /** Answers come in the order of the questions. Rejects with what it has said when it ends. */
  ask(line: string): Promise<string>;
  close(): Promise<void>;
}

export const lineServer = (program: string, words: readonly string[]): LineServer => {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
  const waiting: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void }[] = [];
  let errors = "";
  let ended: Error | undefined;
  const end = (why: string): void => {
    ended ??= new Error(why);
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  const next = (): Promise<string> =>
    ended ? Promise.reject(ended) : new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  child.stdin.on("error", () => {});
  child.stderr.on("data", (piece: Buffer) => {
    errors = `${errors}${piece.toString()}`.slice(-4000);
  });
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(line));
  child.on("error", (error) => end(error.message));
  const closed = new Promise<void>((done) => {
    child.on("close", () => {
      end(saidBy(errors));
      done();
    });
  });
  const greeting = next();
  // Whoever does not look at the greeting sees the trouble with the first answer.
  greeting.catch(() => {});
  return {
    greeting,
    ask: async (line) => {
      const answer = next();
      child.stdin.write(`${line}\n`);
      return answer;
    },
    close: async () => {
      child.stdin.end();
      child.kill("SIGKILL");
      if (child.pid !== undefined) await closed;
    },
  };
};
