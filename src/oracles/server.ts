/** Warm oracles: processes that stay, read `{"id": …, "path": …}` lines and answer `{"id": …, "outcome": …}` lines. */
import { UserError } from "../core/errors.ts";
import type { TestCase } from "../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../core/verdict.ts";
import type { Scratch } from "../runner/scratch.ts";
import { checkBeside, layOut } from "./layout.ts";
import type { ProcessOracle, Subject } from "./oracle.ts";
import { repeatLine } from "./repeat-line.ts";
import { ServerProcess, type ServerReply } from "./server-process.ts";

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

/**
 * As many processes as tests run at once. When one dies, a fresh one is asked the same once more; the test is unresolved when that
 * dies, too. One that takes too long is killed, and another takes its place. What is no answer rejects with a `UserError`, and so
 * does a server that dies before any process has ever answered. What is printed while nothing is asked rejects every later question.
 */
export const serverOracle = (setting: ServerSetting): ProcessOracle => {
  const { subject, command } = setting;
  checkBeside(subject);
  const servers = new ServerPool(setting);
  return {
    description: `the oracle server ${command} answers "fail"`,
    identity: { kind: "server", command },
    repeatLine: (path, candidate) =>
      repeatLine({ subject, path, candidate, command: (at) => serverCommand(command, at) }),
    test: (candidate, { timeout }, signal) => servers.test(candidate, timeout, signal),
    close: () => servers.close(),
  };
};

class ServerPool {
  readonly #setting: ServerSetting;
  readonly #all = new Set<ServerProcess>();
  readonly #idle: ServerProcess[] = [];
  /** What the first answer of the run took; `undefined` before it. */
  #firstMs: number | undefined;
  #broken: UserError | undefined;
  #isClosed = false;

  constructor(setting: ServerSetting) {
    this.#setting = setting;
  }

  async test(candidate: TestCase, timeout: number, signal: AbortSignal): Promise<Finding> {
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      if (this.#broken !== undefined) throw this.#broken;
      // Others that are idle may have died, too: only a fresh one is asked again.
      const server = (tries === 1 ? this.#idle.pop() : undefined) ?? this.#start();
      const finding = await this.#attempt(server, candidate, { timeout, signal, isLast: tries === TRIES });
      if (finding !== undefined) return finding;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((server) => server.end()));
  }

  #start(): ServerProcess {
    const { command, subject } = this.#setting;
    const onBroken = (error: UserError): void => void (this.#broken ??= error);
    const server = new ServerProcess({ command, origin: subject.origin, onBroken });
    this.#all.add(server);
    return server;
  }

  /** `undefined` when the process died and another is to be asked. */
  async #attempt(
    server: ServerProcess,
    candidate: TestCase,
    { timeout, signal, isLast }: { readonly timeout: number; readonly signal: AbortSignal; readonly isLast: boolean },
  ): Promise<Finding | undefined> {
    const { path, written, remove } = layOut(candidate, this.#setting.subject, this.#setting.scratch);
    let usable = false;
    try {
      if (written !== undefined) await written;
      const startedAt = performance.now();
      const answer = await server.ask(path, timeout + this.#grace(server), signal);
      const ms = performance.now() - startedAt;
      if (answer.kind === "answer") this.#firstMs ??= ms;
      if (answer.kind === "died" && !isLast && !this.#isClosed) return undefined;
      const verdict = this.#judge(answer, server);
      usable = answer.kind === "answer";
      return { ...verdict, ms, ...(answer.kind === "timeout" && { evidence: { timedOut: true } }) };
    } finally {
      if (usable) this.#idle.push(server);
      else await server.end().then(() => this.#all.delete(server));
      remove();
    }
  }

  #grace(server: ServerProcess): number {
    if (this.#firstMs === undefined) return START_MS;
    return server.isWarm ? 0 : Math.min(START_MS, START_FACTOR * this.#firstMs);
  }

  #judge(answer: ServerReply, server: ServerProcess): Verdict {
    if (answer.kind === "answer") return answer.answer.verdict;
    if (answer.kind === "timeout") return unresolved("timeout");
    if (this.#firstMs === undefined) throw neverAnswered(this.#setting.command, answer.how, server.said);
    return unresolved(`the oracle server ${answer.how}`);
  }
}

/** Starts a server and asks about one path. */
export const serverCommand = (command: string, path: string): readonly string[] => {
  const ask = String.raw`printf '{"id": 1, "path": "%s"}\n' "$1"`;
  return ["sh", "-c", `cd "$PARE_ORIGIN" && ${ask} | ${command}`, "-", path];
};

const neverAnswered = (command: string, how: string, said: string): UserError =>
  new UserError(
    "SERVER_DIED",
    `The oracle server ${command} ${how} before it answered.${said === "" ? "" : `\n${said}`}`,
    {
      advice: `Try it by hand: echo '{"id": 1, "path": "FILE"}' | ${command}`,
    },
  );
