/** Reads a trace and says of each process of pare what it did outside of its places. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { callReader, type Call } from "./calls.ts";
import { changedBy } from "./changes.ts";
import { isConnecting, wrongConnection } from "./connections.ts";
import { splitFields, stringIn } from "./fields.ts";
import { Links } from "./links.ts";
import { covers, placesOfHelper, scratchIn, scratchRoots, type PlaceRule } from "./places.ts";
import { roleOf, starterIn, type Pare, type Role } from "./roles.ts";
import { signalIn, wrongSignal, type Signal } from "./signals.ts";
import { Tree, type Process, type Program, type Watcher } from "./tree.ts";

interface Judged {
  readonly command: string;
  /** As typed. */
  readonly line: string;
  readonly cwd: string;
  /** Calls of pare and its helpers that changed something, sent a signal or named an address. */
  readonly calls: number;
  /** What was wrong, each once. */
  readonly findings: readonly string[];
  /** The same of the user's tests, which may do as they like. */
  readonly byTests: readonly string[];
}

export interface Judgement {
  readonly pares: readonly Judged[];
  /** What was done by threads of which it is not known who started them. */
  readonly unknown: readonly string[];
}

type OfPare = Exclude<Role, { readonly kind: "stranger" }>;

interface Book {
  calls: number;
  readonly findings: Set<string>;
  readonly byTests: Set<string>;
}

class Judge implements Watcher<Role> {
  readonly books = new Map<Pare, Book>();
  readonly #links = new Links();
  /** Who has made which scratch directory. */
  readonly #scratches = new Map<string, Pare>();

  becomes(process: Process<Role>, program: Program): Role {
    const role = roleOf(process, program, (path) => this.#links.real(path, true));
    if (role.kind === "own") {
      process.apart = false;
      if (!this.books.has(role.pare)) this.books.set(role.pare, { calls: 0, findings: new Set(), byTests: new Set() });
    }
    return role;
  }

  starterOf(program: Program): number | undefined {
    return starterIn(program);
  }

  sees(process: Process<Role>, call: Call, tree: Tree<Role>): void {
    const { role } = process;
    if (role.kind !== "stranger" && !isConfined(process)) {
      const signal = signalIn(call);
      if (signal === undefined) this.#judge(process, role, call);
      else this.#judgeSignal(process, role, { signal, tree });
    }
    if (!process.apart) this.#follow(process, call);
  }

  /** It may have gone to somebody of whose start the trace has yet to tell. */
  #judgeSignal(process: Process<Role>, role: OfPare, { signal, tree }: { signal: Signal; tree: Tree<Role> }): void {
    const target = Math.abs(signal.to);
    const judge = (): string | undefined => wrongSignal(signal, process, tree);
    if (judge() === undefined || tree.known(target)?.alive === true) this.#note(role, judge());
    else tree.whenStarted(target, () => this.#note(role, judge()));
  }

  #judge(process: Process<Role>, role: OfPare, call: Call): void {
    const { pare } = role;
    const helper = role.kind === "helper" ? role.helper : undefined;
    const rules = [...pare.places, ...placesOfHelper(pare, helper)];
    for (const { path, follow } of changedBy(call, process.cwd))
      this.#note(role, this.#wrongPath(pare, rules, call, this.#links.real(path, follow)));
    if (isConnecting(call)) {
      const isPlace = (path: string): boolean =>
        rules.some((rule) => covers(rule, this.#links.real(resolve(process.cwd, path), true)));
      this.#note(role, wrongConnection(call, { started: pare, helper, isPlace }));
    }
    if (call.name === "io_uring_setup" && call.error === undefined)
      this.#note(role, "io_uring, by which calls are made that nobody sees");
  }

  #wrongPath(pare: Pare, rules: readonly PlaceRule[], call: Call, path: string): string | undefined {
    const told = `${call.name} ${path}${call.error === undefined ? "" : ` (${call.error})`}`;
    if (!rules.some((rule) => covers(rule, path))) return told;
    const scratch = scratchIn(path, scratchRoots(pare));
    if (scratch === undefined) return undefined;
    const maker = this.#scratches.get(scratch);
    if (path === scratch && call.name.startsWith("mkdir")) this.#scratches.set(scratch, pare);
    else if (maker !== undefined && maker !== pare && maker.process.alive)
      return `${told}, in the scratch directory of another pare that is alive`;
    return undefined;
  }

  #note(role: OfPare, wrong: string | undefined): void {
    const book = this.books.get(role.pare);
    if (book === undefined) return;
    if (role.kind !== "test") book.calls += 1;
    if (wrong === undefined) return;
    if (role.kind === "test") book.byTests.add(wrong);
    else book.findings.add(role.kind === "helper" ? `${role.helper}: ${wrong}` : wrong);
  }

  #follow({ cwd }: Process<Role>, call: Call): void {
    if (call.result !== "0") return;
    const [first, second] = changedBy(call, cwd).map(({ path }) => path);
    if (first === undefined) return;
    if (call.name.startsWith("symlink")) this.#links.made(first, stringIn(splitFields(call.text)[0]) ?? "");
    else if (call.name.startsWith("unlink")) this.#links.removed(first);
    else if (call.name.startsWith("rename") && second !== undefined) this.#links.renamed(first, second);
  }
}

/** In a sandbox, with mounts of its own: what it can reach there is the promise of the sandbox. */
const isConfined = ({ apart, role }: Process<Role>): boolean =>
  apart && (role.kind === "test" || (role.kind === "helper" && role.helper === "bwrap"));

/** `cwd`: where the first process of the trace was started. */
export const judgeTrace = async (lines: Iterable<string> | AsyncIterable<string>, cwd: string): Promise<Judgement> => {
  const judge = new Judge();
  const tree = new Tree<Role>(judge, { role: { kind: "stranger" }, cwd: resolve(cwd) });
  const read = callReader();
  for await (const line of lines) for (const entry of read(line)) tree.take(entry);
  const unknown = tree.finish();
  return { unknown, pares: Array.from(judge.books, judged) };
};

/** The lines of a file, which may be long. */
export const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file, "latin1") });

const judged = ([{ command, line, cwd }, { calls, findings, byTests }]: readonly [Pare, Book]): Judged => ({
  command,
  line,
  cwd,
  calls,
  findings: [...findings],
  byTests: [...byTests],
});
