/** Reads a grammar of the user, and tries it in a thread that can be ended: a foreign grammar may hang, or break the runtime. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { UserError } from "../core/errors.ts";
import { distill, type Distilled } from "./distill.ts";
import type { Grammar } from "./grammar.ts";

interface OwnGrammar {
  readonly name: string;
  readonly wasm: Uint8Array;
  readonly distilled: Distilled | undefined;
}

const TRIAL_TIMEOUT_MS = 10_000;

/** Plain text, for a thread cannot load TypeScript; good as a script and as a module, for it inherits how its process was started. */
const TRIAL = `
const attempt = async () => {
  const { parentPort, workerData } = await import("node:worker_threads");
  const { createRequire } = await import("node:module");
  const { Language, Parser } = createRequire(workerData.runtime)(workerData.runtime);
  await Parser.init();
  const parser = new Parser().setLanguage(await Language.load(workerData.wasm));
  parser.parse("a (b) { c = 1; }\\n").delete();
  parentPort.postMessage("works");
};
attempt();
`;

/** `timeout`: milliseconds in which the grammar must have parsed a small text. */
export async function readGrammarFile(path: string, timeout: number = TRIAL_TIMEOUT_MS): Promise<OwnGrammar> {
  const wasm = await readFile(path).catch((cause: unknown) => {
    throw unusable(path, "cannot be read", cause);
  });
  const distilled = await readShapes(path);
  await tryOut(path, wasm, timeout);
  return { name: basename(path, ".wasm").replace(/^tree-sitter-/u, ""), wasm, distilled };
}

async function readShapes(path: string): Promise<Distilled | undefined> {
  for (const beside of ["grammar.json", join("src", "grammar.json")]) {
    const file = join(dirname(path), beside);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) return distillText(file, text);
  }
  return undefined;
}

function distillText(file: string, text: string): Distilled {
  try {
    return distill(JSON.parse(text) as Grammar);
  } catch (cause) {
    throw unusable(file, "is not a grammar of tree-sitter", cause);
  }
}

async function tryOut(path: string, wasm: Uint8Array, timeout: number): Promise<void> {
  const runtime = createRequire(import.meta.url).resolve("web-tree-sitter");
  // The runtime writes to the console when it finds no grammar: kept from the terminal.
  const worker = new Worker(TRIAL, { eval: true, workerData: { runtime, wasm }, stdout: true, stderr: true });
  try {
    await settled(worker, timeout);
  } catch (cause) {
    throw isWasm(wasm)
      ? unusable(path, "does not work", cause)
      : unusable(path, "cannot be loaded", new Error("it is not a WebAssembly module"));
  } finally {
    await worker.terminate();
  }
}

const isWasm = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "\0asm";

const settled = (worker: Worker, timeout: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it hangs on a small text")), timeout);
    const end = (then: () => void) => (): void => {
      clearTimeout(timer);
      then();
    };
    worker.once("message", end(resolve));
    worker.once("error", (error) => end(() => reject(error))());
    worker.once(
      "exit",
      end(() => reject(new Error("the thread has ended"))),
    );
  });

/** Runtimes throw errors without a message, too. */
const reasonOf = (cause: unknown): string => {
  const said = cause instanceof Error ? cause.message || cause.name : String(cause);
  return said.trim().replace(/\.$/, "") || "the parser broke and did not say why";
};

const unusable = (path: string, what: string, cause: unknown): UserError =>
  new UserError("BAD_GRAMMAR", `The grammar ${path} ${what}: ${reasonOf(cause)}.`, {
    advice:
      "Give a .wasm file built by tree-sitter 0.25 or later (`tree-sitter build --wasm`), or leave the grammar out.",
    cause,
  });
