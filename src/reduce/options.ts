/** What `reduce` is told. */
import { resolve } from "node:path";
import type { Aim } from "../core/claim.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Controls } from "../driver/controls.ts";
import { identityOf } from "../external/index.ts";
import type { Strictness } from "../oracles/input-text.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";
import type { Refinements } from "../oracles/refinements.ts";
import type { ReduceEvent } from "../core/notes.ts";
import { REDUCTION_SETTINGS, type REDUCTION_TEST_SETTINGS } from "../settings/reduction.ts";
import { decisiveOptionsOf, type OptionsOf } from "../settings/setting.ts";

/** What the test is: exactly one of `test`, `command`, `differs`, `oracleServer` and `oracle`. */
export interface OracleOptions
  extends
    OptionsOf<typeof REDUCTION_TEST_SETTINGS>,
    Pick<OptionsOf<typeof REDUCTION_SETTINGS>, "rename" | "anonymize"> {
  /** What it does on the original becomes the test. `{}` is the candidate's path. */
  readonly command?: readonly string[];
  /** What must hold of its behaviour, besides or instead of what is learnt; all of it must. */
  readonly refine?: Refinements;
  /** An oracle of one's own. */
  readonly oracle?: ProcessOracle;
  /** The words of the command that it runs, if it does: the program and the files they name must not change meanwhile. */
  readonly runs?: readonly string[];
  /** What people are told that it keeps; it decides nothing. A failure unless given. */
  readonly aim?: Aim;
}

/** The options of `reduce`: those of the command line, under the same names. */
export interface ReduceOptions extends OracleOptions, OptionsOf<typeof REDUCTION_SETTINGS> {
  /** The path of a file or a directory. */
  readonly input: string;
  /** Further files, which are reduced together with the first. */
  readonly more?: readonly string[];
  /** Prove that no set of up to so many units can be removed. */
  readonly minimality?: number;
  /** Where runs live; `.pare` in `cwd` unless given. */
  readonly runsDirectory?: string;
  /** Where relative paths start; the current directory unless given. */
  readonly cwd?: string;
  /** What was typed, for reports. */
  readonly commandLine?: string;
  readonly signal?: AbortSignal;
  readonly controls?: Controls;
  /** Called with every event as it happens, before it can be iterated over. */
  readonly onEvent?: (event: ReduceEvent) => void;
  /**
   * Asked before the search when the test was learnt from what the command did: the description of what counts. The run waits for the
   * answer; a rejection ends it.
   */
  readonly onLearnt?: (description: string) => Promise<void>;
  /** Called with every new best of the search, before its event. It builds its bytes when asked for them. */
  readonly onBest?: (best: TestCase) => void;
}

/** What stands for the values of decisive options that were not given; they are part of the identity like given ones. */
const DEFAULTS = {
  format: "auto",
  strategy: "auto",
  rename: false,
  anonymize: false,
  valid: "whole",
  stdin: false,
  timeout: "auto",
  repeat: 1,
  flaky: false,
  sandbox: false,
} as const;

/** What was found out. */
interface ChosenTraits {
  readonly language?: { readonly identity: string } | undefined;
  readonly original?: { readonly project?: { readonly identity: unknown } };
}

/**
 * The options that can change the bytes of the result: those that the table of settings marks as decisive, and what was found out.
 * `language` is the chosen one, so that a detected language counts as if it had been given.
 */
export const decisiveOptions = (
  options: ReduceOptions,
  { language, original }: ChosenTraits,
): Readonly<Record<string, unknown>> => {
  const { passes = [], cwd = process.cwd(), minimality } = options;
  return {
    ...DEFAULTS,
    ...decisiveOptionsOf(REDUCTION_SETTINGS, options),
    minimality,
    language: language?.identity,
    project: original?.project?.identity,
    external: passes.length === 0 ? undefined : passes.map((command) => identityOf(command, resolve(cwd))),
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

/** How much of what a command says about the input belongs to the failure. */
export const strictnessOf = ({ loose, rename, anonymize }: OracleOptions): Strictness =>
  loose === true ? "loose" : rename === true || anonymize === true ? "renamed" : "names";
