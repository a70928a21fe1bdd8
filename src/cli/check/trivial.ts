/** Why a test tells nothing, as far as that can be found out, and what to write instead. */
import { readFileSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { scriptCommand, scriptFile } from "../../oracles/command-line.ts";
import { textOf, type Trial } from "../../oracles/trial.ts";
import { garbageOf, probesOf } from "../../reduce/trivial/probes.ts";
import { ALLOW_TRIVIAL, trivialText, tryProbes } from "../../reduce/trivial/trivial.ts";
import type { Judge } from "./judge.ts";
import type { Opened } from "./missing.ts";
import { allSucceed } from "./sides.ts";
import { canTrace, traced } from "./strace.ts";
import type { Examined } from "./subject.ts";
import { runInCopy } from "./trials.ts";

type Reason = "names-original" | "cannot-run" | "unnamed" | "never-opened" | "empty-only" | "inverted" | "always";

export interface Triviality {
  /** The inputs with nothing of the original in them that fail, too, in words. */
  readonly inputs: readonly string[];
  readonly reason: Reason;
  /** What is wrong with the test, in a sentence. */
  readonly why: string;
  /** What to write instead. */
  readonly advice: string;
}

/** `undefined` for a test that tells something. */
export const trivialityOf = async (
  examined: Examined,
  judge: Judge,
  signal: AbortSignal,
): Promise<Triviality | undefined> => {
  const { original: source, setting } = examined;
  const probes = probesOf({ source, kind: setting.subject.kind ?? "file", language: examined.language });
  const { trivial, asked } = await tryProbes(probes, async (candidate) => {
    const trial = await runInCopy(examined, signal, [], candidate);
    const verdict = judge.verdict(trial);
    const isRefused = verdict.outcome === "fail" && !(await allSucceed(examined, candidate, signal));
    return { ...verdict, ...(isRefused && { outcome: "pass" }), ms: trial.ms };
  });
  if (trivial.length === 0) return undefined;
  const isEmptyOnly = probes.neutral !== undefined && !trivial.includes(probes.neutral.what) && asked.length > 1;
  const found = await reasonOf({ examined, judge, ...(isEmptyOnly && { spares: probes.neutral?.what }) }, signal);
  return { inputs: trivial, ...found };
};

/** The error with all that was found out. */
export const explainTrivial = (input: string, { inputs, why, advice }: Triviality, words: string): UserError =>
  new UserError(
    "TRIVIAL",
    `The test tells nothing about ${input}. ${trivialText(inputs)}. Condition: ${words}.\nReason: ${why}`,
    { advice: `${advice}\n${ALLOW_TRIVIAL}` },
  );

interface Suspect {
  readonly examined: Examined;
  readonly judge: Judge;
  /** What is neutral, in words, where the test refuses it. */
  readonly spares?: string | undefined;
}

type TrivialReason = Omit<Triviality, "inputs">;

/** What can be seen counts more than what can be guessed. */
const reasonOf = async ({ examined, judge, spares }: Suspect, signal: AbortSignal): Promise<TrivialReason> => {
  const { trial, opened } = await observed(examined, signal);
  const known =
    namesOriginal(examined, opened) ??
    (trial.code === 126 || trial.code === 127 ? cannotRun(trial) : undefined) ??
    namesNothing(examined) ??
    cannotRun(trial) ??
    (opened && opensNothing(examined, opened)) ??
    (spares === undefined ? undefined : emptyOnly(examined, spares));
  if (known !== undefined) return known;
  const broken = await runInCopy(examined, signal, [], garbageOf(examined.original));
  const isInverted = trial.code === 0 && judge.verdict(broken).outcome !== "fail";
  return isInverted ? inverted(examined) : always(examined);
};

/** A run on the original in a copy, and what it opened, if there is strace. */
const observed = async (
  examined: Examined,
  signal: AbortSignal,
): Promise<{ readonly trial: Trial; readonly opened?: Opened }> => {
  if (!canTrace()) return { trial: await runInCopy(examined, signal) };
  const trials: Trial[] = [];
  const opened = await traced(async (under) => {
    const trial = await runInCopy(examined, signal, under);
    trials.push(trial);
    return trial;
  });
  return { trial: trials[0] as Trial, opened };
};

const isScript = ({ kind }: Examined): boolean => kind === "script";
const testWord = ({ kind, typed }: Examined): string => (kind === "script" ? `The script ${typed[0]}` : "The command");

/** What is read for paths: the script, or the words that are not replaced by the candidate. */
const textOfTest = ({ kind, typed, setting: { subject } }: Examined): string => {
  if (kind === "script") return readFileSync(scriptFile(scriptCommand(typed[0] ?? "", subject)), "utf8");
  const inputs = subject.inputs?.map((input) => input.typed) ?? [subject.typed];
  return typed.filter((word) => word.includes("{}") || !inputs.includes(word)).join(" ");
};

/** The original's own paths as a test may have them, the longest first. */
const pathsOf = ({ path, setting: { subject } }: Examined): readonly string[] => {
  const { origin, typed, inputs, kind } = subject;
  const files = inputs?.map((input) => ({ at: join(path, input.path), typed: input.typed })) ?? [{ at: path, typed }];
  const named = files.flatMap(({ at, typed: word }) => [
    at,
    realpathSync(at),
    ...["$PARE_ORIGIN", "${PARE_ORIGIN}"].map((variable) => `${variable}/${relative(origin, at)}`),
    // In a directory, what lies below it is the candidate's.
    ...(kind !== "directory" && word.includes("/") ? [word] : []),
  ]);
  return [...new Set(named)].toSorted((one, other) => other.length - one.length);
};

const namesOriginal = (examined: Examined, opened: Opened | undefined): TrivialReason | undefined => {
  const text = textOfTest(examined);
  const { root } = examined.setting.subject;
  const named = pathsOf(examined).find((path) => holdsPath(text, path));
  const own = examined.original.files.map((file) => file.path);
  const places = root === undefined ? pathsOf(examined) : own.map((path) => join(root, path));
  const seen = opened?.opened.find((path) => places.includes(path));
  const path = named ?? seen;
  if (path === undefined) return undefined;
  const candidate = isScript(examined) ? '"$1"' : "{}";
  return {
    reason: "names-original",
    why: `${testWord(examined)} ${named === undefined ? "opens" : "names"} the original itself, ${path}, not the candidate.`,
    advice: `Write ${candidate}, which is the path of the candidate, instead of ${path}.`,
  };
};

const holdsPath = (text: string, path: string): boolean => {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const before = text.charAt(at - 1);
    const behind = text.slice(at + path.length, at + path.length + 2);
    if (!/[\w./-]/.test(path.startsWith("/") ? "" : before) && !/^\.?[\w-]/.test(behind)) return true;
  }
  return false;
};

