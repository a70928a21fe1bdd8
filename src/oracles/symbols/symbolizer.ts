/** Names of addresses: one symbolizer that is asked by all tests, where a sanitizer starts one for each report. */
import { spawn, type ChildProcess } from "node:child_process";
import { basename } from "node:path";
import { isProgram, locate } from "../../runner/executable.ts";
import { attempt } from "../../core/maybe.ts";

/** A function at an address; several where calls were inlined, the innermost first. */
export interface NamedPlace {
  readonly name: string | undefined;
  /** "src/parse.c:12:3" */
  readonly at: string | undefined;
}

/** How a program is asked. */
interface Dialect {
  /** What makes programs of this name speak it. */
  readonly pattern: RegExp;
  /** One process for all modules, or one for each. */
  words(module: string): readonly string[];
  readonly isForAll: boolean;
  question(module: string, offset: string): string;
  /** The lines of an answer, if it is whole. */
  isWhole(lines: readonly string[]): boolean;
}

const NOTHING = "??";

const LLVM: Dialect = {
  pattern: /^llvm-symbolizer/,
  words: () => ["--demangle", "--inlines"],
  isForAll: true,
  question: (module, offset) => `CODE "${module}" ${offset}\n`,
  isWhole: (lines) => lines.at(-1) === "",
};

/** It does not say where an answer ends: the question after it, about an address that nothing has, tells. */
const BINUTILS: Dialect = {
  pattern: /^(?:.*-)?addr2line/,
  words: (module) => ["-i", "-C", "-f", "-e", module],
  isForAll: false,
  question: (_, offset) => `${offset}\n0xffffffffffffffff\n`,
  isWhole: (lines) => lines.length >= 4 && lines.length % 2 === 0 && lines.at(-2) === NOTHING,
};

const DIALECTS: readonly Dialect[] = [LLVM, BINUTILS];

/** Where sanitizers look for one, in this order. */
const NAMES: readonly string[] = ["llvm-symbolizer", "addr2line"];
const VARIABLES: readonly string[] = ["ASAN", "MSAN", "TSAN", "UBSAN", "LSAN"].map((each) => `${each}_SYMBOLIZER_PATH`);

type Environment = Readonly<Record<string, string>>;

/** The program that a sanitizer would take, if it is one that can be asked; `undefined` where there is none. */
const findSymbolizer = (env: Environment): string | undefined => {
  const given = VARIABLES.map((name) => env[name]).find((value) => value !== undefined);
  if (given !== undefined) return isProgram(given) ? given : undefined;
  return NAMES.map((name) => attempt(() => locate({ command: [name], cwd: "/", env }))).find(
    (path) => path !== undefined,
  );
};

const placeOf = (name: string, at: string): NamedPlace => ({
  name: name === NOTHING ? undefined : name,
  at: at.startsWith(NOTHING)
    ? undefined
    : at
        .replace(/^\.\//, "")
        .replace(/ \(discriminator \d+\)$/, "")
        .replace(/(?::[0?])+$/, ""),
});

/** The places in the lines of an answer; what marks its end is none of them. */
const placesIn = (lines: readonly string[], isForAll: boolean): readonly NamedPlace[] => {
  const told = isForAll ? lines.filter((line) => line !== "") : lines.slice(0, -2);
  return told.flatMap((line, at) => (at % 2 === 0 ? [placeOf(line, told[at + 1] ?? NOTHING)] : []));
};

type Listener = (lines: readonly string[]) => void;

/** One process; answers come in the order of the questions. */
class Speaker {
  readonly #child: ChildProcess;
  readonly #isWhole: Dialect["isWhole"];
  readonly #waiting: Listener[] = [];
  #lines: string[] = [];
  #rest = "";
  #isGone = false;

  constructor(program: string, words: readonly string[], isWhole: Dialect["isWhole"]) {
    this.#isWhole = isWhole;
    // It ends by itself when its input ends: also when pare is killed.
    this.#child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"], cwd: "/" });
    this.#child.on("error", () => this.#leave());
    this.#child.on("exit", () => this.#leave());
    this.#child.stdin?.on("error", () => this.#leave());
    this.#child.stdout?.setEncoding("latin1").on("data", (text: string) => this.#hear(text));
  }

  /** Without lines if it is gone. */
  ask(question: string): Promise<readonly string[]> {
    if (this.#isGone) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#child.stdin?.write(question);
    });
  }

  end(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#child.once("exit", () => resolve());
      this.#child.kill("SIGKILL");
    });
  }

  #hear(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      this.#lines.push(line);
      if (!this.#isWhole(this.#lines)) continue;
      const told = this.#lines;
      this.#lines = [];
      this.#waiting.shift()?.(told);
    }
  }

  #leave(): void {
    this.#isGone = true;
    for (const listener of this.#waiting.splice(0)) listener([]);
  }
}

export class Symbolizer {
  readonly #program: string;
  readonly #dialect: Dialect;
  readonly #speakers = new Map<string, Speaker>();
  readonly #known = new Map<string, Promise<readonly NamedPlace[]>>();

  /** The one that sanitizers would find. */
  static find(env: Environment): Symbolizer | undefined {
    const program = findSymbolizer(env);
    const dialect = DIALECTS.find(({ pattern }) => pattern.test(basename(program ?? "")));
    return program === undefined || dialect === undefined ? undefined : new Symbolizer(program, dialect);
  }

  private constructor(program: string, dialect: Dialect) {
    this.#program = program;
    this.#dialect = dialect;
  }

  /** Each address is asked about once; no places where nothing is known. */
  placesOf(module: string, offset: string): Promise<readonly NamedPlace[]> {
    const key = `${offset} ${module}`;
    const known = this.#known.get(key) ?? this.#ask(module, offset);
    this.#known.set(key, known);
    return known;
  }

  async close(): Promise<void> {
    const speakers = [...this.#speakers.values()];
    this.#speakers.clear();
    await Promise.all(speakers.map((each) => each.end()));
  }

  async #ask(module: string, offset: string): Promise<readonly NamedPlace[]> {
    if (/["\n]/.test(module)) return [];
    const { isForAll, words, question, isWhole } = this.#dialect;
    const whose = isForAll ? "" : module;
    const speaker = this.#speakers.get(whose) ?? new Speaker(this.#program, words(module), isWhole);
    this.#speakers.set(whose, speaker);
    return placesIn(await speaker.ask(question(module, offset)), isForAll);
  }
}
