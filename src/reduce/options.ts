/** What `reduce` is told. */
import { resolve } from "node:path";
import type { TestCase } from "../core/test-case.ts";
import type { Controls } from "../driver/controls.ts";
import { identityOf } from "../external/index.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";
import type { Refinements } from "../oracles/refinements.ts";
import type { FormatName } from "../pipelines/plan.ts";
import type { ListOptions } from "../strategies/support/registry.ts";
import type { ReduceEvent } from "../core/notes.ts";

/** What counts: exactly one of `test`, `command`, `oracleServer` and `oracle`. */
export interface OracleOptions {
  /** A script: exit 0 = the candidate still shows it, 125 = cannot tell, anything else = it does not. */
  readonly test?: string;
  /** What it does on the original becomes the test. `{}` is the candidate's path. */
  readonly command?: readonly string[];
  /** What must hold of its behaviour, besides or instead of what is learnt; all of it must. */
  readonly refine?: Refinements;
  /** The command of a warm process that reads {"id": …, "path": …} lines and answers {"id": …, "outcome": …} lines. */
  readonly oracleServer?: string;
  /** An oracle of one's own. */
  readonly oracle?: ProcessOracle;
  /** The words of the command that it runs, if it does: the program and the files they name must not change meanwhile. */
  readonly runs?: readonly string[];
  /** What lies beside the candidate: linked, never copied, never reduced. */
  readonly extraFiles?: readonly string[];
  /** Feed the candidate on standard input. */
  readonly stdin?: boolean;
  /** In milliseconds; "auto", the default, calibrates on the original. */
  readonly timeout?: number | "auto";
  /** The memory of a test, in bytes. */
  readonly memory?: number;
  /** Run every test so often; it shows only what shows every time. */
  readonly repeat?: number;
  /** The oracle sometimes lies: measure instead of trusting. */
  readonly flaky?: boolean;
  readonly sandbox?: boolean;
}

export interface ReduceOptions extends OracleOptions, ListOptions {
  /** The path of a file or a directory. */
  readonly input: string;
  /** Further files, which are reduced together with the first. */
  readonly more?: readonly string[];
  readonly format?: FormatName;
  /** A name, or the path of a grammar (.wasm); found out from the input's name and content unless given. */
  readonly language?: string;
  /** Names may be replaced by shorter ones. */
  readonly rename?: boolean;
  /** At the end, put neutral names, strings and numbers in the place of others, so that the result can be shared. */
  readonly anonymize?: boolean;
  /** Keep the result as parseable as the original. */
  readonly valid?: boolean;
  /** Start from what this line for a shell prints of the input, `{}`, if it still fails; "auto": a compiler with -E -P. */
  readonly preprocess?: string;
  /** Commands for sh: each is shown the current file and prints edits as JSON lines. */
  readonly passes?: readonly string[];
  /** The limit of one run of such a command, in milliseconds; 30 seconds unless given. */
  readonly passTimeout?: number;
  /** A name of the registry, or "auto". */
  readonly strategy?: string;
  /** Prove that no up to so many units can go. */
  readonly minimality?: number;
  /** NAME.reduced.EXT beside the input unless given. */
  readonly output?: string;
  /** Replace the input; the first original is kept as NAME.orig for ever. */
  readonly inPlace?: boolean;
  /** How many tests at once; all cores this process may use unless given. */
  readonly jobs?: number;
  /** In milliseconds, from the call. */
  readonly budget?: number;
  /** Counts committed tests. */
  readonly maxTests?: number;
  /** Stop when the best is as small as that, in bytes. */
  readonly untilSize?: number;
  /** Start over instead of going on with an earlier run. */
  readonly fresh?: boolean;
  /** Where runs live; `.pare` in `cwd` unless given. */
  readonly runsDirectory?: string;
  /** What relative paths are meant from; the current directory unless given. */
  readonly cwd?: string;
  /** What was typed, for reports. */
  readonly commandLine?: string;
  readonly signal?: AbortSignal;
  readonly controls?: Controls;
  /** Called with every event as it happens, before whoever iterates sees it. */
  readonly onEvent?: (event: ReduceEvent) => void;
  /**
   * Asked before the search when the test was learnt from what the command did: the description of what counts. The run waits for the
   * answer; a rejection ends it.
   */
  readonly onLearnt?: (description: string) => Promise<void>;
  /** Called with every new best of the search, before its event. It builds its bytes when asked for them. */
  readonly onBest?: (best: TestCase) => void;
}

/** What was found out. */
interface ChosenTraits {
  readonly language?: { readonly identity: string } | undefined;
  readonly original?: { readonly project?: { readonly identity: unknown } };
}

/**
 * The options that can change the bytes of the result; by name, so that a new one is not forgotten by accident. `language` is the one
 * that was chosen, so that what is found out counts as if it had been said.
 */
export const decisiveOptions = (
  options: ReduceOptions,
  { language: chosen, original }: ChosenTraits,
): Readonly<Record<string, unknown>> => {
  const language = chosen?.identity;
  const project = original?.project?.identity;
  const { format = "auto", strategy = "auto", splitFactor, order, cases, minimality } = options;
  const { rename = false, anonymize = false, valid = false, preprocess } = options;
  const { passes = [], passTimeout, cwd = process.cwd() } = options;
  const external = passes.length === 0 ? undefined : passes.map((command) => identityOf(command, resolve(cwd)));
  const { stdin = false, timeout = "auto", memory, repeat = 1, flaky = false, sandbox = false } = options;
  const oracle = { stdin, timeout, memory, repeat, flaky, sandbox };
  return {
    format,
    strategy,
    splitFactor,
    order,
    cases,
    minimality,
    language,
    project,
    rename,
    anonymize,
    valid,
    preprocess,
    external,
    passTimeout,
    ...oracle,
  };
};

/** What was asked of the oracle, before anything is learnt. */
export const oracleRequest = ({ test, command, refine, oracleServer, oracle }: ReduceOptions): unknown => ({
  test,
  command,
  refine,
  oracleServer,
  own: oracle?.identity,
});