const COMPLAINT =
  /^.*?([^\s:'"‘’“”`]+)['"’”`]?: (?:command not found|not found|no such file or directory|permission denied).*$/im;

/** A shell exits with 127 for a command that there is not, and with 126 for one that cannot be executed. */
const cannotRun = ({ code, stdout, stderr }: Trial): TrivialReason | undefined => {
  const [line, what] = COMPLAINT.exec(`${textOf(stderr)}\n${textOf(stdout)}`) ?? [];
  if (line === undefined && code !== 126 && code !== 127) return undefined;
  const said = line === undefined ? `it exits with ${code}` : `it prints: ${line.trim()}`;
  return {
    reason: "cannot-run",
    why: `The test cannot run here; ${said}`,
    advice:
      what === undefined
        ? "Check that every program of the test is installed and executable."
        : `Check ${what}: a program must be installed; a file must lie beside the candidate (--with PATH), or be named as $PARE_ORIGIN/PATH.`,
  };
};

const namesNothing = ({ kind, typed, setting: { subject } }: Examined): TrivialReason | undefined => {
  const names = [
    subject.name,
    subject.typed,
    "{}",
    ...(subject.inputs ?? []).flatMap((each) => [each.typed, each.path]),
  ];
  const isFed = kind === "script" || subject.stdin || subject.kind === "directory";
  if (isFed || typed.some((word) => names.some((name) => word.includes(name)))) return undefined;
  return {
    reason: "unnamed",
    why: `The command does not name the candidate: ${typed.join(" ")}`,
    advice: "Write {} where the path of the candidate belongs, or use --stdin if the command reads standard input.",
  };
};

/** A program that was handed its path would have opened it, had it not been ended before. */
const opensNothing = (examined: Examined, { opened, started, directory }: Opened): TrivialReason | undefined => {
  const { subject } = examined.setting;
  if (subject.stdin) return undefined;
  const own = new Set(examined.original.files.map((file) => resolve(directory, file.path)));
  const words = [...own].flatMap((path) => [path, relative(directory, path)]).map((path) => JSON.stringify(path));
  if (opened.some((path) => own.has(path)) || started.some((line) => words.some((word) => line.includes(word))))
    return undefined;
  const place =
    subject.kind === "directory"
      ? "Tests run in a copy of the directory."
      : `It lies in the working directory as ${subject.name}.`;
  return {
    reason: "never-opened",
    why: `${testWord(examined)} never opens the candidate.`,
    advice: `${isScript(examined) ? 'Make the script read the candidate: its path is "$1".' : "Write {} where the path of the candidate belongs."} ${place}`,
  };
};

const emptyOnly = (examined: Examined, neutral: string): TrivialReason => ({
  reason: "empty-only",
  why: `An empty input is a failure of its own: ${neutral} does not show it.`,
  advice: isScript(examined)
    ? 'Exclude the empty input: write `[ -s "$1" ] || exit 1` at the beginning of the script.'
    : 'Say more of the failure that you mean: --match RE, or a test script (--test SCRIPT) that starts with `[ -s "$1" ] || exit 1`.',
});

const inverted = (examined: Examined): TrivialReason => ({
  reason: "inverted",
  why: isScript(examined)
    ? `${testWord(examined)} exits with 0 if nothing is wrong with the input, and with another code if something is: its exit code is inverted.`
    : "The command succeeds if nothing is wrong with the input, and fails if something is: that is no failure.",
  advice: isScript(examined)
    ? "A script exits with 0 if the failure shows: write ! before its last command, or compare the exit code or the message."
    : "Say what the failure is: --exit CODE, --signal NAME or --match RE.",
});

const HIDES = /\|\|\s*(?:true|:|exit\s+0|return\s+0)(?![\w-])/;

const always = (examined: Examined): TrivialReason => {
  const hidden = isScript(examined) ? HIDES.exec(textOfTest(examined))?.[0] : undefined;
  const { match } = examined.refinements;
  const why =
    hidden !== undefined
      ? `${testWord(examined)} exits with 0 whatever the candidate is: it has \`${hidden}\`, which hides the exit code.`
      : isScript(examined)
        ? `${testWord(examined)} exits with 0 whatever the candidate is.`
        : match !== undefined
          ? "The command prints what --match looks for whatever the candidate is."
          : "The command ends in the same way whatever the candidate is.";
  return {
    reason: "always",
    why,
    advice: isScript(examined)
      ? "End the script with the command that finds the failure, such as grep -q 'its message'; only that command's exit code counts."
      : "Say what only the failure does: --match RE, --exit CODE, --signal NAME, or a test script (--test SCRIPT).",
  };
};
