/** Warm oracles: processes that stay, read `{"path": …}` lines and answer `{"outcome": …}` lines. */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { UserError } from "../core/errors.ts";
import type { TestCase } from "../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../core/verdict.ts";
import { marked, runMark } from "../runner/marks.ts";
import type { Scratch } from "../runner/scratch.ts";
import { quote } from "./command-line.ts";
import { checkBeside, layOut } from "./layout.ts";
import type { ProcessOracle, Subject, TestTerms } from "./oracle.ts";
import { environment } from "./trial.ts";

export interface ServerSetting {
  readonly subject: Subject;
  readonly scratch: Scratch;
  /** For sh; started in the directory pare was started in. */
  readonly command: string;
}

/** What the first answer of a process may take beyond its limit: being warm takes time. */
const START_MS = 60_000;
const SHOWN_CHARACTERS = 2000;

/** How a question ended. */
type Answer =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "died"; readonly how: string }
  | { readonly kind: "timeout" };

/**
 * As many processes as tests run at once. One that dies leaves the test it died on unresolved, and another takes its place; so
 * does one that is killed because it takes too long. What is no answer rejects with a `UserError`, and so does a server that dies
 * before any of them has ever answered.
 */
export const serverOracle = (setting: ServerSetting): ProcessOracle => {
  const { subject, scratch, command } = setting;
  checkBeside(subject);
  const all = new Set<Server>();
  const idle: Server[] = [];
  let answered = false;

  const start = (): Server => {
    const server = new Server(setting);
    all.add(server);
    return server;
  };
  const judge = (answer: Answer, server: Server): Verdict => {
    if (answer.kind === "line") {
      answered = true;
      return readAnswer(answer.line);
    }
    if (answer.kind === "timeout") return unresolved("timeout");
    if (!answered) throw neverAnswered(command, answer.how, server.said);
    return unresolved(`the oracle server ${answer.how}`);
  };
  const test = async (candidate: TestCase, terms: TestTerms, signal: AbortSignal): Promise<Finding> => {
    signal.throwIfAborted();
    const server = idle.pop() ?? start();
    const { path, remove } = layOut(candidate, subject, scratch);
    const begun = performance.now();
    let usable = false;
    try {
      const answer = await server.ask(path, terms.timeout, signal);
      const verdict = judge(answer, server);
      usable = answer.kind === "line";
      const timedOut = answer.kind === "timeout" && { evidence: { timedOut: true } };
      return { ...verdict, ms: performance.now() - begun, ...timedOut };
    } finally {
      if (usable) idle.push(server);
      else await server.end().then(() => all.delete(server));
      remove();
    }
  };
  return {
    words: `the oracle server ${command} answers "fail"`,
    identity: { kind: "server", command },
    repeatLine: (path) =>
      `cd ${quote(subject.origin)} && echo ${quote(JSON.stringify({ path }))} | sh -c ${quote(command)}`,
    test,
    close: async () => void (await Promise.all([...all].map((server) => server.end()))),
  };
};

const readAnswer = (line: string): Verdict => {
  const said = parse(line);
  if (typeof said === "object" && said !== null && "outcome" in said) {
    const { outcome } = said;
    const reason = "reason" in said && typeof said.reason === "string" ? { reason: said.reason } : {};
    if (outcome === "fail" || outcome === "pass" || outcome === "unresolved") return { outcome, ...reason };
  }
  throw new UserError("BAD_ANSWER", `The oracle server answered ${JSON.stringify(line.slice(0, 200))}.`, {
    advice:
      'It must answer each line with one line like {"outcome": "fail"}, "pass" or "unresolved", and print nothing else.',
  });
};

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const neverAnswered = (command: string, how: string, said: string): UserError =>
  new UserError(
    "SERVER_DIED",
    `The oracle server ${command} ${how} before it answered.${said === "" ? "" : `\n${said}`}`,
    {
      advice: `Try it by hand: echo '{"path": "FILE"}' | ${command}`,
    },
  );

/** One process with at most one open question. */
class Server {
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #answer: ((answer: Answer) => void) | undefined;
  #ended: string | undefined;
  #warm = false;
  /** The end of what it printed on standard error. */
  said = "";

  constructor({ command, subject }: ServerSetting) {
    const inherited = environment(subject.origin);
    this.#child = spawn("/bin/sh", ["-c", command], {
      cwd: subject.origin,
      // Marked as this run's: the watchdog of the runner ends it when pare itself is killed.
      env: { ...inherited, PARE_RUN: marked(inherited, "PARE_RUN", runMark) },
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own, so that whatever it starts ends with it.
      detached: true,
    });
    this.#gone = new Promise((resolve) => {
      const gone = (how: string): void => {
        this.#ended ??= how;
        this.#answer?.({ kind: "died", how });
        resolve();
      };
      this.#child.on("error", (error) => gone(`could not be started: ${error.message}`));
      this.#child.on("exit", (code, signal) =>
        gone(signal === null ? `exited with ${code}` : `was ended by ${signal}`),
      );
    });
    // A server that has died does not read any more; that it died is told by "exit".
    this.#child.stdin?.on("error", () => undefined);
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.said = (this.said + text).slice(-SHOWN_CHARACTERS);
    });
    if (this.#child.stdout !== null) {
      createInterface({ input: this.#child.stdout }).on("line", (line) => {
        if (line.trim() !== "") this.#answer?.({ kind: "line", line });
      });
    }
  }

  /** Rejects with the signal's reason after an abort. */
  async ask(path: string, timeout: number, signal: AbortSignal): Promise<Answer> {
    if (this.#ended !== undefined) return { kind: "died", how: this.#ended };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let abort: (() => void) | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#answer = resolve;
        abort = () => reject(signal.reason as Error);
        signal.addEventListener("abort", abort, { once: true });
        timer = setTimeout(() => resolve({ kind: "timeout" }), timeout + (this.#warm ? 0 : START_MS));
        this.#child.stdin?.write(`${JSON.stringify({ path })}\n`);
      });
    } finally {
      this.#warm = true;
      this.#answer = undefined;
      clearTimeout(timer);
      if (abort !== undefined) signal.removeEventListener("abort", abort);
    }
  }

  /** Ends the process and everything in its group. */
  async end(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing of the group is left.
    }
    await this.#gone;
  }
}
