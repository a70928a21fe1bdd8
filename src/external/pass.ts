/** A command that is asked what could be done to a file. It is never trusted: what goes wrong is told, and the run goes on without it. */
import { basename, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { onlyFile, type TestCase } from "../core/test-case.ts";
import { textOf } from "../oracles/trial.ts";
import type { ChangeList, ExternalPass } from "../passes/external.ts";
import type { ProcessExit, Runner, Scratch } from "../runner/index.ts";
import { filesIn, lineFor, nameOf } from "./command.ts";
import { readAnswer } from "./protocol.ts";
import { Refused } from "./refused.ts";

/** What all external passes of a run have in common. */
export interface ExternalContext {
  readonly runner: Runner;
  readonly scratch: Scratch;
  /** Where commands run. */
  readonly origin: string;
  /** Absolute paths of what lies beside the file. */
  readonly extraFiles: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly timeout: number;
  /** A pass that is asked about more states of one file takes very small steps. */
  readonly questions: number;
  readonly sandbox: boolean;
  readonly signal: AbortSignal;
  readonly warn: (code: string, message: string) => void;
}

/** What it may print, in bytes. */
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Passes come back to a text soon, or never. */
const KEPT_ANSWERS = 64;

/** Answers are remembered; a pass that fails is not asked again. */
export const commandPass = (command: string, setting: ExternalContext): ExternalPass => {
  let name = nameOf(command, setting.origin);
  let isOff = false;
  const answers = new Recent<Promise<ChangeList>>(KEPT_ANSWERS);
  const asked = new Map<string, number>();
  const told = new Set<string>();
  const switchOff = (why: string): void => {
    isOff = true;
    setting.warn("PASS_OFF", `The pass ${name} is switched off: ${why}.`);
  };
  const tell = ({ kind, message }: Refused): void => {
    if (told.has(kind)) return;
    told.add(kind);
    setting.warn("PASS_REFUSED", `The pass ${name} offers what is refused: ${message}.`);
  };
  const ask = async (source: TestCase): Promise<ChangeList> => {
    try {
      const printed = checkedExit(await show(source, command, setting), setting.timeout);
      const answer = readAnswer(printed, onlyFile(source).bytes());
      name = answer.name ?? name;
      for (const refusal of answer.refusals) tell(refusal);
      return { name, changes: answer.changes };
    } catch (error) {
      if (!isOfPass(error)) throw error;
      switchOff(error.message.replace(/\.$/, ""));
      return { name, changes: [] };
    }
  };
  const askOnce = async (source: TestCase, path: string): Promise<ChangeList> => {
    const times = (asked.get(path) ?? 0) + 1;
    asked.set(path, times);
    if (!isOff && times > setting.questions)
      switchOff(`it was asked about a file more than ${setting.questions} times`);
    return isOff ? { name, changes: [] } : await ask(source);
  };
  return {
    changes: (source) => {
      const { path } = onlyFile(source);
      return answers.get(`${source.key()} ${path}`, () => askOnce(source, path));
    },
  };
};

/** It is the pass that has failed, not the machine. */
const isOfPass = (error: unknown): error is Error =>
  error instanceof Refused || (error instanceof UserError && error.code === "NO_COMMAND");

/** Runs the command on the file, which lies in a fresh directory under its name. */
const show = async (source: TestCase, command: string, setting: ExternalContext): Promise<ProcessExit> => {
  const { runner, scratch, origin, env, timeout, signal } = setting;
  const { path, mode, bytes } = onlyFile(source);
  const extraFiles = setting.extraFiles.filter((other) => basename(other) !== path.split("/")[0]);
  const links = extraFiles.map((link) => ({ path: basename(link), link }));
  const directory = scratch.directory([{ path, mode: mode | 0o400, bytes: bytes() }, ...links]);
  const line = lineFor(command, `${directory.path}/${path}`);
  const readable = [origin, ...setting.extraFiles, ...filesIn(command, origin).map((file) => resolve(origin, file))];
  try {
    await directory.written;
    const sandbox = setting.sandbox && { sandbox: { scratch: directory.path, readable } };
    const shell = ["/bin/sh", "-c", line];
    return await runner.run({ command: shell, cwd: origin, env, timeout, keep: MAX_OUTPUT, ...sandbox }, signal);
  } finally {
    directory.remove();
  }
};

/** What it printed. Throws a `Refused` for an end that nobody wants. */
const checkedExit = (
  { code, signal, timedOut, stdout, stderr, truncated }: ProcessExit,
  timeout: number,
): Uint8Array => {
  if (timedOut) throw new Refused("ended", `it did not end within ${timeout / 1000} s`);
  const first = textOf(stderr.subarray(0, 4096)).trim().split("\n", 1)[0] ?? "";
  const said = first === "" ? "" : `: ${first.slice(0, 200)}`;
  if (code !== 0)
    throw new Refused("ended", code === undefined ? `${signal} ended it${said}` : `it exited with ${code}${said}`);
  if (truncated && stdout.length >= MAX_OUTPUT)
    throw new Refused("ended", `it printed more than ${MAX_OUTPUT >> 20} MB`);
  return stdout;
};

class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Makes what is not there any more. */
  get(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
