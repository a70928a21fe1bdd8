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

/** What an answer may take beyond its limit as long as no process of the run has answered: nobody knows how long it takes to start. */
const START_MS = 60_000;
/** From then on, the first answer of a process may take so many times longer than the very first one took, beyond its limit. */
const START_FACTOR = 2;
/** How often a test is asked for when processes die on it. */
const TRIES = 2;
const SHOWN_CHARACTERS = 2000;

/** How a question ended. */
type Answer =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "died"; readonly how: string }
  | { readonly kind: "timeout" };

/**
 * As many processes as tests run at once. When one dies, a fresh one is asked the same once more; the test is unresolved when that
 * dies, too. One that takes too long is killed, and another takes its place. What is no answer rejects with a `UserError`, and so
 * does a server that dies before any process has ever answered.
 */
export const serverOracle = (setting: ServerSetting): ProcessOracle => {
  const { subject, scratch, command } = setting;
  checkBeside(subject);
  const all = new Set<Server>();
  const idle: Server[] = [];
  /** What the first answer of the run took; `undefined` before it. */
  let firstMs: number | undefined;
  let closed = false;

  const start = (): Server => {
    const server = new Server(setting);
    all.add(server);
    return server;
  };
  const grace = (server: Server): number => {
    if (firstMs === undefined) return START_MS;
    return server.isWarm ? 0 : Math.min(START_MS, START_FACTOR * firstMs);
  };
  const judge = (answer: Answer, server: Server): Verdict => {
    if (answer.kind === "line") return readAnswer(answer.line);
    if (answer.kind === "timeout") return unresolved("timeout");
    if (firstMs === undefined) throw neverAnswered(command, answer.how, server.said);
    return unresolved(`the oracle server ${answer.how}`);
  };
  /** `undefined` when the process died and another is to be asked. */
  const attempt = async (
    server: Server,
    candidate: TestCase,
    { timeout, signal, isLast }: { readonly timeout: number; readonly signal: AbortSignal; readonly isLast: boolean },
  ): Promise<Finding | undefined> => {
    const { path, remove } = layOut(candidate, subject, scratch);
    const begun = performance.now();
    let usable = false;
    try {
      const answer = await server.ask(path, timeout + grace(server), signal);
      const ms = performance.now() - begun;
      if (answer.kind === "line") firstMs ??= ms;
      if (answer.kind === "died" && !isLast && !closed) return undefined;
      const verdict = judge(answer, server);
      usable = answer.kind === "line";
      return { ...verdict, ms, ...(answer.kind === "timeout" && { evidence: { timedOut: true } }) };
    } finally {
      if (usable) idle.push(server);
      else await server.end().then(() => all.delete(server));
      remove();
    }
  };
  const test = async (candidate: TestCase, { timeout }: TestTerms, signal: AbortSignal): Promise<Finding> => {
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      // Others that are idle may have died, too: only a fresh one is asked again.
      const server = (tries === 1 ? idle.pop() : undefined) ?? start();
      const finding = await attempt(server, candidate, { timeout, signal, isLast: tries === TRIES });
      if (finding !== undefined) return finding;
    }
  };
  return {
    words: `the oracle server ${command} answers "fail"`,
    identity: { kind: "server", command },
    repeatLine: (path) =>
      `cd ${quote(subject.origin)} && echo ${quote(JSON.stringify({ path }))} | sh -c ${quote(command)}`,
    test,
    async close() {
      closed = true;
      await Promise.all([...all].map((server) => server.end()));
    },
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
  /** It has answered before. */
  isWarm = false;
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
        if (line.trim() === "" || this.#answer === undefined) return;
        this.isWarm = true;
        this.#answer({ kind: "line", line });
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
        timer = setTimeout(() => resolve({ kind: "timeout" }), timeout);
        this.#child.stdin?.write(`${JSON.stringify({ path })}\n`);
      });
    } finally {
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
