/** A command line, from what was typed to an exit code: finds out which command is meant, loads it, runs it, and says what went wrong. */
import { UserError } from "../core/errors.ts";
import { failureOf, printFailure } from "./failure.ts";
import { loadWithFewFiles } from "./few-files.ts";
import { HelpShown } from "./help-shown.ts";
import type { Layer } from "./layers.ts";
import type { Terminal } from "./terminal.ts";

/** A command: from what was typed behind its name to an exit code. */
type Run = (typed: readonly string[], terminal: Terminal) => Promise<number>;

interface Entry {
  readonly about: string;
  readonly load: () => Promise<{ readonly run: Run }>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  reduce: { about: "makes a failing file or directory small", load: () => import("./commands/reduce.ts") },
  check: { about: "diagnoses the test: what pare sees when it runs", load: () => import("./commands/check.ts") },
  init: { about: "writes a test script, from three answers", load: () => import("./commands/init.ts") },
  isolate: { about: "finds the change that causes a failure", load: () => import("./commands/isolate.ts") },
  triage: { about: "sorts a folder of failing files into bugs", load: () => import("./commands/triage.ts") },
  report: { about: "makes a report of a run; lists and removes runs", load: () => import("./commands/report.ts") },
  suite: { about: "makes quick tests from a slow test suite", load: () => import("./commands/suite.ts") },
  worker: { about: "lends this machine's cores to runs on a cluster", load: () => import("./commands/worker.ts") },
  algorithms: {
    about: "lists strategies, formats, languages and passes",
    load: () => import("./commands/algorithms.ts"),
  },
  completion: {
    about: "prints a completion script for bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
};

const main = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const [first = "", ...rest] = typed;
  if (typed.length === 0) return overview(terminal.err.write, 2);
  if (["--help", "-h"].includes(first) || (first === "help" && rest.length === 0))
    return overview(terminal.out.write, 0);
  if (["--version", "-V", "-v"].includes(first) || ownWords(typed).includes("--version"))
    return await version(terminal);
  if (first === "help") return await main([rest[0] as string, "--help", ...rest.slice(1)], terminal);
  if (!Object.hasOwn(COMMANDS, first)) {
    await checkFirst(first, terminal.directory);
    return await start("reduce", typed, terminal);
  }
  return await start(first, rest, terminal);
};

const start = async (name: string, typed: readonly string[], terminal: Terminal): Promise<number> => {
  await loadWithFewFiles(import.meta.url);
  const { run } = await (COMMANDS[name] as Entry).load();
  try {
    return await run(typed, terminal);
  } finally {
    const { takeLeft } = await import("../runner/removal.ts");
    const left = takeLeft();
    if (left !== undefined) terminal.err.write(`pare: ${left}\n`);
  }
};

/** A first word that is neither a command nor a file may be a slip of the hand. */
const checkFirst = async (first: string, directory: string): Promise<void> => {
  const { existsSync } = await import("node:fs");
  const { resolve } = await import("node:path");
  if (first.startsWith("-") || existsSync(resolve(directory, first))) return;
  const { nearest } = await import("../pipelines/list-strategy.ts");
  const near = nearest(first, Object.keys(COMMANDS));
  if (near === undefined) return;
  throw new UserError("UNKNOWN_COMMAND", `There is neither a command nor a file ${first}; did you mean pare ${near}?`, {
    advice: "pare --help lists the commands.",
  });
};

const overview = (write: (text: string) => void, code: number): number => {
  write(`pare makes failing things small: give it an input that fails and a command that
shows the failure, and it removes everything that the failure does not need.

  pare bug.c -- gcc -O2 -c bug.c       a small file on which gcc still fails
  pare bug.c --test ./interesting.sh   a small file that the script accepts
  pare check bug.c -- gcc -c bug.c     what pare sees when it runs the command

Usage: pare INPUT... [options] -- COMMAND ARG...     the same as pare reduce
       pare COMMAND ...

Commands:
${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(11)} ${about}`)
  .join("\n")}

pare COMMAND --help explains a command, pare --version prints the version.
`);
  return code;
};

const version = async ({ out }: Terminal): Promise<number> => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  out.write(`${(JSON.parse(text) as { readonly version: string }).version}\n`);
  return 0;
};

/** What is typed before the command of a test. */
const ownWords = (typed: readonly string[]): readonly string[] =>
  typed.includes("--") ? typed.slice(0, typed.indexOf("--")) : typed;

/** Was the JSON object asked for in what was typed? */
export const typesJson = (typed: readonly string[]): boolean => ownWords(typed).includes("--json");

/** Was the JSON object asked for: typed, in the environment, or in the configuration? What cannot be read asks for nothing. */
const wantsJson = async (typed: readonly string[], terminal: Terminal): Promise<boolean> => {
  if (typesJson(typed)) return true;
  const { environmentLayer, settle } = await import("./layers.ts");
  const { configLayer } = await import("./config.ts");
  const said = (layerOf: () => Layer | undefined): boolean | undefined => {
    try {
      const layer = layerOf();
      const json = layer?.values.json;
      return layer === undefined || json === undefined ? undefined : settle([{ ...layer, values: { json } }]).json;
    } catch {
      return undefined;
    }
  };
  return said(() => environmentLayer(terminal.environment)) ?? said(() => configLayer(terminal.directory)) ?? false;
};

/** Annotations that are asked for are for errors, too. */
const annotating = (typed: readonly string[], terminal: Terminal): Terminal =>
  /--format-output[= ]github\b/.test(ownWords(typed).join(" "))
    ? { ...terminal, environment: { ...terminal.environment, GITHUB_ACTIONS: "true" } }
    : terminal;

/** Never rejects. */
export const runTyped = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    return await main(typed, terminal);
  } catch (error) {
    if (!(error instanceof HelpShown))
      return printFailure(failureOf(error), annotating(typed, terminal), await wantsJson(typed, terminal));
    terminal.out.write(error.text);
    return 0;
  }
};
